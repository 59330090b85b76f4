/** The rules for Prometheus with its own promtool, and Debian's Prometheus scraping a watch. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { field, listAt, stringAt } from '../../src/fleet/json/json.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { runningWatch } from '../watch/running-watch.ts';
import { watchedShop } from '../watch/watched-shop.ts';
import { channelProgram } from './tools.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../integrations/prometheus');
const RULES = ['fleet-gate-rules.yaml', 'kubefleet-rules.yaml'];
const promtool = channelProgram('promtool');
const prometheus = channelProgram('prometheus');

test.skipIf(promtool === undefined)('promtool accepts the rules, and their tests pass', () => {
  const ran = (...argv: readonly string[]): string => execFileSync(promtool ?? '', argv, { cwd: FOLDER, encoding: 'utf8' });
  expect(ran('check', 'rules', ...RULES)).toContain('SUCCESS: 9 rules found');
  expect(ran('test', 'rules', 'tests.yaml')).toContain('SUCCESS');
});

test.skipIf(promtool === undefined)('promtool finds nothing to improve in the metrics', async () => {
  const shop = await watchedShop();
  const watch = await runningWatch(shop);
  try {
    await expect.poll(async () => (await watch.get('/readyz')).status, PATIENT).toBe(200);
    const { text } = await watch.get('/metrics');
    expect(execFileSync(promtool ?? '', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
  } finally {
    await watch.end();
    await shop.close();
  }
});

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

test.skipIf(prometheus === undefined)('Prometheus scrapes a watch, and its alert names the bad placement', async () => {
  const shop = await watchedShop();
  const { page, get, look, end } = await runningWatch(shop);
  try {
    const dir = temporaryFolder();
    const [port, target] = [await freePort(), new URL(page).host];
    mkdirSync(path.join(dir, 'data'));
    // The same rules, without the minute that an alert must last: no test waits for that.
    for (const file of RULES)
      writeFileSync(path.join(dir, file), readFileSync(path.join(FOLDER, file), 'utf8').replace(/for: \d+m/g, 'for: 0s'));
    writeFileSync(
      path.join(dir, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: RULES,
        scrape_configs: [{ job_name: 'fleet-gate', static_configs: [{ targets: [target] }] }],
      }),
    );
    child = spawn(
      prometheus ?? '',
      [`--web.listen-address=127.0.0.1:${port}`, '--storage.tsdb.path=data', '--config.file=prometheus.yml'],
      {
        cwd: dir,
        stdio: 'ignore',
      },
    );
    const ask = async (query: string): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`).catch(() => undefined);
      return answer?.ok === true ? answer.json() : undefined;
    };
    const valueOf = async (query: string): Promise<string | undefined> => {
      const [first] = listAt(await ask(query), 'data', 'result');
      return stringAt({ value: listAt(first, 'value')[1] }, 'value');
    };
    await expect.poll(() => valueOf('fleet_gate_object_bad{name="shop"}'), PATIENT).toBe('0');
    shop.breakEast();
    await expect.poll(async () => (look(), (await get('/metrics')).text.includes('state="open"')), PATIENT).toBe(true);
    shop.pass(6);
    await expect.poll(() => (look(), valueOf('fleet_gate_object_bad{name="shop"}')), PATIENT).toBe('1');
    await expect.poll(() => valueOf('ALERTS{alertname="FleetObjectBad",alertstate="firing",name="shop"}'), PATIENT).toBe('1');
    expect(field(await ask('fleet_gate:bad:count{kind="ClusterResourcePlacement"}'), 'status')).toBe('success');
  } finally {
    await end();
    await shop.close();
  }
});

const PATIENT = { timeout: HANG_LIMIT, interval: 50 };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

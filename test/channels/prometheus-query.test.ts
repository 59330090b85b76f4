/** `approve --query` with Debian's Prometheus, which scrapes itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openQuery } from '../../src/cli/approve/prometheus.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { channelProgram } from './tools.ts';

const prometheus = channelProgram('prometheus');
let child: ChildProcess | undefined;
let url = '';

/** What a query proves, and what keeps it from that. */
async function asked(query: string, ...limits: readonly string[]): Promise<readonly string[]> {
  const argv = ['approve', 'csur/a', '--query', query, '--prometheus', url, ...limits];
  const open = openQuery(parseArgv(argv), fakeIo({ cwd: '/' }));
  try {
    const { proven = [], notProven = [] } = (await open?.ask()) ?? {};
    return [...proven, ...notProven];
  } finally {
    await open?.close();
  }
}

afterEach(() => void child?.kill('SIGKILL'));

/** Queries with their limits, and the clause of the report. Two jobs are up. */
const QUERIES: readonly (readonly [query: string, limits: readonly string[], clause: string])[] = [
  ['sum(up)', ['--max', '2'], 'query sum(up) is 2 (at most 2)'],
  ['sum(up)', ['--max', '1.5'], 'query sum(up) is 2, more than 1.5'],
  ['up', ['--min', '1'], 'query up: 2 series, not one: aggregate them, for example with sum() or max()'],
  ['errors_total', ['--max', '1'], 'query errors_total: no data'],
  ['sum(rate(errors_total[5m])) or vector(0)', ['--max', '1'], 'query sum(rate(errors_total[5m])) or vector(0) is 0 (at most 1)'],
  ['sum(up) * 0 / 0', ['--max', '1'], 'query sum(up) * 0 / 0 is NaN, which is not a finite number'],
  ['scalar(sum(up))', ['--max', '2'], 'query scalar(sum(up)) is 2 (at most 2)'],
  ['up[1m]', ['--max', '1'], 'query up[1m]: the result is a matrix, not a vector or a scalar'],
];

test.skipIf(prometheus === undefined)('each answer of a real Prometheus is proof only if it is one number within the limits', async () => {
  const dir = temporaryFolder();
  const port = await freePort();
  url = `http://127.0.0.1:${String(port)}`;
  mkdirSync(path.join(dir, 'data'));
  const scrape = ['a', 'b'].map((job_name) => ({ job_name, static_configs: [{ targets: [`127.0.0.1:${String(port)}`] }] }));
  writeFileSync(path.join(dir, 'prometheus.yml'), JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: scrape }));
  const flags = [`--web.listen-address=127.0.0.1:${String(port)}`, '--storage.tsdb.path=data', '--config.file=prometheus.yml'];
  child = spawn(prometheus ?? '', flags, { cwd: dir, stdio: 'ignore' });
  await expect.poll(() => asked('sum(up)', '--min', '2'), { timeout: HANG_LIMIT }).toEqual(['query sum(up) is 2 (at least 2)']);
  for (const [query, limits, clause] of QUERIES) expect(await asked(query, ...limits)).toEqual([clause]);
  expect((await asked('sum(', '--max', '1')).join()).toMatch(/^query sum\(: .*parse error/);
});

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

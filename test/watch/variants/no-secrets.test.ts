/** What `watch` writes and sends while a placement is bad: no message of the hub, no address of a webhook, no key and no token. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { issuesServer } from '../issues-server.ts';
import { runningWatch } from '../running-watch.ts';
import { watchedShop } from '../watched-shop.ts';

const SECRETS = ['forbidden: exceeded quota', 'T0P-SECRET-PATH', 'the-signing-key', 'github-secret-token'];

it('holds no secret in state, webhook, issue, report, notification, metrics and log', async () => {
  const shop = await watchedShop();
  const github = await issuesServer('github-secret-token');
  const sent: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      sent.push(body);
      return response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  writeFileSync(join(shop.cwd, 'key'), 'the-signing-key\n');
  writeFileSync(join(shop.cwd, 'url'), `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/T0P-SECRET-PATH`);
  const env = { GITHUB_TOKEN: 'github-secret-token', GITHUB_API_URL: github.url };
  const sinks = ['--state', 'watch.json', '--webhook', '@url', '--webhook-key', '@key', '--github-issues', 'contoso/fleet'];
  const argv = [...sinks, '--notify-file', 'notify.json'];
  shop.breakEast();
  await shop.once(argv, env);
  shop.pass(6);
  const { changes, out, err } = await shop.once(argv, env);
  expect(changes).toEqual(['bad']);
  expect([sent.length, github.issues.length]).toEqual([1, 1]);
  const files = ['watch.json', 'notify.json'].map((name) => readFileSync(join(shop.cwd, name), 'utf8'));
  for (const written of [...files, ...sent, JSON.stringify(github.issues)])
    for (const secret of SECRETS) expect(written).not.toContain(secret);
  // The report of the run may quote the hub.
  for (const secret of SECRETS.slice(1)) expect(`${out}${err}`).not.toContain(secret);
  const running = await runningWatch(shop, '--state', 'watch.json', '--webhook', '@url', '--webhook-key', '@key');
  const metricsOf = async (): Promise<string> => (await running.get('/metrics')).text;
  const bad = 'fleet_gate_object_bad{kind="ClusterResourcePlacement",object_namespace="",name="shop"} 1';
  await expect.poll(metricsOf).toContain(bad);
  const metrics = await metricsOf();
  await running.end();
  for (const secret of SECRETS) expect(metrics).not.toContain(secret);
  for (const secret of SECRETS.slice(1)) expect(running.out()).not.toContain(secret);
  server.closeAllConnections();
  await Promise.all([shop.close(), github.close(), new Promise((resolve) => void server.close(resolve))]);
});

/**
 * A program that plays requests to a hub over real sockets and closes the reader at every step of its clock. It prints how often it closed
 * the reader and what stayed open, and then ends by itself. It never calls `process.exit`: anything left open keeps it alive.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/gates/clock.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { connectHub, type LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import { startScriptedServer, type ScriptedServer } from '../hubs/scripted-server.ts';
import { writeProgram } from './write-program.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };
const QUICK = {
  backoffBaseMs: 2,
  backoffMaxMs: 10,
  reconnectMs: 5,
  confirmMs: 5,
  pollMs: 15,
  retryUnseenMs: 20,
  safetyMs: 5,
  requestMs: 0,
};
/** How many turns of the event loop to wait at most: a killed program needs some of them to be gone. */
const TURNS = 20_000;
/** The resources in Node's list that keep a process alive. */
const HOLDS = /^(Timeout|TCP|TLS|Pipe|Process)/;

// Node opens standard output at its first use.
process.stdout.write('');
const folder = mkdtempSync(join(tmpdir(), 'fleet-gate-closed-'));
const plugin = join(folder, 'login');
writeProgram(
  plugin,
  `echo '${JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token: 't' } })}'`,
);

/** Ways to reach the hub, each with what else must be closed. */
const WAYS = {
  'over a connection of its own': {},
  'with the login of a plugin': {
    user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: plugin } },
  },
  'through a proxy that opens no tunnel': { silentProxy: true },
} as const;

interface Way {
  readonly user?: object;
  readonly silentProxy?: boolean;
}

const every = Math.max(1, Number(process.argv[2] ?? 1));
const EXIT_LISTENERS = process.listenerCount('exit');
/** How many resources this process holds by itself, standard output included. */
const OWN = holding().length;
const figures: { readonly way: string; readonly steps: number; readonly closed: number; readonly left: readonly string[] }[] = [];
for (const [way, how] of Object.entries(WAYS)) {
  const steps = await closedAt(Number.POSITIVE_INFINITY, how);
  const left: string[] = [];
  let closed = 0;
  for (let at = 1; at <= steps; at += every) {
    await closedAt(at, how);
    closed++;
    left.push(...(await held()).map((what) => `step ${String(at)}: ${what}`));
  }
  figures.push({ way, steps, closed, left });
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(figures)}\n`);

function holding(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => HOLDS.test(name));
}

/** The resources that stay open. Closed ones may need some turns of the event loop to disappear. */
async function held(): Promise<readonly string[]> {
  for (let turn = 0; ; turn++) {
    const left = [
      ...holding().slice(OWN),
      ...Array.from({ length: process.listenerCount('exit') - EXIT_LISTENERS }, () => 'exit listener'),
    ];
    if (left.length === 0 || turn === TURNS) return left;
    await new Promise<void>((resolve) => {
      // `setTimeout` would itself appear among the open resources.
      setImmediate(() => queueMicrotask(resolve));
    });
  }
}

/** Plays the story and closes the hub at the given step. @returns the number of steps that the story took */
async function closedAt(at: number, way: Way): Promise<number> {
  const server = await startScriptedServer();
  const proxy = way.silentProxy === true ? await silentProxy() : undefined;
  server.put({ name: 'a', note: 'first' });
  let steps = 0;
  let close = (): void => undefined;
  const step = (): void => {
    if (++steps === at) queueMicrotask(() => close());
  };
  const clock: Clock = { now: () => (step(), systemClock.now()), sleep: (ms, signal) => (step(), systemClock.sleep(ms, signal)) };
  const hub = await connectHub({
    kubeconfig: kubeconfig(proxy === undefined ? server.url : 'https://hub.example', way.user ?? {}, proxy?.url),
    env: { PATH: process.env['PATH'] },
    wallClock: () => Date.now(),
    random: () => 0.5,
    clock,
    timing: proxy === undefined ? QUICK : { ...QUICK, connectMs: 10, startBudgetMs: 40 },
  });
  const told = Promise.withResolvers<void>();
  close = () => told.resolve(hub.close());
  if (steps >= at) close();
  await story(server, hub).catch(() => undefined);
  const reached = steps;
  close();
  await told.promise;
  proxy?.close();
  await server.close();
  return reached;
}

/** Lists, watches, lets a safety read find a missed change, and lists again. */
async function story(server: ScriptedServer, hub: LiveHub): Promise<void> {
  hub.preflight([WIDGET]);
  await hub.follow([WIDGET]);
  hub.state();
  server.put({ name: 'a', note: 'lost' }, 'silently');
  await hub.changed(new AbortController().signal);
  hub.state();
  server.endWatches('cleanly');
  await hub.refresh();
}

function kubeconfig(server: string, user: object, proxy: string | undefined): string {
  const path = join(folder, 'config');
  const cluster = { server, ...(proxy === undefined ? {} : { 'proxy-url': proxy, 'insecure-skip-tls-verify': true }) };
  const context = { 'current-context': 'hub', contexts: [{ name: 'hub', context: { cluster: 'c', user: 'u' } }] };
  writeFileSync(path, JSON.stringify({ ...context, clusters: [{ name: 'c', cluster }], users: [{ name: 'u', user }] }));
  return path;
}

async function silentProxy(): Promise<{ readonly url: string; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const proxy = http.createServer().on('connect', () => undefined);
  proxy.on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

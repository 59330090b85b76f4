import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { AccessGrace } from '../../src/gates/hub/access/access-grace.ts';
import type { MemberReader } from '../../src/gates/hub/member-reader.ts';
import type { HubReader } from '../../src/gates/hub/reader.ts';
import { wait } from '../../src/gates/loop/wait.ts';
import type { GateOptions } from '../../src/gates/options.ts';
import type { GateReport } from '../../src/report.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { namespaceShop, NOW, orders } from '../support/fleets/fleet.ts';
import { availableFleet, Interruption, NEVER, unavailableFleet } from '../support/gate/interruption.ts';
import { hangingServer, trickle } from '../support/hubs/hanging-servers.ts';
import { reliability } from '../support/reliability.ts';
import { ScriptedHub } from '../support/hubs/scripted-hub.ts';
import { SimClock } from '../support/sim-clock.ts';
import { VirtualFleet } from '../support/hubs/virtual-fleet.ts';
import { virtualHub } from '../support/hubs/virtual-hub.ts';

const suite = reliability('closes', {
  title: 'A gate that is closed ends, with its report',
  proves:
    'The gate is cancelled, or its connection to the hub is closed, at each point where it waits, while no server answers. Each time it ends with its report, and leaves no timer, connection, listener or program. The test counts them, and a separate process ends by itself.',
});
const MINUTE = 60_000;

interface Played {
  readonly report: GateReport;
  readonly asked: number;
  /** Timers and listeners that are left. */
  readonly left: number;
}

interface Story {
  readonly options?: Partial<GateOptions>;
  readonly manifests?: readonly KubeObject[];
  readonly outcome: GateReport['outcome'];
  readonly deniedAtFirst?: boolean;
}

const STORIES: Readonly<Record<string, Story>> = {
  'a gate that passes': { outcome: 'passed' },
  'a gate that proves the content of a deploy': { outcome: 'passed', manifests: [namespaceShop(), orders('v1')] },
  'a gate that holds': { outcome: 'passed', options: { hold: MINUTE } },
  'a gate that runs out of time': { outcome: 'timedOut', options: { timeout: 15_000 } },
  'a gate that is refused for a while': { outcome: 'passed', deniedAtFirst: true, options: { accessGrace: 5 * MINUTE } },
};

/** On a hub whose answers are counted; members are asked. */
async function scripted(story: Story, at: number): Promise<Played> {
  const clock = new SimClock();
  const by = new Interruption(at);
  const told = new ScriptedHub(clock, NOW, [
    { at: 0, objects: unavailableFleet() },
    { at: 20_000, objects: availableFleet() },
  ]);
  const denied = new ScriptedHub(clock, NOW, [{ at: 0, objects: [] }], {
    ClusterResourcePlacement: { kind: 'denied', message: 'not yet' },
  });
  const hub = (): HubReader => (story.deniedAtFirst === true && clock.now() < 15_000 ? denied : told);
  const reader = by.reader(hub);
  const members: MemberReader = { clusters: new Set(['east']), read: () => by.answer(() => Promise.resolve([])) };
  const access = new AccessGrace({ ms: story.options?.accessGrace ?? 0, clock });
  const report = await clock.play(wait({ reader, clock, members, access, expectation: expected(story), signal: by.cancel.signal }));
  return { report, asked: by.asked, left: clock.pending + getEventListeners(by.cancel.signal, 'abort').length };
}

/** On the real reader, whose requests are counted; it is closed when the gate has ended. */
async function live(story: Story, at: number): Promise<Played> {
  const clock = new SimClock();
  const fleet = new VirtualFleet();
  fleet.hold(unavailableFleet());
  void clock.sleep(20_000).then(() => fleet.hold(availableFleet()));
  const cancel = new AbortController();
  const { hub, asked } = virtualHub(
    clock,
    (url) => {
      if (asked.length < at) return fleet.answer(url);
      queueMicrotask(() => cancel.abort());
      return NEVER;
    },
    { wallClock: () => NOW.getTime() },
  );
  const report = await clock.play(wait({ reader: hub, clock, expectation: expected(story), signal: cancel.signal }));
  await clock.play(hub.close());
  // The story itself waits for its second scene if the gate ended before it.
  const scene = clock.now() < 20_000 ? 1 : 0;
  return { report, asked: asked.length, left: clock.pending - scene + getEventListeners(cancel.signal, 'abort').length };
}

function expected({ options = {}, manifests }: Story): ReturnType<typeof expectationOf> {
  return expectationOf({ targets: [parseTarget('crp/shop')], options, ...(manifests === undefined ? {} : { manifests }) });
}

describe.each([
  ['scripted', scripted, 'thing it awaits of a hub'],
  ['live', live, 'request of the real reader'],
] as const)('%s: cancelled at every point at which it waits', (_, play, what) => {
  const stories = Object.entries(STORIES).filter(([, story]) => play === scripted || story.deniedAtFirst !== true);
  it.each(stories)('%s', async (name, story) => {
    const whole = await play(story, Number.POSITIVE_INFINITY);
    expect({ outcome: whole.report.outcome, left: whole.left }).toEqual({ outcome: story.outcome, left: 0 });
    expect(whole.asked).toBeGreaterThan(3);
    const every = suite.size(1, Math.ceil(whole.asked / 4));
    let times = 0;
    for (let at = 1; at <= whole.asked; at += every) {
      const { report, left } = await play(story, at);
      expect({ at, outcome: report.outcome, left }).toEqual({ at, outcome: 'cancelled', left: 0 });
      times++;
    }
    suite.tell({
      tried: `${name}: cancelled at each ${what}`,
      times,
      outcome: 'ended as cancelled, with a report; no timer and no listener left',
    });
  });
});

describe('a hub that is closed at every step of its clock', () => {
  it('leaves nothing behind in a separate process, which ends by itself', async () => {
    const program = join(import.meta.dirname, '../support/process/closed-at-every-step.ts');
    const child = spawn(process.execPath, [program, String(suite.size(1, 40))], { stdio: ['ignore', 'pipe', 'inherit'] });
    const hanging = setTimeout(() => child.kill('SIGKILL'), 600_000);
    const [out, ended] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    clearTimeout(hanging);
    expect(ended).toEqual([0, null]);
    const figures = JSON.parse(out) as readonly {
      readonly way: string;
      readonly steps: number;
      readonly closed: number;
      readonly left: readonly string[];
    }[];
    for (const { way, steps, closed, left } of figures) {
      expect({ way, left }).toEqual({ way, left: [] });
      expect(steps).toBeGreaterThan(5);
      suite.tell({
        tried: `the real reader ${way}: closed at each step of its clock`,
        times: closed,
        outcome: 'closed; no timer, connection, listener or program left',
      });
    }
  });
});

interface Hang {
  readonly begin?: (socket: Socket) => void;
  readonly scheme?: 'https';
  readonly proxied?: boolean;
  /** The user of the kubeconfig; may name the port of the server. */
  readonly user?: (port: number) => object;
  readonly exitCode: number;
}

const OVER = ['{}', '{"exp":1}', ''].map((claims) => Buffer.from(claims).toString('base64url')).join('.');
const HANGS: Readonly<Record<string, Hang>> = {
  'a proxy that accepts and never answers CONNECT': { proxied: true, exitCode: 4 },
  'a login plugin that hangs and ignores SIGTERM': {
    user: () => ({
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        interactiveMode: 'Never',
        command: 'sh',
        args: ['-c', "trap '' TERM INT; sleep 600 & wait; wait"],
      },
    }),
    exitCode: 5,
  },
  'a TLS handshake that is never finished': { scheme: 'https', exitCode: 4 },
  'a server that accepts the connection and sends nothing': { exitCode: 4 },
  'headers that never end': { begin: (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'), exitCode: 4 },
  'a body that never ends': { begin: (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{', ' '), exitCode: 4 },
  'an OIDC provider that never answers': {
    user: (port) => ({
      'auth-provider': {
        name: 'oidc',
        config: { 'id-token': OVER, 'refresh-token': 'r', 'client-id': 'c', 'idp-issuer-url': `http://127.0.0.1:${String(port)}` },
      },
    }),
    exitCode: 5,
  },
};

/** What the CLI ends with, on its own or by the limit. */
async function gated(hang: Hang): Promise<{ readonly code: number | null; readonly signal: string | null; readonly out: string }> {
  const server = await hangingServer(hang.begin ?? (() => undefined));
  const address = hang.proxied === true ? 'https://hub.example' : `${hang.scheme ?? 'http'}://127.0.0.1:${String(server.port)}`;
  const proxy = hang.proxied === true ? { 'proxy-url': `http://127.0.0.1:${String(server.port)}` } : {};
  const kubeconfig = kubeconfigFile(address, hang.user?.(server.port) ?? {}, { 'insecure-skip-tls-verify': true, ...proxy });
  const cli = join(import.meta.dirname, '../../src/cli.ts');
  const argv = [cli, 'wait', 'crp/shop', '--kubeconfig', kubeconfig, '--timeout', '1s', '--format', 'json'];
  const child = spawn(process.execPath, argv, { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'ignore'] });
  const limit = setTimeout(() => child.kill('SIGKILL'), 300_000);
  const [out, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null, string | null]>]);
  clearTimeout(limit);
  server.close();
  return { code, signal, out };
}

describe('a process whose hub hangs', () => {
  // SECURITY.md: It ends: every wait, request and judgement has a limit
  it('ends by itself with the code of its verdict, and its report is complete', async () => {
    const hangs = Object.entries(HANGS).slice(0, suite.size(Object.keys(HANGS).length, 1));
    await Promise.all(
      hangs.map(async ([name, hang]) => {
        const { code, signal, out } = await gated(hang);
        expect({ name, code, signal }).toEqual({ name, code: hang.exitCode, signal: null });
        expect(JSON.parse(out)).toMatchObject({ exitCode: hang.exitCode });
      }),
    );
    for (const [name, { exitCode }] of hangs)
      suite.tell({
        tried: `the command wait with ${name}`,
        times: 1,
        outcome: `ended by itself with exit code ${String(exitCode)} and a whole report`,
      });
  });
});

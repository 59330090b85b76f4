/**
 * The fault proxy between the shipped CLI and a real API server: the verdict must be the same as without faults, or that the hub is
 * unreachable.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate, type ServerCertificate } from '../../src/demo/hub/certificate.ts';
import { statusAnswer, type Asked, type Fault } from '../support/fault-proxy/faults.ts';
import { issuedCertificate } from '../support/fault-proxy/issued-certificate.ts';
import { REWRITES } from '../support/fault-proxy/rewrites.ts';
import { startTlsProxy, type TlsProxy } from '../support/fault-proxy/tls-proxy.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { tokenOf } from './rig/users.ts';
import { fleetGate, workFolder, type Ended } from './suite/fleet-gate.ts';
import { gateRecording, pause, type GateRun } from './suite/gate-run.ts';
import { withHub } from './suite/pool.ts';

/** The first one passes after some seconds, the second one fails after some seconds. */
const RECORDINGS = ['v0.3.1/first-rollout-green', 'v0.3.1/foreign-owner'];

const HTML: Fault = { kind: 'answer', code: 503, body: '<html><h1>No backend</h1></html>', headers: { 'Content-Type': 'text/html' } };
const rewritten = (name: keyof typeof REWRITES): Fault => ({ kind: 'flow', flow: { kind: 'rewritten', rewrite: REWRITES[name] } });
const reset = (after: number): Fault => ({ kind: 'flow', flow: { kind: 'cut', after, how: 'reset' } });

/** Chooses the fault of a request; `count` requests came before it. */
type Story = (asked: Asked, count: number) => Fault | undefined;

const HEALING: Readonly<Record<string, Story>> = {
  'every other answer is reset, each some bytes later': (_, count) => (count % 2 === 0 && count < 80 ? reset(count * 23) : undefined),
  'every third answer is a page of a proxy': (_, count) => (count % 3 === 0 ? HTML : undefined),
  'every fourth answer is 429, with or without Retry-After': (_, count) =>
    count % 4 === 0 && count < 60 ? statusAnswer(429, count % 8 === 0 ? { 'Retry-After': '1' } : {}) : undefined,
  'bodies are broken gzip, broken chunks and halves': ({ verb }, count) =>
    verb === 'list' && count % 2 === 0 && count < 60
      ? rewritten(
          (['gzip cut off', 'gzip with a wrong checksum', 'a chunk of no size', 'JSON cut off, in an answer that is whole'] as const)[
            (count / 2) % 4
          ] ?? 'an empty body',
        )
      : undefined,
  'watches end every second': ({ verb }) => (verb === 'watch' ? { kind: 'ended', afterMs: 1000 } : undefined),
  'watches say nothing': ({ verb }) => (verb === 'watch' ? { kind: 'flow', flow: { kind: 'cut', after: 300, how: 'silence' } } : undefined),
  'lists come in small pieces': ({ verb }) =>
    verb === 'list' ? { kind: 'flow', flow: { kind: 'slow', pieceBytes: 700, everyMs: 3 } } : undefined,
  // The first twenty requests belong to the start: the gate does not wait for what was never allowed.
  'what was read is refused, unknown and sent elsewhere for a while': (_, count) =>
    count > 60 && count < 100
      ? statusAnswer([401, 403, 404, 302, 409][count % 5] ?? 500, { Location: 'https://login.invalid/' })
      : undefined,
};

describe.skipIf(isMissing(...RECORDINGS.map((name) => `recordings/${name}`))).concurrent('a fault proxy before an API server', () => {
  describe.each(RECORDINGS)('%s', (name) => {
    it.each(Object.entries(HEALING))('%s', async (_, story) => {
      const { run, proxy } = await gated(name, (through) => (through.plan = counted(story)));
      expect(run.misses, run.ended.err).toEqual([]);
      expect(proxy.passed.length).toBeGreaterThan(0);
    });

    it('has the same verdict if connections are cut and a new certificate of the same authority is used', async () => {
      const { run } = await gated(name, async (through, authority) => {
        await pause(1000);
        through.certificate = await issuedCertificate(authority);
        through.cutAll();
      });
      expect(run.misses, run.ended.err).toEqual([]);
    });
  });

  it('with an endless page of a proxy the hub is unreachable', async () => {
    const { ended } = await looked((through) => (through.plan = () => HTML));
    expect(ended.code, ended.err).toBe(4);
    expect(ended.out + ended.err).toMatch(/No backend/);
  });

  it('with a certificate of another authority the hub is unreachable, and gets no token', async () => {
    const { ended, proxy } = await looked(async (through) => (through.certificate = await makeCertificate()));
    expect(ended.code, ended.err).toBe(4);
    expect(ended.out + ended.err).toMatch(/is not signed by the kubeconfig's certificate authority/);
    expect(proxy.passed).toEqual([]);
  });
});

function counted(story: Story): TlsProxy['plan'] {
  let count = 0;
  return (asked) => story(asked, count++);
}

type Disturb = (proxy: TlsProxy, authority: ServerCertificate) => unknown;

/** Gates the recording through a proxy. The disturbance starts before the gate. */
function gated(name: string, disturb: Disturb): Promise<{ readonly run: GateRun; readonly proxy: TlsProxy }> {
  return proxied(disturb, async (hub, kubeconfig, proxy) => ({
    run: await gateRecording(hub, readRecording(name), { kubeconfig }),
    proxy,
  }));
}

/** Waits for a placement through a proxy that lets nothing pass. */
function looked(disturb: Disturb): Promise<{ readonly ended: Ended; readonly proxy: TlsProxy }> {
  return proxied(disturb, async (hub, kubeconfig, proxy) => {
    const argv = ['wait', 'crp/shop', '--kubeconfig', kubeconfig, '--timeout', '15s', '--format', 'json'];
    return { ended: await fleetGate(argv, { hub, cwd: workFolder(hub) }), proxy };
  });
}

function proxied<T>(disturb: Disturb, use: (hub: Hub, kubeconfig: string, proxy: TlsProxy) => Promise<T>): Promise<T> {
  return withHub('v0.3.1', async (hub) => {
    const authority = await makeCertificate();
    const upstream = { url: hub.url, ca: readFileSync(path.join(hub.certs, 'ca.crt')) };
    const proxy = await startTlsProxy(upstream, await issuedCertificate(authority));
    try {
      const disturbing = Promise.resolve(disturb(proxy, authority));
      const used = await use(hub, kubeconfigBy(hub, proxy, authority), proxy);
      await disturbing;
      return used;
    } finally {
      await proxy.close();
    }
  });
}

function kubeconfigBy(hub: Hub, proxy: TlsProxy, authority: ServerCertificate): string {
  const file = path.join(hub.folder, `by-proxy-${new URL(proxy.url).port}.json`);
  const cluster = { server: proxy.url, 'certificate-authority-data': Buffer.from(authority.cert).toString('base64') };
  const config = {
    'current-context': 'hub',
    clusters: [{ name: 'hub', cluster }],
    users: [{ name: 'reader', user: { token: tokenOf('reader') } }],
    contexts: [{ name: 'hub', context: { cluster: 'hub', user: 'reader' } }],
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

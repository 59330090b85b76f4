/** The memory of a running `watch`, beside embedded hubs in this process: see docs/watch.md. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedHub, startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../../src/demo/hub/hub-time.ts';
import { rfc3339 } from '../../../src/fleet/kubernetes/rfc3339.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { measured } from '../../../test/hub/suite/measured.ts';
import { deployOf, FLEET_NOW, largeFleet, members } from '../../../test/support/fleets/large-fleet.ts';
import { CLI } from '../dist.ts';
import type { Row } from '../row.ts';
import { numbered } from '../synthetic-fleet.ts';

const FLEET = { placements: 100, clusters: 20 };
/** ms */
const LASTS = 120_000;
/** ms between two heartbeats of a member; KubeFleet's default is a minute. */
const HEARTBEAT = 15_000;

export const rows: readonly Row[] = [
  {
    group: 'watch',
    what: 'watch: two minutes of 100 placements × 20 clusters',
    figures: { memory: { unit: 'MiB', bound: { of: 'ours', most: 200 } } },
    measure: () => memoryOf([]),
  },
  {
    group: 'watch',
    what: 'watch: the same with --manifests, and a pull secret of each placement on each cluster',
    figures: { memory: { unit: 'MiB', bound: { of: 'ours', most: 200 } } },
    measure: () => memoryOf(['--manifests', 'deploy.json', '--member-kubeconfig', 'members']),
  },
];

/** @throws {Error} if it ended by itself, or has not judged all placements as good */
async function memoryOf(more: readonly string[]): Promise<{ readonly memory: { readonly ours: readonly number[] } }> {
  const began = Date.now();
  const now = (): number => FLEET_NOW.getTime() + Date.now() - began;
  const time = { ...realTime, now };
  const [hub, member] = await Promise.all([startEmbeddedHub({ time }), startEmbeddedHub({ time })]);
  const cwd = mkdtempSync(path.join(tmpdir(), 'fleet-gate-watch-'));
  for (const object of largeFleet(FLEET)) hub.store.put(object);
  write(cwd, hub, member);
  const beat = (): void => {
    for (const each of members(FLEET.clusters)) hub.store.put(heardAt(each, now()));
  };
  beat();
  const beating = setInterval(beat, HEARTBEAT);
  const port = await freePort();
  const page = `http://127.0.0.1:${String(port)}/metrics`;
  const argv = ['watch', '--every', '5s', '--metrics', `127.0.0.1:${String(port)}`, '--kubeconfig', 'hub.json', ...more];
  const run = measured(CLI, argv, cwd);
  try {
    await Promise.race([pause(LASTS), run.ended]);
    const metrics = await (await fetch(page)).text();
    const good = [...metrics.matchAll(/^fleet_gate_object_bad\{kind="ClusterResourcePlacement".*\} 0$/gm)].length;
    if (good !== FLEET.placements) throw new Error(`${String(good)} placements are good:\n${metrics.slice(0, 2000)}`);
    return { memory: { ours: [run.peak()] } };
  } finally {
    run.kill();
    await run.ended;
    clearInterval(beating);
    rmSync(cwd, { recursive: true });
    await Promise.all([hub.close(), member.close()]);
  }
}

/** The kubeconfigs, and the change of all placements. One hub is the member of every name, because each login costs its own connections. */
function write(cwd: string, hub: EmbeddedHub, member: EmbeddedHub): void {
  writeFileSync(path.join(cwd, 'hub.json'), hub.kubeconfig());
  mkdirSync(path.join(cwd, 'members'));
  const names = members(FLEET.clusters).map(({ metadata }) => metadata.name);
  for (const name of names) writeFileSync(path.join(cwd, 'members', `${name}.yaml`), member.kubeconfig());
  const items = numbered(FLEET.placements, (index) => deployOf(index).map(withPullSecret)).flat();
  writeFileSync(path.join(cwd, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  for (const { kind, metadata } of items) if (kind === 'Namespace') member.store.put(pullSecret(metadata.name));
}

function withPullSecret(object: KubeObject): KubeObject {
  if (object.kind !== 'Deployment') return object;
  const { template, ...spec } = object['spec'] as { readonly template: { readonly spec: object } };
  const pod = { ...template.spec, imagePullSecrets: [{ name: 'registry' }] };
  return { ...object, spec: { ...spec, template: { ...template, spec: pod } } };
}

function pullSecret(namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'registry', namespace }, type: 'kubernetes.io/dockerconfigjson', data: {} };
}

function heardAt(member: KubeObject, now: number): KubeObject {
  return JSON.parse(JSON.stringify(member).replaceAll(rfc3339(FLEET_NOW.getTime()), rfc3339(now))) as KubeObject;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A running `watch` on a real API server: it follows changes by watches, also after a restart, and reports a deletion once. */
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { systemClock } from '../../src/gates/clock.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing, truthPath } from '../support/truth.ts';
import { compactEtcd, type Hub } from './rig/hub.ts';
import { playOn } from './rig/play.ts';
import { kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withOwnHub } from './suite/own-hub.ts';
import { withHub } from './suite/pool.ts';

const NAME = 'v0.3.1/first-rollout-green';
const PLACEMENTS = '/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements';

interface Watching {
  /** Waits until its log has the text. */
  readonly until: (text: string) => Promise<void>;
  readonly out: () => string;
  readonly metrics: () => Promise<string>;
  /** Deletes the placement on the hub. @returns its name */
  readonly remove: () => Promise<string>;
  /** Cancels it. @returns the exit code */
  readonly end: () => Promise<number>;
}

/** Starts a watch with a look every five seconds, on a hub as a recording ends. */
async function watching(hub: Hub): Promise<Watching> {
  const folder = workFolder(hub, readRecording(NAME).expected.manifests);
  const play = await playOn(hub, path.resolve(truthPath('recordings', NAME, 'events.jsonl')), { atEnd: true });
  await play.played;
  await play.stop();
  const stop = new AbortController();
  const io = fakeIo({ cwd: folder, env: { PATH: process.env['PATH'] }, signal: stop.signal, clock: systemClock });
  const ended = run(['watch', '--every', '5s', '--metrics', '127.0.0.1:0', '--kubeconfig', kubeconfigOf(hub, 'admin')], io);
  const until = async (text: string): Promise<void> => {
    while (!io.out().includes(text)) await Promise.race([pause(50), ended.then(() => Promise.reject(new Error(`${io.out()}${io.err()}`)))]);
  };
  await until('Watching ');
  const [, page = ''] = /(http:\S+\/metrics)/.exec(io.out()) ?? [];
  return {
    until,
    out: io.out,
    metrics: async () => (await fetch(page)).text(),
    remove: async () => {
      const { items } = (await hub.api.must('GET', PLACEMENTS)).body as { readonly items: readonly KubeObject[] };
      const [name = ''] = items.map(({ metadata }) => metadata.name);
      const body = { metadata: { finalizers: null } };
      await hub.api.must('PATCH', `${PLACEMENTS}/${name}`, { body, contentType: 'application/merge-patch+json' });
      await hub.api.must('DELETE', `${PLACEMENTS}/${name}`);
      return name;
    },
    end: async () => {
      stop.abort();
      const { exitCode, closed } = await ended;
      await closed;
      return exitCode;
    },
  };
}

describe.skipIf(isMissing(`recordings/${NAME}`)).concurrent('watch', () => {
  it('runs, serves metrics of all placements, reports a deleted one once, and ends with the signal', () =>
    withHub('v0.3.1', async (hub) => {
      const watch = await watching(hub);
      const before = await watch.metrics();
      const name = await watch.remove();
      expect(before).toContain(`fleet_gate_object_bad{kind="ClusterResourcePlacement",object_namespace="",name="${name}"}`);
      await watch.until(`Gone: ClusterResourcePlacement/${name}`);
      expect(await watch.metrics()).not.toContain(`name="${name}"`);
      expect(await watch.end()).toBe(130);
      expect(watch.out().match(/Gone: /g)).toHaveLength(1);
    }));

  it('goes on after the API server restarted and etcd was compacted, and reports nothing but the deletion after it', () =>
    withOwnHub({ name: 'watched', version: 'v0.3.1' }, async ({ hub, restart }) => {
      const watch = await watching(hub);
      const known = watch.out().match(/Bad: .*/g) ?? [];
      await compactEtcd(hub);
      await restart(6000);
      // Just after its start an API server answers 429 for a moment.
      while ((await hub.api.ask('GET', PLACEMENTS)).code !== 200) await pause(200);
      const name = await watch.remove();
      await watch.until(`Gone: ClusterResourcePlacement/${name}`);
      expect(await watch.end()).toBe(130);
      expect(watch.out().match(/Gone: /g)).toHaveLength(1);
      expect(watch.out()).not.toMatch(/Healed: |Hub\/hub/);
      expect(watch.out().match(/Bad: .*/g) ?? []).toEqual(known);
    }));
});

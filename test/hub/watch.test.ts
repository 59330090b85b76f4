/** A running `watch` on a real API server: it follows changes by watches, also after a restart, and reports a deletion once. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { systemClock } from '../../src/gates/clock.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing, truthPath } from '../support/truth.ts';
import { compactEtcd, type Hub } from './rig/hub.ts';
import { execPlugin, writeKubeconfig } from './rig/kubeconfigs.ts';
import { playOn } from './rig/play.ts';
import { startRig } from './rig/rig.ts';
import { shortToken, tokenOf } from './rig/users.ts';
import { kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withOwnHub } from './suite/own-hub.ts';
import { withHub } from './suite/pool.ts';

const NAME = 'v0.3.1/first-rollout-green';
const PLACEMENTS = '/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements';

/** A text that is not there by then does not come. */
const MOST_WAITING = 10 * 60_000;

interface Watching {
  /** Waits until its log has the text. */
  readonly until: (text: string) => Promise<void>;
  readonly out: () => string;
  readonly metrics: () => Promise<string>;
  readonly untilMetrics: (text: string) => Promise<void>;
  /** Deletes the placement on the hub, not the one of that name. @returns its name */
  readonly remove: (other?: string) => Promise<string>;
  /** Cancels it. @returns the exit code */
  readonly end: () => Promise<number>;
}

async function playEnd(hub: Hub): Promise<void> {
  const play = await playOn(hub, path.resolve(truthPath('recordings', NAME, 'events.jsonl')), { atEnd: true });
  await play.played;
  await play.stop();
}

/** Starts a watch with a look every five seconds, on a hub as a recording ends. */
async function watching(hub: Hub, kubeconfig = kubeconfigOf(hub, 'admin')): Promise<Watching> {
  const folder = workFolder(hub, readRecording(NAME).expected.manifests);
  const stop = new AbortController();
  const io = fakeIo({ cwd: folder, env: { PATH: process.env['PATH'] }, signal: stop.signal, clock: systemClock });
  const ended = run(['watch', '--every', '5s', '--metrics', '127.0.0.1:0', '--kubeconfig', kubeconfig], io);
  const told = (): Error => new Error(`${io.out()}${io.err()}`);
  const until = async (text: string): Promise<void> => {
    const limit = Date.now() + MOST_WAITING;
    while (!io.out().includes(text)) {
      if (Date.now() > limit) throw told();
      await Promise.race([pause(50), ended.then(() => Promise.reject(told()))]);
    }
  };
  await until('Watching ');
  const [, page = ''] = /(http:\S+\/metrics)/.exec(io.out()) ?? [];
  const metrics = async (): Promise<string> => (await fetch(page)).text();
  return {
    until,
    out: io.out,
    metrics,
    untilMetrics: async (text) => {
      while (!(await metrics()).includes(text)) await pause(100);
    },
    remove: async (other) => {
      const { items } = (await hub.api.must('GET', PLACEMENTS)).body as { readonly items: readonly KubeObject[] };
      const name = items.find(({ metadata }) => metadata.name !== other)?.metadata.name ?? '';
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
      await playEnd(hub);
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
      await playEnd(hub);
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

  it('tells the truth after etcd was restored to an earlier state: deleted objects are there again, and later ones are gone', async () => {
    const rig = await startRig(path.join(inject('site').folder, 'restored'));
    try {
      const { hub } = await rig.start({ name: 'restored', version: 'v0.3.1' });
      await playEnd(hub);
      const backup = path.join(hub.folder, 'backup');
      await rig.whileStopped((data) => cpSync(data, backup, { recursive: true }));
      const watch = await watching(hub);
      const known = watch.out().match(/Bad: .*/g) ?? [];
      await create(hub, 'later');
      const name = await watch.remove('later');
      await watch.until(`Gone: ClusterResourcePlacement/${name}`);
      await watch.untilMetrics('name="later"');
      await rig.whileStopped((data) => {
        rmSync(data, { recursive: true });
        cpSync(backup, data, { recursive: true });
      });
      await watch.until('Gone: ClusterResourcePlacement/later');
      await watch.untilMetrics(`name="${name}"`);
      expect(await watch.metrics()).not.toContain('name="later"');
      // The hub now uses resource versions a second time.
      await create(hub, 'again');
      await watch.untilMetrics('name="again"');
      expect(await watch.end()).toBe(130);
      expect(watch.out().match(/Gone: .*/g)).toHaveLength(2);
      expect(watch.out()).not.toMatch(/Healed: |Hub\/hub/);
      expect(watch.out().match(/Bad: .*/g) ?? []).toEqual(known);
    } finally {
      await rig.stop();
    }
  });

  it('says once that its token has expired, and goes on with the token that the kubeconfig has then', () =>
    withHub('v0.3.1', async (hub) => {
      await playEnd(hub);
      const kubeconfig = writeKubeconfig(hub, 'watch', { token: await shortToken(hub.api, hub.certs, 45) });
      // The token must last until the first look, also on a machine that is busy.
      const watch = await watching(hub, kubeconfig);
      await watch.until('The hub cannot be read: ');
      writeKubeconfig(hub, 'watch', { token: tokenOf('reader') });
      await watch.until('The hub can be read again.');
      const name = await watch.remove();
      await watch.until(`Gone: ClusterResourcePlacement/${name}`);
      expect(await watch.end()).toBe(130);
      expect(watch.out().match(/The hub cannot be read/g)).toHaveLength(1);
      expect(watch.out().match(/Gone: /g)).toHaveLength(1);
    }));

  it('calls a plugin again whose tokens expire, and says nothing', () =>
    withHub('v0.3.1', async (hub) => {
      await playEnd(hub);
      const { body } = await hub.api.must('GET', '/api/v1/namespaces/default/serviceaccounts/ci');
      const calls = path.join(hub.folder, 'watch-calls');
      const watch = await watching(hub, writeKubeconfig(hub, 'plugin', execPlugin(hub, String(body.metadata.uid), 15, calls)));
      while (readFileSync(calls, 'utf8').split('\n').length <= 3) await pause(100);
      const name = await watch.remove();
      await watch.until(`Gone: ClusterResourcePlacement/${name}`);
      expect(await watch.end()).toBe(130);
      expect(watch.out()).not.toContain('cannot be read');
    }));
});

/** Creates a placement of nothing, which no controller schedules. */
async function create(hub: Hub, name: string): Promise<void> {
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name }];
  await hub.api.must('POST', PLACEMENTS, {
    body: {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacement',
      metadata: { name },
      spec: { resourceSelectors },
    },
  });
}

/** A running `watch` on a real API server: it follows changes by watches, and reports an object that is deleted. */
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { systemClock } from '../../src/gates/clock.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing, truthPath } from '../support/truth.ts';
import { playOn } from './rig/play.ts';
import { kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withHub } from './suite/pool.ts';

const NAME = 'v0.3.1/first-rollout-green';
const PLACEMENTS = '/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements';

describe.skipIf(isMissing(`recordings/${NAME}`)).concurrent('watch', () => {
  it('runs, serves metrics of all placements, reports a deleted one once, and ends with the signal', () =>
    withHub('v0.3.1', async (hub) => {
      const folder = workFolder(hub, readRecording(NAME).expected.manifests);
      const play = await playOn(hub, path.resolve(truthPath('recordings', NAME, 'events.jsonl')), { atEnd: true });
      await play.played;
      const stop = new AbortController();
      const io = fakeIo({ cwd: folder, env: { PATH: process.env['PATH'] }, signal: stop.signal, clock: systemClock });
      const argv = ['watch', '--every', '5s', '--metrics', '127.0.0.1:0', '--kubeconfig', kubeconfigOf(hub, 'admin')];
      const ended = run(argv, io);
      const until = async (text: string): Promise<void> => {
        while (!io.out().includes(text)) await Promise.race([pause(50), ended.then(() => Promise.reject(new Error(io.out() + io.err())))]);
      };
      await until('Watching ');
      const { items } = (await hub.api.must('GET', PLACEMENTS)).body as { readonly items: readonly KubeObject[] };
      const [name = ''] = items.map(({ metadata }) => metadata.name);
      const [, page = ''] = /(http:\S+\/metrics)/.exec(io.out()) ?? [];
      expect(await (await fetch(page)).text()).toContain(
        `fleet_gate_object_bad{kind="ClusterResourcePlacement",object_namespace="",name="${name}"}`,
      );
      await play.stop();
      await hub.api.must('PATCH', `${PLACEMENTS}/${name}`, {
        body: { metadata: { finalizers: null } },
        contentType: 'application/merge-patch+json',
      });
      await hub.api.must('DELETE', `${PLACEMENTS}/${name}`);
      await until(`Gone: ClusterResourcePlacement/${name}`);
      stop.abort();
      const { exitCode, closed } = await ended;
      await closed;
      expect(exitCode).toBe(130);
      expect(io.out().match(/Gone: /g)).toHaveLength(1);
    }));
});

/** `status` and `clusters` on a real API server: the list of a small fleet and of a large one, and the file of the members. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StatusReport } from '../../src/report.ts';
import { placementName } from '../support/fleets/large-fleet.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';
import { userKubeconfig } from './rig/kubeconfigs.ts';
import { fleetGate, gateOf, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withHub } from './suite/pool.ts';
import { gating } from './suite/recording-run.ts';
import { grant } from './suite/rights.ts';
import { writeFleet } from './suite/write-fleet.ts';

const VERSION = 'v0.3.1';
const FAILED = 'v0.3.1/denied-by-policy';
const LIST = ['list', 'watch'];

describe.skipIf(isMissing('crds', `recordings/${FAILED}`))('a list of placements', () => {
  it('has the verdict and the cause that diagnose has', () =>
    withHub(VERSION, async (hub) => {
      const set = await gating(hub, readRecording(FAILED), { atEnd: true });
      await set.play.played;
      const flags = ['--config', path.join(set.folder, 'config.json'), '--kubeconfig', kubeconfigOf(hub, 'admin')];
      const [listed, judged] = [
        await fleetGate(['status', '-o', 'json', ...flags], { hub, cwd: set.folder }),
        await fleetGate(['diagnose', '--format', 'json', ...flags], { hub, cwd: set.folder }),
      ];
      expect(listed.code, listed.err).toBe(0);
      const { placements } = gateOf(judged);
      const targets = (JSON.parse(listed.out) as { readonly status: StatusReport }).status.targets;
      expect(targets.map(({ object, verdict }) => `${object.name} ${verdict}`).toSorted()).toEqual(
        placements.map(({ object, verdict }) => `${object.name} ${verdict}`).toSorted(),
      );
      const titles = placements.flatMap(({ diagnoses }) => diagnoses.slice(0, 1).map(({ title }) => title));
      expect(titles.length).toBeGreaterThan(0);
      for (const title of titles) expect(listed.out).toContain(title);
    }));

  it('of a large fleet needs only the rights of the kinds that it reads, and its members become a file', () =>
    withHub(VERSION, async (hub) => {
      const size = { placements: 21, clusters: 100 };
      const heartbeats = await writeFleet(hub, size);
      try {
        const cwd = workFolder(hub);
        const kubeconfig = userKubeconfig(hub, 'nobody');
        await grant(hub, 'nobody', [
          { apiGroups: ['cluster.kubernetes-fleet.io'], resources: ['memberclusters'], verbs: LIST },
          {
            apiGroups: ['placement.kubernetes-fleet.io'],
            resources: [
              'clusterresourceplacements',
              'resourceplacements',
              'clusterstagedupdateruns',
              'stagedupdateruns',
              'clusterapprovalrequests',
              'approvalrequests',
            ],
            verbs: LIST,
          },
        ]);
        const listed = await fleetGate(['status', '--kubeconfig', kubeconfig], { hub, cwd });
        expect(listed.code, listed.err).toBe(0);
        const [, first = '', ...others] = listed.out.trimEnd().split('\n');
        expect(first).toMatch(new RegExp(`^crp/${placementName(size.placements - 1)} +waiting +0/100 +becoming available`));
        expect(others.filter((line) => / passed +100\/100 +available /.test(line))).toHaveLength(size.placements - 1);
        expect(listed.err).toContain('Content, bindings and Works were not read');
        expect(listed.err).not.toMatch(/forbidden|apiVersion/);

        const clusters = await fleetGate(['clusters', '--kubeconfig', kubeconfig], { hub, cwd });
        expect(clusters.code, clusters.err).toBe(0);
        expect(readFileSync(path.join(cwd, 'clusters.yaml'), 'utf8').match(/^ *kind: MemberCluster$/gm)).toHaveLength(size.clusters);
        await hub.api.must('DELETE', '/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters/member-007');
        const again = await fleetGate(['clusters', '--kubeconfig', kubeconfig], { hub, cwd });
        expect(`${again.out}${again.err}`).toContain('member-007');
      } finally {
        await heartbeats.stop();
      }
    }));
});

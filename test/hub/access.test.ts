/** What a gate may read on a real API server with RBAC: what it reports, and whether the role that it prints is sufficient. */
import { describe, expect, it } from 'vitest';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';
import { userKubeconfig } from './rig/kubeconfigs.ts';
import { gateOf, type Ended } from './suite/fleet-gate.ts';
import { gateRecording } from './suite/gate-run.ts';
import { withHub } from './suite/pool.ts';
import { applyRole, grant, rolesIn } from './suite/rights.ts';

const QUICK = 'v0.3.1/first-rollout-green';
const FAILING = 'v0.3.1/denied-by-policy';
const NAMESPACED = 'v0.3.1/rp-never-available';
const RECORDINGS = [QUICK, FAILING, NAMESPACED].map((name) => `recordings/${name}`);

const FLEET = ['placement.kubernetes-fleet.io', 'cluster.kubernetes-fleet.io'];

describe.skipIf(isMissing(...RECORDINGS)).concurrent('access', () => {
  it('without rights it exits with 5, and the role that it prints makes the same run work', () =>
    withHub('v0.3.1', async (hub) => {
      const kubeconfig = userKubeconfig(hub, 'nobody');
      const refused = await gateRecording(hub, readRecording(FAILING), { kubeconfig });
      expect(refused.ended.code, refused.ended.err).toBe(5);
      await applyRole(hub, rolesIn(refused.ended.err));
      const { misses, ended } = await gateRecording(hub, readRecording(FAILING), { kubeconfig });
      expect(misses, ended.err).toEqual([]);
      expect(ended.err).not.toContain('forbidden');
    }));

  it('with list but not watch it polls, says so first and has the same result, and the role that it prints lets it watch', () =>
    withHub('v0.3.1', async (hub) => {
      await grant(hub, 'lister', [{ apiGroups: [...FLEET, '', 'apps'], resources: ['*'], verbs: ['list'] }]);
      const kubeconfig = userKubeconfig(hub, 'lister');
      const polled = await gateRecording(hub, readRecording(FAILING), { kubeconfig });
      expect(polled.misses, polled.ended.err).toEqual([]);
      expect(polled.ended.err).toMatch(/does not let these be watched; while waiting they are listed every 5 s instead: .*Work/);
      await applyRole(hub, rolesIn(polled.ended.err));
      const { misses, ended } = await gateRecording(hub, readRecording(FAILING), { kubeconfig });
      expect(misses, ended.err).toEqual([]);
      expect(ended.err).not.toMatch(/watched/);
    }));

  it('with placements and bindings only it says that the content is not proven, and the role that it prints proves it', () =>
    withHub('v0.3.1', async (hub) => {
      await grant(hub, 'partial', [
        { apiGroups: FLEET, resources: ['clusterresourceplacements', 'clusterresourcebindings'], verbs: ['list', 'watch'] },
      ]);
      const kubeconfig = userKubeconfig(hub, 'partial');
      const blind = await gateRecording(hub, readRecording(QUICK), { kubeconfig });
      expect(freshnessOf(blind.ended), blind.ended.err).toEqual(['assumed']);
      expect(blind.ended.err).toMatch(
        /clusterresourcesnapshots.* is forbidden.*\n.*hence: it cannot be proven that the newest content is rolled out/,
      );
      await applyRole(hub, rolesIn(blind.ended.err));
      const { misses, ended } = await gateRecording(hub, readRecording(QUICK), { kubeconfig });
      expect(misses, ended.err).toEqual([]);
      expect(freshnessOf(ended)).toEqual(['proven']);
    }));

  it('a user with rights in one namespace can gate its ResourcePlacement', () =>
    withHub('v0.3.1', async (hub) => {
      const recording = readRecording(NAMESPACED);
      const [, namespace = ''] = recording.expected.target[0]?.split('/') ?? [];
      await hub.api.must('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
      await grant(hub, 'local', [{ apiGroups: [...FLEET, '', 'apps'], resources: ['*'], verbs: ['list', 'watch'] }], namespace);
      const { ended } = await gateRecording(hub, recording, { kubeconfig: userKubeconfig(hub, 'local', namespace) });
      // Works and members cannot be read. The outcome must be right; a cause on the member may be missing.
      expect(ended.code, ended.err).toBe(recording.expected.exitCode);
      expect(ended.err).toMatch(/forbidden/);
    }));
});

function freshnessOf(ended: Ended): readonly string[] {
  return gateOf(ended).placements.map(({ freshness }) => freshness);
}

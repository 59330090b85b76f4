/**
 * `PlacementPolicy` and `ClusterPlacementPolicy` are only interfaces: main has their CustomResourceDefinitions and no controller for them.
 * Source: KubeFleet main (e160c1cd): only the package itself imports `apis/kubefleet.dev`, no chart contains these CRDs, and `crd-verify`
 * in the `Makefile` excludes them until the implementation is done.
 */
import { conditionsAt } from '../../fleet/kubernetes/condition.ts';
import { MAIN_KINDS, POLICY_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { knownApis } from '../world/known-apis.ts';
import { defineRule } from '../world/rule.ts';

export const policyNotActedOn = defineRule<{ readonly kind: string }>({
  id: 'policy-not-acted-on',
  summary: 'KubeFleet does not process this kind yet',
  effect: 'advice',
  kinds: MAIN_KINDS.map(({ kind }) => kind),
  why: 'KubeFleet main defines `PlacementPolicy` and `ClusterPlacementPolicy` in the group `placement.kubefleet.dev`. No chart installs their definitions, and no controller reads them: a hub that has the definitions accepts the object, and nothing is placed. Observed on main in August 2026.',
  remedy: 'Use a ClusterResourcePlacement or a ResourcePlacement until a release of KubeFleet processes this kind.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ kind }) => `KubeFleet does not process ${kind} yet, so it places nothing.`,
  *check(manifest, world) {
    const { apiVersion, kind } = manifest.object;
    if (groupOf(apiVersion) !== POLICY_GROUP) return;
    const isServed = world.target === 'main' || world.contracts?.find(manifest.object) !== undefined;
    if (!isServed && knownApis(world).find(POLICY_GROUP, kind) === undefined) return;
    // A status shows that a controller of this hub acts on it.
    if (conditionsAt(world.before(manifest)?.live, 'status', 'conditions').length === 0) yield { at: '/kind', data: { kind } };
  },
});

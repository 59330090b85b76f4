/**
 * PickAll without a matching cluster is fulfilled: Scheduled True, "found 0 cluster(s)", and nothing is placed. Source:
 * `pkg/scheduler/framework/framework.go` (PickAll requests as many clusters as it found), evaluated by the what-if scheduler.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { Unpicked } from '../../schedule/decision.ts';
import { refusalsText } from '../placing/refusals.ts';
import { defineRule } from '../world/rule.ts';
import { whatIf } from '../placing/what-if.ts';

const REMEDY = 'Correct the required labels or properties, or tolerate the taints.';

export const picksNoCluster = defineRule<{ readonly unpicked: readonly Unpicked[] }>({
  id: 'picks-no-cluster',
  summary: 'PickAll matches no member cluster and reports success',
  effect: 'misbehaves',
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'PickAll selects every eligible cluster and succeeds even if there is none: `Scheduled` is True with "found 0 cluster(s)", and so are all later conditions. With a label that no cluster has, or a taint on all of them, the deploy seems to succeed.',
  remedy: REMEDY,
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ unpicked }) => `No member cluster is eligible for this placement (${refusalsText(unpicked)}).`,
  remedyFor: ({ unpicked }) =>
    unpicked.every(({ plugin }) => plugin === 'ClusterEligibility')
      ? 'Repair the member clusters first: no placement reaches any of them (`kubectl get memberclusters`).'
      : REMEDY,
  *check(manifest, world) {
    if (policyOf(manifest.object).placementType !== 'PickAll') return;
    const scheduling = whatIf(manifest, world);
    if (scheduling === undefined || scheduling.picked.length > 0 || scheduling.unpicked.length === 0) return;
    // A namespace that this deploy brings exists before the scheduler runs again.
    if (scheduling.unpicked.some(({ plugin }) => plugin === 'NamespaceAffinity')) return;
    yield { at: '/spec/policy', part: 'key', data: { unpicked: scheduling.unpicked } };
  },
});

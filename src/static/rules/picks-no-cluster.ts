/**
 * PickAll without a matching cluster is fulfilled: Scheduled True, "found 0 cluster(s)", and nothing is placed. Source:
 * `pkg/scheduler/framework/framework.go` (PickAll requests as many clusters as it found), evaluated by the what-if scheduler.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { Unpicked } from '../../schedule/decision.ts';
import { listed } from '../../fleet/text/listed.ts';
import { type UnmetLabels, unmetLabels } from '../answers/unmet-labels.ts';
import { refusalsText } from '../placing/refusals.ts';
import { defineRule } from '../world/rule.ts';
import { whatIf } from '../placing/what-if.ts';

interface NotPicked {
  readonly unpicked: readonly Unpicked[];
  readonly unmet: UnmetLabels | undefined;
}

const REMEDY = 'Correct the required labels or properties, or tolerate the taints.';

export const picksNoCluster = defineRule<NotPicked>({
  id: 'picks-no-cluster',
  summary: 'PickAll matches no member cluster and reports success',
  effect: 'misbehaves',
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'PickAll selects every eligible cluster and succeeds even if there is none: `Scheduled` is True with "found 0 cluster(s)", and so are all later conditions. With a label that no cluster has, or a taint on all of them, the deploy seems to succeed.',
  remedy: REMEDY,
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ unpicked, unmet }) => {
    if (unmet?.only === undefined) return `No member cluster is eligible for this placement (${refusalsText(unpicked)}).`;
    const { text, known } = unmet.only;
    return `No member cluster meets \`${text}\`, so none is eligible for this placement${known.length === 0 ? '' : `; the existing values are ${listed(known, 5)}`}.`;
  },
  remedyFor: ({ unpicked, unmet }) => {
    if (unmet?.meant !== undefined) return `Did you mean ${unmet.meant}?`;
    if (unmet?.only !== undefined)
      return 'Write the label as the member clusters have it (`kubectl get memberclusters --show-labels`), or add it to the intended clusters.';
    return unpicked.every(({ plugin }) => plugin === 'ClusterEligibility')
      ? 'Repair the member clusters first: no placement reaches any of them (`kubectl get memberclusters`).'
      : REMEDY;
  },
  *check(manifest, world) {
    if (policyOf(manifest.object).placementType !== 'PickAll') return;
    const scheduling = whatIf(manifest, world);
    if (scheduling === undefined || scheduling.picked.length > 0 || scheduling.unpicked.length === 0) return;
    // A namespace that this deploy brings exists before the scheduler runs again.
    if (scheduling.unpicked.some(({ plugin }) => plugin === 'NamespaceAffinity')) return;
    const { unpicked } = scheduling;
    const unmet = unmetLabels(manifest, unpicked, world);
    if (unmet?.only === undefined) yield { at: '/spec/policy', part: 'key', data: { unpicked, unmet } };
    else yield { at: unmet.only.at, data: { unpicked, unmet } };
  },
});

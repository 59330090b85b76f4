/**
 * If PickN finds fewer clusters than requested, it stays unfulfilled. The clusters that it found are served, within the limits of
 * maxUnavailable. Source: `pkg/scheduler/framework/framework.go` (`SchedulingPolicyUnfulfilled`), evaluated by the what-if scheduler in
 * `src/schedule`.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { numberAt } from '../../fleet/json/json.ts';
import type { Unpicked } from '../../schedule/decision.ts';
import { unmetLabels } from '../answers/unmet-labels.ts';
import { refusalsText } from '../placing/refusals.ts';
import { defineRule } from '../world/rule.ts';
import { whatIf } from '../placing/what-if.ts';

interface TooFew {
  readonly wanted: number;
  readonly found: number;
  readonly unpicked: readonly Unpicked[];
  /** The label that was probably meant, if no cluster is found. */
  readonly meant: string | undefined;
}

export const picknTooFewClusters = defineRule<TooFew>({
  id: 'pickn-too-few-clusters',
  summary: 'PickN asks for more clusters than it can find',
  effect: 'fails',
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'PickN selects clusters that are joined and healthy, have the required labels and properties, have only tolerated taints, and satisfy the spread constraints. If there are fewer than `numberOfClusters`, `Scheduled` is False with reason `SchedulingPolicyUnfulfilled`. The missing clusters use up `maxUnavailable`, so updates can be blocked as well.',
  remedy: 'Lower `numberOfClusters`, or make more clusters eligible: labels, tolerations, spread constraints.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ wanted, found, unpicked }) => {
    const why = unpicked.length === 0 ? '' : ` (${refusalsText(unpicked)})`;
    return `PickN asks for ${wanted} cluster${wanted === 1 ? '' : 's'} and finds ${found}${why}.`;
  },
  // If there is no cluster, the lower number would be 0, and nothing would be placed.
  remedyFor: ({ found, meant }) => {
    if (meant !== undefined) return `Did you mean ${meant}?`;
    return found > 0 ? undefined : 'Make clusters eligible: labels, tolerations, spread constraints.';
  },
  *check(manifest, world) {
    const scheduling = whatIf(manifest, world);
    const wanted = numberAt(manifest.object, 'spec', 'policy', 'numberOfClusters');
    if (scheduling?.outcome !== 'Unfulfilled' || wanted === undefined) return;
    const found = scheduling.picked.length;
    // A namespace that this deploy brings exists before the scheduler runs again.
    const withoutNamespace = scheduling.unpicked.filter(({ plugin }) => plugin === 'NamespaceAffinity');
    if (found + withoutNamespace.length >= wanted) return;
    const meant = found === 0 ? unmetLabels(manifest, scheduling.unpicked, world)?.meant : undefined;
    yield { at: '/spec/policy/numberOfClusters', data: { wanted, found, unpicked: scheduling.unpicked, meant } };
  },
});

/**
 * A toleration matches only taints with exactly its key and value. If it is mistyped, the placement does not get the cluster. Source:
 * `pkg/scheduler/framework/plugins/tainttoleration`, evaluated as in `src/schedule/plugins`.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { taintsAt, tolerates, type Taint } from '../../fleet/kubernetes/taint.ts';
import { takesPart } from '../answers/admission.ts';
import { clustersInFull } from '../world/cluster-facts.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { isTaintTypo, taintText } from '../answers/taint-typo.ts';

interface Mistyped {
  readonly toleration: string;
  readonly taint: string;
  readonly cluster: string;
}

export const tolerationMistyped = defineRule<Mistyped>({
  id: 'toleration-mistyped',
  summary: 'A toleration differs from the taint of a member cluster by a typo',
  effect: 'misbehaves',
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'Key and value of a toleration must match the taint exactly; with `operator: Exists` only the key. The hub does not report a toleration that matches no taint: the placement goes to the other clusters and succeeds. Reported only if a cluster has a taint that differs by a typo and is not tolerated otherwise.',
  remedy: 'Copy key and value from the taint of the member cluster.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ toleration, taint, cluster }) =>
    `No member cluster has taint ${toleration}; ${cluster} has ${taint}, which is not tolerated.`,
  remedyFor: ({ taint }) => `Did you mean ${taint}?`,
  *check(manifest, world) {
    const clusters = clustersInFull(world);
    if (clusters === undefined || !isResolved(manifest, '/spec/policy') || !takesPart(manifest, '/spec/policy', world)) return;
    const { tolerations, placementType } = policyOf(manifest.object);
    if (placementType !== 'PickAll' && placementType !== 'PickN') return;
    const taints = clusters.flatMap((cluster) =>
      taintsAt(cluster, 'spec', 'taints').map((taint) => ({ taint, cluster: cluster.metadata.name })),
    );
    const isOpen = ({ taint }: { readonly taint: Taint }): boolean => !tolerations.some((toleration) => tolerates(toleration, taint));
    for (const [index, toleration] of tolerations.entries()) {
      if (taints.some(({ taint }) => tolerates(toleration, taint))) continue;
      const missed = taints.filter(isOpen).find(({ taint }) => isTaintTypo(toleration, taint));
      if (missed === undefined) continue;
      const data = { toleration: taintText(toleration), taint: taintText(missed.taint), cluster: missed.cluster };
      yield { at: `/spec/policy/tolerations/${index}`, data };
    }
  },
});

/**
 * A cluster with a taint is picked only by placements that tolerate it; placements that hold it already keep it. PickFixed needs no
 * toleration. Source: `pkg/scheduler/framework/plugins/tainttoleration`, evaluated as in `src/schedule/plugins`.
 */
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { taintsAt, tolerates, type Toleration } from '../../fleet/kubernetes/taint.ts';
import { clusterPlacements, nameOf, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { isTaintTypo, taintText } from '../answers/taint-typo.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface NotTolerated {
  readonly cluster: string;
  readonly taint: string;
  /** A toleration that was probably meant for it, in written form. */
  readonly near: string | undefined;
}

export const taintNotTolerated = defineRule<NotTolerated>({
  id: 'taint-not-tolerated',
  summary: 'No placement tolerates the taint of a member cluster',
  effect: 'advice',
  otherwise: { misbehaves: 'a toleration differs from the taint by a typo' },
  kinds: ['MemberCluster'],
  why: 'A taint keeps away every placement that does not tolerate it, but does not remove content that is already there. If no placement tolerates it, the cluster gets no new PickAll or PickN placements. This is correct for a cluster that is being drained, and easily forgotten afterwards. It is a warning if a toleration differs from the taint by a typo. Compared with the placements of the manifests, and with those of the hub if it was read.',
  remedy: 'Tolerate the taint in the placements that are intended for this cluster, or remove the taint when the cluster is in use again.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ cluster, taint, near }) =>
    `No placement tolerates taint ${taint}${near === undefined ? '' : `, only ${near}`}, so only placements that name ${cluster} reach it.`,
  remedyFor: ({ near, taint }) => (near === undefined ? undefined : `Write the same taint and toleration: ${taint} or ${near}.`),
  *check(manifest, world) {
    if (!isResolved(manifest, '/spec/taints')) return;
    const tolerations = tolerationsIn(world);
    if (tolerations === undefined) return;
    for (const [index, taint] of taintsAt(manifest.object, 'spec', 'taints').entries()) {
      if (tolerations.some((toleration) => tolerates(toleration, taint))) continue;
      const near = tolerations.find((toleration) => isTaintTypo(toleration, taint));
      const data = { cluster: nameOf(manifest), taint: taintText(taint), near: near && taintText(near) };
      yield { at: `/spec/taints/${index}`, data, ...(near === undefined ? {} : { effect: 'misbehaves' }) };
    }
  },
});

/**
 * The tolerations of all placements that taints exclude from clusters; `undefined` if there are none, or if a variable makes the answer
 * unknown.
 */
const tolerationsIn = oncePer((world: World): readonly Toleration[] | undefined => {
  const ours = [...clusterPlacements(world), ...namespacedPlacements(world)];
  if (ours.some((placement) => !isResolved(placement, '/spec/policy'))) return undefined;
  const objects = [...ours.map(({ object }) => object), ...(world.hub?.objects ?? []).filter(isPlacement)];
  const policies = objects.map(policyOf).filter(({ placementType }) => placementType === 'PickAll' || placementType === 'PickN');
  return policies.length === 0 ? undefined : policies.flatMap(({ tolerations }) => tolerations);
});

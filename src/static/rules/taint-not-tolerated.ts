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
import { isTaintSlip, taintText } from '../answers/taint-slip.ts';
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
  why: 'A taint keeps every placement away that does not tolerate it, and leaves alone what is there. With one that nothing tolerates no PickAll or PickN placement comes to the cluster any more, which is right for one that is being emptied and easily forgotten afterwards. Where a toleration differs from the taint by a typo it is a warning. Compared with the placements of the manifests, and with those of the hub where they were read.',
  remedy: 'Tolerate the taint in the placements that are meant for this cluster, or remove it once the cluster is to be used again.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ cluster, taint, near }) =>
    `No placement tolerates taint ${taint}${near === undefined ? '' : `, only ${near}`}, so only one that names ${cluster} comes there.`,
  remedyFor: ({ near, taint }) => (near === undefined ? undefined : `Write taint and toleration alike: ${taint} or ${near}.`),
  *check(manifest, world) {
    if (!isResolved(manifest, '/spec/taints')) return;
    const tolerations = tolerationsIn(world);
    if (tolerations === undefined) return;
    for (const [index, taint] of taintsAt(manifest.object, 'spec', 'taints').entries()) {
      if (tolerations.some((toleration) => tolerates(toleration, taint))) continue;
      const near = tolerations.find((toleration) => isTaintSlip(toleration, taint));
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

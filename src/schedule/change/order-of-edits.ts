import { listed } from '../../fleet/text/listed.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { isNewPolicy } from '../existing.ts';
import type { PlanContext, Planned } from '../plan-context.ts';
import { schedule } from '../schedule.ts';
import type { Held } from './held-before.ts';

/**
 * Warnings, in whole sentences, if the order in which a new policy and new labels or taints of clusters reach the hub matters. That holds
 * for clusters that match the old policy with the old labels and the new policy with the new labels, but not the new policy with the old
 * labels. A cluster that does not match a new policy is not kept.
 * @param before the placement in the base
 * @param held the clusters that it held there
 * @param picked the clusters that it picks after all edits are on the hub
 */
export function orderOfEdits(
  placement: Planned,
  before: Planned | undefined,
  held: Held,
  picked: readonly string[],
  { base, input }: PlanContext,
): readonly string[] {
  if (before === undefined || base === undefined || input.membersBefore === undefined) return [];
  const { object, namespace } = placement;
  const { now, target } = input;
  if (!isNewPolicy(objectAt(before.object, 'spec', 'policy'), objectAt(object, 'spec', 'policy'), object.kind, target)) return [];
  const policyFirst = schedule({ placement: object, namespace, clusters: base.clusters, now, target, existing: held.existing }).picked;
  const lost = held.picked.filter((cluster) => picked.includes(cluster) && !policyFirst.includes(cluster)).toSorted();
  if (lost.length === 0) return [];
  return [
    `Apply the MemberClusters first: with their old labels or taints the new policy removes it from ${listed(lost, 5)} until they change.`,
  ];
}

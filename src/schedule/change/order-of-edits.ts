import { listed } from '../../fleet/text/listed.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { isNewPolicy } from '../existing.ts';
import type { PlanContext, Planned } from '../plan-context.ts';
import { schedule } from '../schedule.ts';
import type { Held } from './held-before.ts';

/** Names a sentence shows. */
const SHOWN = 5;

/**
 * What depends on whether a new policy or new labels and taints of clusters reach the hub first, in whole sentences: clusters that fit the old
 * ones as well as the new ones of both, and not the new policy with the old labels. Nothing keeps a cluster that a new policy does not fit.
 * @param before in the base @param held what it held there @param picked what it picks once all is on the hub
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
    `Apply the MemberClusters first: with their old labels or taints the new policy takes it off ${listed(lost, SHOWN)} until these change.`,
  ];
}

import type { LabelRequirement } from '../fleet/label-selector.ts';
import { policyOf, type ClusterSelectorTerm, type PlacementPolicy } from '../fleet/placement-policy.ts';
import type { Manifest } from './manifest.ts';
import { reachOf } from './reach.ts';
import type { World } from './world.ts';

/**
 * Whether two placements can have a cluster in common: not when PickFixed lists share no name, one asks for no cluster, their required labels
 * exclude each other, or the scheduler would give them different ones of the known members.
 */
export function canShareCluster(one: Manifest, other: Manifest, world: World): boolean {
  return policiesAllow(one, other) && membersAllow(one, other, world);
}

function membersAllow(one: Manifest, other: Manifest, world: World): boolean {
  if (world.members === undefined) return true;
  const [a, b] = [reachOf(one, world), reachOf(other, world)];
  return a.kind !== 'clusters' || b.kind !== 'clusters' || a.names.some((name) => b.names.includes(name));
}

function policiesAllow(one: Manifest, other: Manifest): boolean {
  const [a, b] = [policyOf(one.object), policyOf(other.object)];
  if (picksNone(a) || picksNone(b)) return false;
  if (a.placementType === 'PickFixed' && b.placementType === 'PickFixed')
    return a.clusterNames.some((name) => b.clusterNames.includes(name));
  const [termsA, termsB] = [requiredTerms(a), requiredTerms(b)];
  return termsA.some((termA) => termsB.some((termB) => !excludeEachOther(requirementsOf(termA), requirementsOf(termB))));
}

function picksNone({ placementType, numberOfClusters }: PlacementPolicy): boolean {
  return placementType === 'PickN' && numberOfClusters === 0;
}

/** The terms one of which a cluster must satisfy; PickFixed looks at none. */
function requiredTerms({ placementType, required }: PlacementPolicy): readonly ClusterSelectorTerm[] {
  return placementType === 'PickFixed' || required.length === 0 ? [{ labels: undefined, properties: [] }] : required;
}

function requirementsOf({ labels }: ClusterSelectorTerm): readonly LabelRequirement[] {
  return labels?.requirements ?? [];
}

/** Whether no set of labels can satisfy both: some key would need two values at once, or to be there and not. */
function excludeEachOther(a: readonly LabelRequirement[], b: readonly LabelRequirement[]): boolean {
  return a.some((one) => b.some((other) => one.key === other.key && (clash(one, other) || clash(other, one))));
}

function clash(one: LabelRequirement, other: LabelRequirement): boolean {
  if (one.operator === 'In' && other.operator === 'In') return !one.values.some((value) => other.values.includes(value));
  if (one.operator === 'In' && other.operator === 'NotIn') return one.values.every((value) => other.values.includes(value));
  return (one.operator === 'In' || one.operator === 'Exists') && other.operator === 'DoesNotExist';
}

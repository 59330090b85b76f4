import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Override } from '../../selection/override.ts';
import { clusterKeyFor } from '../override/cluster-key.ts';
import { overrideResource, receiverOf, type Doubt, type Receiver, type RulePlace, type Step } from '../override/override-resource.ts';
import type { OverriddenTarget } from '../override/placement-overrides.ts';

/**
 * The form in which an object arrives at a cluster.
 *
 * - `same`: no override patches it, and the object is not a copy
 * - `patched`: `open` has pointers to values that only the hub knows, and `doubts` the patches that may fail
 * - `leftOut`: an override deletes it
 * - `failed`: a patch cannot be applied, and the cluster gets nothing new
 */
export type Outcome =
  | { readonly kind: 'same'; readonly object: KubeObject }
  | {
      readonly kind: 'patched';
      readonly object: KubeObject;
      readonly open: readonly string[];
      readonly steps: readonly Step[];
      readonly doubts: readonly Doubt[];
    }
  | { readonly kind: 'leftOut'; readonly by: Override }
  | { readonly kind: 'failed'; readonly place: RulePlace; readonly error: string; readonly certain: boolean };

/** The form of one object for a set of clusters. */
export interface Variant {
  readonly clusters: readonly MemberCluster[];
  /** The overrides with a matching rule, in the order they are applied. */
  readonly applied: readonly Override[];
  readonly outcome: Outcome;
}

/** Returns the forms of an object on these clusters. The clusters are split into disjoint sets that its overrides treat equally. */
export function variantsOf(target: OverriddenTarget, clusters: readonly MemberCluster[]): readonly Variant[] {
  if (clusters.length === 0) return [];
  const { overrides, resource } = target;
  if (overrides.length === 0) return [{ clusters, applied: [], outcome: { kind: 'same', object: resource.object } }];
  return [...Map.groupBy(clusters, clusterKeyFor(overrides)).values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ clusters: members, ...variantFor(target, receiverOf(first)) }];
  });
}

/**
 * As `variantsOf`, but clusters that differ only in the value of `${MEMBER-CLUSTER-NAME}` have one variant: that of the first. There may be
 * thousands, and few questions depend on the name.
 */
export function variantsIgnoringNames(target: OverriddenTarget, clusters: readonly MemberCluster[]): readonly Variant[] {
  const likeness = clusterKeyFor(target.overrides);
  const members = [...Map.groupBy(clusters, (cluster) => likeness({ ...cluster, name: '' })).values()];
  return members.flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ clusters: group, ...variantFor(target, receiverOf(first)) }];
  });
}

/** As `variantsOf`, for one cluster at a time. Clusters that the overrides of the object treat equally share one variant. */
export function variantsByCluster(target: OverriddenTarget): (cluster: MemberCluster) => Omit<Variant, 'clusters'> {
  const likeness = clusterKeyFor(target.overrides);
  const known = new Map<string, Omit<Variant, 'clusters'>>();
  return (cluster) => {
    const key = likeness(cluster);
    const found = known.get(key) ?? variantFor(target, receiverOf(cluster));
    known.set(key, found);
    return found;
  };
}

/** Applies the matching rules to an object. */
export function variantFor(target: OverriddenTarget, receiver: Receiver): Omit<Variant, 'clusters'> {
  const { resource, overrides } = target;
  const applied = overrides.filter(({ rules }) => rules.some((rule) => receiver.matches(rule)));
  if (applied.length === 0) return { applied, outcome: { kind: 'same', object: resource.object } };
  const result = overrideResource(resource, applied, receiver);
  return { applied, outcome: result.kind === 'failed' ? result : asOutcome(result) };
}

/**
 * Applies the patches to an object and skips those that fail, to find other faults of the result; `undefined` if a rule deletes the object.
 */
export function withoutFailures(target: OverriddenTarget, receiver: Receiver): Extract<Outcome, { readonly kind: 'patched' }> | undefined {
  const result = overrideResource(target.resource, target.overrides, receiver, 'go on');
  if (result.kind === 'failed' || result.object === undefined) return undefined;
  return { kind: 'patched', object: result.object, open: result.open, steps: result.steps, doubts: result.doubts };
}

/** The objects that arrive; the content of an envelope replaces the envelope. */
export function objectsIn(outcome: Outcome): readonly KubeObject[] {
  if (outcome.kind === 'leftOut' || outcome.kind === 'failed') return [];
  return isEnvelope(outcome.object) ? enclosedObjects(outcome.object) : [outcome.object];
}

function asOutcome({
  object,
  open,
  steps,
  doubts,
  leftOutBy,
}: Extract<ReturnType<typeof overrideResource>, { kind: 'overridden' }>): Outcome {
  if (object !== undefined) return { kind: 'patched', object, open, steps, doubts };
  // Only a Delete rule can leave no object.
  if (leftOutBy === undefined) throw new Error('an object is gone that no override deletes');
  return { kind: 'leftOut', by: leftOutBy };
}

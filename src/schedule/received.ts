import { enclosedObjects, isEnvelope } from '../fleet/kubefleet/envelope.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import type { KubeObject, ObjectRef } from '../fleet/kubernetes/object.ts';
import { ruleMatches, type Override } from '../selection/override.ts';
import { overrideResource } from './override/override-resource.ts';
import { overriddenTargets, type OverriddenTarget, type PlacedBy, type Resolvable } from './override/placement-overrides.ts';
import type { HubContent } from '../selection/hub-content.ts';
import type { SelectedResource } from '../selection/selection.ts';

/** What a placement sends to its clusters, and what is done to it on the way. */
export interface Sender<T extends Resolvable> {
  readonly placement: PlacedBy;
  readonly selected: readonly SelectedResource<T>[];
  readonly overrides: readonly Override[];
  readonly content: HubContent<T>;
  readonly target: HubProfile;
}

/** What a cluster receives of an object: objects, none where an override leaves it out, or nothing new where a patch fails. */
export type Received = { readonly ref: ObjectRef } & (
  | { readonly kind: 'received'; readonly objects: readonly KubeObject[]; readonly applied: readonly Override[]; readonly open: boolean }
  | { readonly kind: 'leftOut'; readonly applied: readonly Override[] }
  | { readonly kind: 'failed'; readonly by: Override; readonly error: string; readonly certain: boolean }
);

/** The objects of these resources as they leave for the clusters, those that no override selects as well. */
export function sentObjects<T extends Resolvable>(
  { placement, overrides, content, target }: Sender<T>,
  resources: readonly SelectedResource<T>[],
): readonly OverriddenTarget[] {
  return overriddenTargets(placement, resources, overrides, content, target, 'everything');
}

/** Whether an override selects a resource, or what it holds. */
export function isOverridden<T extends Resolvable>(
  { placement, overrides, content, target }: Sender<T>,
  resource: SelectedResource<T>,
): boolean {
  return overriddenTargets(placement, [resource], overrides, content, target).length > 0;
}

/** What one cluster receives of an object. What an envelope holds is in its place. */
export function receivedOn({ resource, overrides }: OverriddenTarget, cluster: MemberCluster): Received {
  const { ref } = resource;
  const applied = overrides.filter(({ rules }) => rules.some((rule) => ruleMatches(rule, cluster)));
  const outcome = overrideResource(resource, applied, cluster);
  if (outcome.kind === 'failed') return { ref, kind: 'failed', by: outcome.place.override, error: outcome.error, certain: outcome.certain };
  if (outcome.object === undefined) return { ref, kind: 'leftOut', applied };
  return {
    ref,
    kind: 'received',
    objects: isEnvelope(ref) ? enclosedObjects(outcome.object) : [outcome.object],
    applied,
    open: outcome.open,
  };
}

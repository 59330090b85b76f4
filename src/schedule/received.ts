import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { Override } from '../selection/override.ts';
import { overriddenTargets, type OverriddenTarget, type PlacedBy, type Resolvable } from './override/placement-overrides.ts';
import type { HubContent } from '../selection/hub-content.ts';
import type { SelectedResource } from '../selection/selection.ts';

/** The objects that a placement sends to its clusters, and the overrides applied to them. */
export interface Sender<T extends Resolvable> {
  readonly placement: PlacedBy;
  readonly selected: readonly SelectedResource<T>[];
  readonly overrides: readonly Override[];
  readonly content: HubContent<T>;
  readonly target: HubProfile;
}

/** The objects of these resources after overrides, also those that no override selects. */
export function sentObjects<T extends Resolvable>(
  { placement, overrides, content, target }: Sender<T>,
  resources: readonly SelectedResource<T>[],
): readonly OverriddenTarget[] {
  return overriddenTargets(placement, resources, overrides, content, target, 'everything');
}

/** Whether an override selects a resource or, in an envelope, its content. */
export function isOverridden<T extends Resolvable>(
  { placement, overrides, content, target }: Sender<T>,
  resource: SelectedResource<T>,
): boolean {
  return overriddenTargets(placement, [resource], overrides, content, target).length > 0;
}

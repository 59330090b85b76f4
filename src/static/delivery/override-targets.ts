import { objectKey } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Override } from '../../selection/override.ts';
import type { Overridable } from '../../schedule/override/override-resource.ts';
import { deliveriesChangedBy, overridesIn, type OverriddenDelivery } from './overridden-deliveries.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** An object that an override changes on its way to the clusters of a placement. */
export interface OverrideTarget {
  readonly placement: Manifest;
  /** `maybe`: it is not known whether the placement sends exactly this object. */
  readonly selected: 'yes' | 'maybe';
  readonly resource: Overridable;
  /** The override in the form that `src/schedule` reads. */
  readonly override: Override;
  /** Overrides that are applied before it. */
  readonly earlier: readonly Override[];
  /** Overrides that are applied after it. */
  readonly later: readonly Override[];
}

/** The deliveries that an override changes, as rules need them that try one override alone or beside the others. */
export function overrideTargets(manifest: Manifest, world: World): readonly OverrideTarget[] {
  const override = overridesIn(world).get(manifest);
  if (override === undefined) return [];
  return deliveriesChangedBy(override, world).map((delivery) => targetOf(delivery, override));
}

function targetOf({ placement, selected, target: { resource, overrides } }: OverriddenDelivery, override: Override): OverrideTarget {
  const index = overrides.indexOf(override);
  const [earlier, later] = [overrides.slice(0, index), overrides.slice(index + 1)];
  return { placement, selected, resource, override, earlier: withoutSame(earlier, override), later: withoutSame(later, override) };
}

/** Without other declarations of the same override: a hub has only one of them. */
function withoutSame(others: readonly Override[], override: Override): readonly Override[] {
  return others.filter((other) => keyOf(other) !== keyOf(override));
}

const keyOf = oncePer(({ ref }: Override) => objectKey(ref));

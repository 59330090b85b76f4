import { placementSelectors, type PlacementSelectors, type ReadSelector } from '../../selection/placement-selectors.ts';
import type { ResourceSelector } from '../../selection/resource-selector.ts';
import type { SelectorReach } from '../../selection/selector-reach.ts';
import { knownApis } from './known-apis.ts';
import type { Manifest } from './manifest.ts';
import { oncePerWorld } from './once-per-world.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/** An entry of `spec.resourceSelectors`, with its pointer and its namespace on the hub. */
export interface Selector extends ResourceSelector {
  readonly at: string;
  readonly reach: SelectorReach;
}

/** The selectors of a placement without variables; one with a variable could select anything. */
export function selectorsOf(placement: Manifest, world: World): readonly Selector[] {
  return readSelectors(placement, world).selectors.flatMap(({ selector, reach }, index) =>
    reach.kind === 'unread' ? [] : [{ at: pointerTo(index), ...selector, reach }],
  );
}

/** All selectors of a placement, as the hub reads them. */
export const readSelectors = oncePerWorld((placement, world): PlacementSelectors => {
  const namespace = isResolved(placement, '/metadata/namespace') ? placement.namespace : undefined;
  return placementSelectors(
    placement.object,
    namespace,
    knownApis(world),
    world.target,
    ({ kind }, index) => kind !== '' && isResolved(placement, pointerTo(index)),
  );
});

/** A selector as the hub reads it. */
export function asRead({ at: _at, reach, ...selector }: Selector): ReadSelector {
  return { selector, reach };
}

function pointerTo(index: number): string {
  return `/spec/resourceSelectors/${index}`;
}

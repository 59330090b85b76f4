import { maySend, placedBy } from '../placing/placements-of-object.ts';
import { isChanged } from '../world/changed.ts';
import { isNew } from '../world/known-base.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { overridesOn, sameIn } from './rolled-out-content.ts';

/** An object or override that a placement certainly does not roll out in the same way before and after the change. */
export interface ChangedContent {
  /** Of the base if the change deletes it. */
  readonly manifest: Manifest;
  /** `added`: the placement did not roll it out before. `dropped`: it no longer does. */
  readonly how: 'edited' | 'added' | 'dropped';
}

/**
 * The first object that certainly makes the content of a placement another one. A deleted object does not, as long as the placement selects
 * it: `kubectl apply` leaves it on the hub.
 */
export function changedObject(placement: Manifest, world: World): ChangedContent | undefined {
  const now = placedBy(placement, world);
  const edited = now.find((each) => isChanged(each, world));
  if (edited !== undefined) return { manifest: edited, how: 'edited' };
  const before = inBase(placement, world);
  if (before === undefined) return undefined;
  const { base } = before;
  const added = now.find((each) => {
    const old = sameIn(base, each);
    return isNamed(each) && (old.length === 0 ? isNew(each, world) : old.every((one) => !maySend(before.placement, one, base)));
  });
  if (added !== undefined) return { manifest: added, how: 'added' };
  const dropped = placedBy(before.placement, base)
    .flatMap((each) => {
      const found = sameIn(world, each);
      return found.length === 0 && world.gone.includes(each) ? [each] : found.length === 1 ? found : [];
    })
    .find((each) => isNamed(each) && !maySend(placement, each, world));
  return dropped && { manifest: dropped, how: 'dropped' };
}

/** The same for the overrides on the objects. */
export function changedOverride(placement: Manifest, world: World): ChangedContent | undefined {
  const before = inBase(placement, world);
  if (before === undefined) return undefined;
  const now = overridesOn(placement, world);
  const left = overridesOn(before.placement, before.base).flatMap((each) => sameIn(world, each));
  const edited = [...now, ...left].find((each) => isChanged(each, world));
  if (edited !== undefined) return { manifest: edited, how: 'edited' };
  const added = now.find((each) => isNew(each, world));
  return added && { manifest: added, how: 'added' };
}

function inBase(placement: Manifest, world: World): { readonly placement: Manifest; readonly base: World } | undefined {
  const base = world.base();
  const [found, ...others] = base === undefined ? [] : sameIn(base, placement);
  return base === undefined || found === undefined || others.length > 0 ? undefined : { placement: found, base };
}

import { couldBecome } from '../../fleet/text/literal-parts.ts';
import { hasOpenName, keyOf, type Planned } from '../plan-context.ts';

/**
 * The placements of a base that are not in the tree any more. A placement whose name is not known may be one that seems new, so it is not
 * certain that it is gone. A placement with a name that every hub refuses was never on a hub. @param head all placements of the tree
 */
export function removedPlacements<T extends Planned>(head: readonly Planned[], base: readonly T[]): readonly T[] {
  const [names, known] = [new Set(head.map(keyOf)), new Set(base.map(keyOf))];
  const fresh = head.filter((placement) => !known.has(keyOf(placement)));
  const mayBeThere = (placement: T): boolean => hasOpenName(placement) && fresh.some((other) => mayBeSamePlacement(placement, other));
  return base.filter((placement) => mayExist(placement) && !names.has(keyOf(placement)) && !mayBeThere(placement));
}

/** Whether a placement of the base with an unknown name may be this placement of the tree. */
export function mayBeSamePlacement(before: Planned, now: Planned): boolean {
  if (!hasOpenName(before) || before.object.kind !== now.object.kind) return false;
  return hasOpenName(now) || couldBecome(before.object.metadata.name, now.object.metadata.name);
}

/** Whether a hub may have it. Source of the form of names: apimachinery `pkg/util/validation/validation.go`, IsDNS1123Subdomain. */
function mayExist(placement: Planned): boolean {
  return hasOpenName(placement) || /^[a-z0-9.-]{1,253}$/.test(placement.object.metadata.name);
}

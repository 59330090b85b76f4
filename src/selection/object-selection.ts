import type { Entry, Selectable, Surroundings } from './hub-content.ts';
import type { PlacementSelectors } from './placement-selectors.ts';
import type { HubVersion } from './propagation.ts';
import { placementRefusal } from './refusal.ts';
import { selectorAnswer, type OpenReason, type SelectorAnswer } from './selector-answer.ts';

/**
 * What a placement does with an object.
 * `selected`: it places the object.
 * `leftOut`: a selector picks the object, but the hub never places such an object.
 * `refused`: a selector picks the object, but the hub refuses the whole placement.
 * `missed`: a selector is for this kind in this place, but does not match this object.
 * `foreign`: no selector is for such an object. `open`: it is not known.
 */
export type ObjectSelection =
  | { readonly kind: 'selected' | 'leftOut' | 'refused' | 'missed' | 'foreign' }
  | { readonly kind: 'open'; readonly reason: OpenReason };

/**
 * Answers for single objects whether a placement selects them, with the same answers as `selectResources`. It does not check the other
 * objects, so it does not see if the selectors pick another object twice.
 */
export function objectSelector(
  placement: PlacementSelectors,
  surroundings: Surroundings,
  hub: HubVersion,
): (entry: Entry<Selectable>) => ObjectSelection {
  const isRefused = placementRefusal(placement, surroundings) !== undefined;
  const asked = { home: placement.home, surroundings, hub };
  return (entry) => {
    const answers = placement.selectors.map((read) => selectorAnswer(read, entry, asked));
    const picking = answers.filter(({ kind }) => kind === 'picked');
    // An object that is picked twice makes the whole placement invalid.
    if (picking.length > 0) return { kind: picking.length > 1 || isRefused ? 'refused' : 'selected' };
    const open = answers.find(isOpen);
    if (open !== undefined) return isRefused ? { kind: 'refused' } : open;
    return { kind: BY_WEIGHT.find((kind) => answers.some((answer) => answer.kind === kind)) ?? 'foreign' };
  };
}

const BY_WEIGHT = ['leftOut', 'missed'] as const;

function isOpen(answer: SelectorAnswer): answer is Extract<SelectorAnswer, { readonly kind: 'open' }> {
  return answer.kind === 'open';
}

import type { Interest, Visibility } from '../../../fleet/hub-state.ts';

const WORST_FIRST = ['denied', 'notServed', 'unread', 'seen'] as const;

/**
 * What several readings of a type come to. One namespace is seen where any of them sees it; a whole type only where nothing asked for is missing.
 * What was read of some placements alone says nothing of a type that was asked for as a whole too: who may list one may not list all.
 */
export function combinedVisibility(
  states: readonly { readonly interest: Interest; readonly state: Visibility }[],
  oneNamespace: boolean,
): Visibility {
  const whole = states.filter(({ interest }) => interest.of === undefined);
  const telling = whole.length > 0 ? whole : states;
  const seen = telling.find(({ interest, state }) => state.kind === 'seen' && (oneNamespace || interest.namespace === undefined));
  if (seen !== undefined) return seen.state;
  const sorted = telling.toSorted((a, b) => WORST_FIRST.indexOf(a.state.kind) - WORST_FIRST.indexOf(b.state.kind));
  return sorted[0]?.state ?? { kind: 'unread' };
}

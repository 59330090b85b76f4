import type { Interest, Visibility } from '../../../fleet/hub-state.ts';

const WORST_FIRST = ['denied', 'notServed', 'unread', 'seen'] as const;

/** What several readings of a type come to. One namespace is seen where any of them sees it; a whole type only where nothing asked for is missing. */
export function combinedVisibility(
  states: readonly { readonly interest: Interest; readonly state: Visibility }[],
  oneNamespace: boolean,
): Visibility {
  const seen = states.find(({ interest, state }) => state.kind === 'seen' && (oneNamespace || interest.namespace === undefined));
  if (seen !== undefined) return seen.state;
  const sorted = states.toSorted((a, b) => WORST_FIRST.indexOf(a.state.kind) - WORST_FIRST.indexOf(b.state.kind));
  return sorted[0]?.state ?? { kind: 'unread' };
}

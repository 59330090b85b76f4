import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';

interface Reading {
  readonly interest: Interest;
  readonly state: Visibility;
}

const WORST_FIRST = ['denied', 'notServed', 'unread', 'seen'] as const;

/**
 * What several readings of a type come to: seen, where each of them is or another one shows all that it was to show. So a whole type that was
 * denied is not seen for being read of some placements: who may list one may not list all.
 * @param oneNamespace they are asked about one namespace, in which any of them shows as much as one of everything
 */
export function combinedVisibility(readings: readonly Reading[], oneNamespace: boolean): Visibility {
  const [seen, open] = [readings.filter(isSeen), readings.filter((reading) => !isSeen(reading))];
  const missing = open.filter(({ interest }) => !seen.some((other) => shows(other.interest, interest, oneNamespace)));
  const [worst] = missing.toSorted((a, b) => WORST_FIRST.indexOf(a.state.kind) - WORST_FIRST.indexOf(b.state.kind));
  return worst?.state ?? seen[0]?.state ?? { kind: 'unread' };
}

function isSeen({ state }: Reading): boolean {
  return state.kind === 'seen';
}

/** Whether who reads the one reads all of the other. */
function shows(one: Interest, other: Interest, oneNamespace: boolean): boolean {
  const isWider = oneNamespace || one.namespace === undefined || one.namespace === other.namespace;
  return isWider && (one.of === undefined || other.of?.every((name) => one.of?.includes(name)) === true);
}

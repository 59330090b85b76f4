import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';

interface Reading {
  readonly interest: Interest;
  readonly state: Visibility;
}

const WORST_FIRST = ['denied', 'notServed', 'unread', 'seen'] as const;

/**
 * Combines several readings of a type. The result is seen if each reading is seen, or if another reading shows all that it would show. If
 * the whole type was denied, reading some placements does not make it seen: permission to list one is not permission to list all.
 * @param oneNamespace the readings are for one namespace, in which each of them shows as much as a reading of the whole type
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

/** Whether the first reading includes all objects of the second. */
function shows(one: Interest, other: Interest, oneNamespace: boolean): boolean {
  const isWider = oneNamespace || one.namespace === undefined || one.namespace === other.namespace;
  return isWider && (one.of === undefined || other.of?.every((name) => one.of?.includes(name)) === true);
}

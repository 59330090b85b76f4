import { PARENT_LABEL } from '../../fleet/derived-from.ts';
import type { Interest } from '../../fleet/hub-state.ts';

/** Each once. */
export function uniqueInterests(interests: readonly Interest[]): readonly Interest[] {
  return [...new Map(interests.map((interest) => [interestKey(interest), interest])).values()];
}

/** Equal for interests in the same objects. */
export function interestKey({ group, kind, namespace = '', of }: Interest): string {
  return `${group}/${kind}/${namespace}${of === undefined ? '' : `/${of.join(',')}`}`;
}

export function sameInterest(a: Interest, b: Interest): boolean {
  return interestKey(a) === interestKey(b);
}

/** An interest in a message. */
export function interestLabel({ kind, namespace }: Interest): string {
  return namespace === undefined ? kind : `${kind} in ${namespace}`;
}

/** The labels of what KubeFleet derived from placements of these names. */
export function derivedSelector(names: readonly string[]): string {
  return `${PARENT_LABEL} in (${names.join(',')})`;
}

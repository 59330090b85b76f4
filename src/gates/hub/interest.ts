import type { Interest } from './reader.ts';

/** Each once. */
export function uniqueInterests(interests: readonly Interest[]): readonly Interest[] {
  return interests.filter((interest, index) => interests.findIndex((other) => sameInterest(other, interest)) === index);
}

export function sameInterest(a: Interest, b: Interest): boolean {
  return a.group === b.group && a.kind === b.kind && a.namespace === b.namespace;
}

/** An interest in a message. */
export function interestLabel({ kind, namespace }: Interest): string {
  return namespace === undefined ? kind : `${kind} in ${namespace}`;
}

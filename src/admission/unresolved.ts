import { isUnder } from '../fleet/json/json-pointer.ts';

export type IsJudged = (pointer: string) => boolean;

/** Whether a place is written out: neither it nor what it stands in is a placeholder. */
export function isJudged(unresolved: readonly string[]): IsJudged {
  return (pointer) => !unresolved.some((prefix) => isUnder(pointer, prefix));
}

/**
 * Whether a denial of a rule about several fields is certain. A placeholder in the same part of the spec (`/spec/policy`, …), or below what
 * the rule looks at, could decide otherwise.
 */
export function isCertain(unresolved: readonly string[]): IsJudged {
  const parts = new Set(unresolved.map(partOf));
  return (pointer) =>
    !parts.has(partOf(pointer)) && !parts.has('') && !parts.has('/spec') && !unresolved.some((open) => open.startsWith(`${pointer}/`));
}

function partOf(pointer: string): string {
  return pointer.split('/').slice(0, 3).join('/');
}

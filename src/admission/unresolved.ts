import { isUnder } from '../fleet/json/json-pointer.ts';

export type IsJudged = (pointer: string) => boolean;

/** Whether a place is known: neither it nor a value that contains it is a placeholder. */
export function isJudged(unresolved: readonly string[]): IsJudged {
  return (pointer) => !unresolved.some((prefix) => isUnder(pointer, prefix));
}

/**
 * Whether a denial by a rule about several fields is certain. It is not if there is a placeholder in the same part of the spec
 * (`/spec/policy`, …), or below the value that the rule checks.
 */
export function isCertain(unresolved: readonly string[]): IsJudged {
  const parts = new Set(unresolved.map(partOf));
  return (pointer) =>
    !parts.has(partOf(pointer)) && !parts.has('') && !parts.has('/spec') && !unresolved.some((open) => open.startsWith(`${pointer}/`));
}

function partOf(pointer: string): string {
  return pointer.split('/').slice(0, 3).join('/');
}

import { isUnder } from '../fleet/json-pointer.ts';
import type { Manifest } from './manifest.ts';

/**
 * Whether the values at these pointers are what the hub will see: nothing at, under or above them is an unexpanded variable.
 * A rule asks for every value its finding would rest on.
 */
export function isResolved(manifest: Manifest, ...pointers: readonly string[]): boolean {
  return !manifest.unresolved.some((open) => pointers.some((pointer) => isUnder(open, pointer) || isUnder(pointer, open)));
}

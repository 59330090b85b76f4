import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { Manifest } from './manifest.ts';

/**
 * Whether the values at these pointers are what the hub will see: nothing at, under or above them is an unexpanded variable.
 * A rule asks for every value its finding would rest on.
 */
export function isResolved({ unresolved }: Manifest, ...pointers: readonly string[]): boolean {
  return unresolved.length === 0 || !pointers.some((pointer) => touches(pointer, unresolved));
}

function touches(pointer: string, unresolved: Manifest['unresolved']): boolean {
  return unresolved.some((open) => isUnder(open, pointer) || isUnder(pointer, open));
}

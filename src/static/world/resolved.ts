import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { Manifest } from './manifest.ts';

/**
 * Whether the values at these pointers are those that the hub will see: there is no variable at, below or above them. A rule checks every
 * value that its finding depends on.
 */
export function isResolved({ unresolved }: Manifest, ...pointers: readonly string[]): boolean {
  return unresolved.length === 0 || !pointers.some((pointer) => touches(pointer, unresolved));
}

function touches(pointer: string, unresolved: Manifest['unresolved']): boolean {
  return unresolved.some((open) => isUnder(open, pointer) || isUnder(pointer, open));
}

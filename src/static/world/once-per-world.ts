import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** Caches the result of a function for each manifest of a World, because rules that compare all placements call it very often. */
export function oncePerWorld<T>(compute: (manifest: Manifest, world: World) => T): (manifest: Manifest, world: World) => T {
  // A World keeps its manifests anyway, and a WeakMap is slow.
  const knownIn = oncePer((_world: World) => new Map<Manifest, { readonly value: T }>());
  return (manifest, world) => {
    const known = knownIn(world);
    const found = known.get(manifest);
    if (found !== undefined) return found.value;
    const value = compute(manifest, world);
    known.set(manifest, { value });
    return value;
  };
}

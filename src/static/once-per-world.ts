import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** The same function, computed once for each manifest of a World: rules that compare every placement with every other ask over and over. */
export function oncePerWorld<T>(compute: (manifest: Manifest, world: World) => T): (manifest: Manifest, world: World) => T {
  const worlds = new WeakMap<World, Map<Manifest, T>>();
  return (manifest, world) => {
    const known = worlds.get(world) ?? new Map<Manifest, T>();
    worlds.set(world, known);
    if (!known.has(manifest)) known.set(manifest, compute(manifest, world));
    return known.get(manifest) as T;
  };
}

import { oncePer } from '../fleet/once-per.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** The same function, computed once for each manifest of a World: rules that compare every placement with every other ask over and over. */
export function oncePerWorld<T>(compute: (manifest: Manifest, world: World) => T): (manifest: Manifest, world: World) => T {
  const inWorld = oncePer((world: World) => oncePer((manifest: Manifest) => compute(manifest, world)));
  return (manifest, world) => inWorld(world)(manifest);
}

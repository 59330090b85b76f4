import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

const indexes = new WeakMap<World, ReadonlyMap<string | undefined, readonly Manifest[]>>();

/** The manifests of a namespace, in their order; `undefined`: those without one. */
export function inNamespace(namespace: string | undefined, world: World): readonly Manifest[] {
  const known = indexes.get(world) ?? Map.groupBy(world.manifests, (manifest) => manifest.namespace);
  indexes.set(world, known);
  return known.get(namespace) ?? [];
}

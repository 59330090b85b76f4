import { oncePer } from '../fleet/once-per.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** The manifests of a namespace, in their order; `undefined`: those without one. */
export function inNamespace(namespace: string | undefined, world: World): readonly Manifest[] {
  return byNamespace(world).get(namespace) ?? [];
}

const byNamespace = oncePer(({ manifests }: World) => Map.groupBy(manifests, ({ namespace }) => namespace));

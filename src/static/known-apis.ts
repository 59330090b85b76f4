import { apiResources, type ApiResources } from '../fleet/api-resource.ts';
import type { World } from './world.ts';

const known = new WeakMap<World, ApiResources>();

/** The kinds that are certain: built in, KubeFleet's own, or defined by a CRD among the manifests. */
export function knownApis(world: World): ApiResources {
  const before = known.get(world);
  if (before !== undefined) return before;
  const apis = apiResources(world.ofKind('CustomResourceDefinition').map(({ object }) => object));
  known.set(world, apis);
  return apis;
}

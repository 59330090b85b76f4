import { apiResources, type ApiResources } from '../fleet/api-resource.ts';
import type { World } from './world.ts';

const known = new WeakMap<World, ApiResources>();

/** The kinds that are certain: those the hub lists, where it was asked, else built in and KubeFleet's own; or defined by a CRD among the manifests. */
export function knownApis(world: World): ApiResources {
  const before = known.get(world);
  if (before !== undefined) return before;
  const definitions = world.ofKind('CustomResourceDefinition').map(({ object }) => object);
  const apis = apiResources(definitions, world.hub?.apis);
  known.set(world, apis);
  return apis;
}

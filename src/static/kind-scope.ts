import { apiResources, type ApiResources } from '../fleet/api-resource.ts';
import type { World } from './world.ts';

/** The scope of a kind, where it is certain: built in, KubeFleet's own, or defined by a CRD among the manifests. */
export function scopeOfKind(group: string, kind: string, world: World): 'Namespaced' | 'Cluster' | undefined {
  const resource = apisOf(world).find(group, kind);
  if (resource === undefined) return undefined;
  return resource.namespaced ? 'Namespaced' : 'Cluster';
}

const known = new WeakMap<World, ApiResources>();

function apisOf(world: World): ApiResources {
  const before = known.get(world);
  if (before !== undefined) return before;
  const apis = apiResources(world.ofKind('CustomResourceDefinition').map(({ object }) => object));
  known.set(world, apis);
  return apis;
}

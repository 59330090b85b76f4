import { objectAt } from '../../fleet/json/json.ts';
import { isNamespaceSelector } from '../../selection/resource-selector.ts';
import { placedItemsOf } from './placed-objects.ts';
import { selectorsOf } from '../world/selectors.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

/** A placement that brings a Namespace to its clusters. */
export interface NamespaceSource {
  readonly placement: Manifest;
  /** False if a variable that is not expanded may be the namespace, or if labels may match a Namespace that is not in the manifests. */
  readonly isCertain: boolean;
}

/** The ClusterResourcePlacements that bring a namespace to member clusters, or may do so, in order. */
export function namespaceSources(namespace: string, world: World): readonly NamespaceSource[] {
  const declared = world.find({ group: '', kind: 'Namespace', name: namespace });
  const hasKnownLabels = declared.some((object) => isResolved(object, '/metadata/labels'));
  return clusterPlacements(world).flatMap((placement) => {
    const isCertain = brings(placement, namespace, world);
    const isPossible = !isResolved(placement, '/spec/resourceSelectors') || (!hasKnownLabels && selectsByLabels(placement, world));
    return isCertain || isPossible ? [{ placement, isCertain }] : [];
  });
}

/** Whether a member already has the namespace. Members report it on hubs that collect namespaces. */
export function reportsNamespace(cluster: string, namespace: string, { members = [] }: World): boolean {
  const member = members.find(({ metadata }) => metadata.name === cluster);
  return Object.hasOwn(objectAt(member, 'status', 'namespaces') ?? {}, namespace);
}

function brings(placement: Manifest, namespace: string, world: World): boolean {
  const isIt = placedItemsOf(placement, world).some(
    (placed) => placed.kind === 'object' && placed.objectKind === 'Namespace' && placed.name === namespace,
  );
  return isIt && isResolved(placement, '/spec/policy');
}

function selectsByLabels(placement: Manifest, world: World): boolean {
  return selectorsOf(placement, world).some((selector) => isNamespaceSelector(selector) && selector.name === '');
}

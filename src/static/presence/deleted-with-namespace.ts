import { groupOf } from '../../fleet/kubernetes/object.ts';
import { selectedBy } from '../placing/placed-objects.ts';
import { knownCluster } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { deletionOf, type Deletion, type Named } from './hindrances.ts';

/**
 * Whether overrides delete everything that a ResourcePlacement sends to a cluster, so that it does not need its namespace there. A
 * ClusterResourceOverride on the Namespace that names no placement deletes the objects in it as well.
 */
export function isEmptyOn(name: string, placement: Manifest, world: World): boolean {
  const cluster = knownCluster(name, world);
  return cluster !== undefined && isDeleted(placement, ({ isOn }) => isOn(cluster), world);
}

/** The same for unknown clusters: on those where an override deletes the namespace. */
export function isEmptyWithout(namespace: Named, carriers: readonly Manifest[], placement: Manifest, world: World): boolean {
  const rules = carriers.flatMap((carrier) => deletionOf(carrier, namespace, world)?.rules ?? []);
  return rules.length > 0 && isDeleted(placement, (deletion) => rules.every((rule) => deletion.rules.includes(rule)), world);
}

function isDeleted(placement: Manifest, isSo: (deletion: Deletion) => boolean, world: World): boolean {
  const selected = selectedBy(placement, world);
  if (selected.length === 0 || !isResolved(placement, '/spec/resourceSelectors')) return false;
  return selected.every(({ apiVersion, kind, namespace, name }) => {
    const ref = { group: groupOf(apiVersion), kind, name };
    const deletion = deletionOf(placement, namespace === undefined ? ref : { ...ref, namespace }, world);
    return deletion !== undefined && isSo(deletion);
  });
}

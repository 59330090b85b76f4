import { unplacedFields } from '../../fleet/kubefleet/unplaced-fields.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isOverride } from '../../selection/override.ts';
import type { DeployedObject } from './deployed-object.ts';
import { isPlaceable } from './selection.ts';

/** The fields of the deploy that KubeFleet does not place, one clause for each object. The hub has them, and clusters do not get them. */
export function unplacedFieldClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ manifest, ref }) => {
    const fields = isPlaceable(manifest) && !isOverride(manifest) ? unplacedFields(manifest) : [];
    return fields.length === 0 ? [] : [`KubeFleet does not place ${listed(fields, 3)} of ${displayName(ref)}`];
  });
}

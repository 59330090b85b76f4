import type { ApiResources } from '../fleet/kubefleet/api-resource.ts';
import { refOf, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { overrideKey } from './override-key.ts';
import { overrideTouches } from './override-touch.ts';
import { overrideOf, selectedRefs } from './override.ts';
import type { HubVersion } from './propagation.ts';

/**
 * The selectors of an override that match none of these objects, which placements send to clusters. Group, version, kind and name must be
 * the same (KubeFleet `pkg/utils/overrider/overrider.go`).
 */
export function unsentSelections(
  override: KubeObject,
  sent: readonly KubeObject[],
  apis: ApiResources,
  hub: HubVersion,
): readonly ObjectRef[] {
  const { namespace } = override.metadata;
  const read = overrideOf(override, namespace);
  if (read === undefined) return [];
  return selectedRefs(override, namespace).filter((ref) => {
    const one = { ...read, keys: [overrideKey(ref, ref.namespace)] };
    return sent.every((object) => overrideTouches(one, refOf(object), object, apis, hub) === 'no');
  });
}

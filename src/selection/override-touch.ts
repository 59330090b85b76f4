import type { ApiResources } from '../fleet/kubefleet/api-resource.ts';
import { enclosedObjects, isEnvelope } from '../fleet/kubefleet/envelope.ts';
import { groupOf, refOf, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { overrideKey, overrideKeys } from './override-key.ts';
import type { Override } from './override.ts';
import type { HubVersion } from './propagation.ts';

/**
 * Whether an override is for an object that a placement sends to its clusters; `open` if hub versions differ and the version is not known.
 * v0.3 treats an envelope like any object. KubeFleet's main branch uses the objects in the envelope that belong there instead. Source:
 * `pkg/utils/overrider/overrider.go`, FetchAllMatchingOverridesForResourceSnapshot.
 */
export function overrideTouches(
  { keys }: Override,
  ref: ObjectRef,
  object: KubeObject,
  apis: ApiResources,
  hub: HubVersion,
): 'yes' | 'no' | 'open' {
  const [ofFormer, ofMain] = [overrideKeys(ref, apis), isEnvelope(object) ? keysOfEnvelope(ref, object, apis) : undefined];
  const isFormer = ofFormer.some((key) => keys.includes(key));
  const isMain = ofMain === undefined ? isFormer : ofMain.some((key) => keys.includes(key));
  if (isFormer === isMain) return isMain ? 'yes' : 'no';
  if (hub !== 'v0.3' && hub !== 'main') return 'open';
  return (hub === 'main' ? isMain : isFormer) ? 'yes' : 'no';
}

function keysOfEnvelope({ namespace }: ObjectRef, envelope: KubeObject, apis: ApiResources): readonly string[] {
  const enclosed = enclosedObjects(envelope).map(refOf);
  if (namespace === undefined) return enclosed.filter((ref) => ref.namespace === undefined).flatMap((ref) => overrideKeys(ref, apis));
  const own = overrideKey({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, undefined);
  const belonging = enclosed.filter((ref) => {
    return ref.namespace === namespace && apis.find(groupOf(ref.apiVersion), ref.kind)?.namespaced !== false;
  });
  return [own, ...belonging.map((ref) => overrideKey(ref, namespace))];
}

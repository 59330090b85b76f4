import { listAt } from '../json/json.ts';
import { isKubeObject, type KubeObject } from '../kubernetes/object.ts';
import { enclosedObjects, isEnvelope } from './envelope.ts';

/** The kinds that hold rolled-out content, and the field with it. */
const HELD_AT: Readonly<Record<string, readonly string[]>> = {
  ClusterResourceSnapshot: ['spec', 'selectedResources'],
  ResourceSnapshot: ['spec', 'selectedResources'],
  Work: ['spec', 'workload', 'manifests'],
};

/** The kinds that hold rolled-out content. */
export const HOLDER_KINDS: readonly string[] = Object.keys(HELD_AT);

/** The objects that a resource snapshot, a Work or an envelope holds; the object itself if it holds none. */
export function heldObjects(object: KubeObject): readonly KubeObject[] {
  const at = HELD_AT[object.kind];
  const held = at === undefined ? [object] : listAt(object, ...at).filter(isKubeObject);
  return held.flatMap((each) => (isEnvelope(each) ? enclosedObjects(each) : [each]));
}

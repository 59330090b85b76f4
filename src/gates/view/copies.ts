import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { type KubeObject, objectKey, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';

/** The objects of a snapshot that bring an object to clusters: the object itself, and each envelope once for each copy in it. */
export function copiesOf(objects: readonly KubeObject[], ref: ObjectRef): readonly KubeObject[] {
  return objects.flatMap((object) => {
    if (isEnvelope(object)) return enclosedObjects(object).flatMap((enclosed) => (isSame(enclosed, ref) ? [object] : []));
    return isSame(object, ref) ? [object] : [];
  });
}

/** API versions are ignored: on a member it is one object. */
function isSame(object: KubeObject, ref: ObjectRef): boolean {
  return objectKey(refOf(object)) === objectKey(ref);
}

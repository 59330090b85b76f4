import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';

/** The objects of a snapshot that bring an object to clusters: the object itself, and each envelope once for each copy in it. */
export function copiesOf(objects: readonly KubeObject[], ref: ObjectRef): readonly KubeObject[] {
  return objects.flatMap((object) => {
    if (isEnvelope(object)) return enclosedObjects(object).flatMap((enclosed) => (isSame(enclosed, ref) ? [object] : []));
    return isSame(object, ref) ? [object] : [];
  });
}

/** API versions are ignored: on a member it is one object. */
function isSame({ apiVersion, kind, metadata }: KubeObject, ref: ObjectRef): boolean {
  return (
    kind === ref.kind &&
    groupOf(apiVersion) === groupOf(ref.apiVersion) &&
    metadata.name === ref.name &&
    (metadata.namespace ?? '') === (ref.namespace ?? '')
  );
}

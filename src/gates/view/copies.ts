import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';

/** The objects of a snapshot that bring an object to clusters: itself, and envelopes that hold it, each as often as it does. */
export function copiesOf(objects: readonly KubeObject[], ref: ObjectRef): readonly KubeObject[] {
  return objects.flatMap((object) => {
    if (isEnvelope(object)) return enclosedObjects(object).flatMap((enclosed) => (isSame(enclosed, ref) ? [object] : []));
    return isSame(object, ref) ? [object] : [];
  });
}

/** In any version of its API: on a member it is one object. */
function isSame({ apiVersion, kind, metadata }: KubeObject, ref: ObjectRef): boolean {
  return (
    kind === ref.kind &&
    groupOf(apiVersion) === groupOf(ref.apiVersion) &&
    metadata.name === ref.name &&
    (metadata.namespace ?? '') === (ref.namespace ?? '')
  );
}

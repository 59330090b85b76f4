import { enclosedEntries, enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';

/** An object in two versions of an envelope: of the manifest, or of what a cluster gets. */
export interface EnclosedPair {
  /** The entry in the envelope after the change. */
  readonly entry: string;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** Objects that are in an envelope before and after a change, under any keys of their entries. Empty if it is not an envelope. */
export function enclosedPairs(before: KubeObject, after: KubeObject): readonly EnclosedPair[] {
  if (!isEnvelope(after)) return [];
  const old = new Map(enclosedObjects(before).map((object) => [objectKey(refOf(object)), object]));
  return enclosedEntries(after).flatMap(([entry, object]) => {
    const was = old.get(objectKey(refOf(object)));
    return was === undefined ? [] : [{ entry, before: was, after: object }];
  });
}

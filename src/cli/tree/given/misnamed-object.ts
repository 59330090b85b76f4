import { displayName, isOfKind, type KubeObject, refOf } from '../../../fleet/kubernetes/object.ts';
import { onlyMeant } from '../../../fleet/text/nearest.ts';

/**
 * Why an object is not one of the given types although it is probably meant to be one, as the end of a sentence; `undefined` for an object
 * of these types and for other objects. An object without kind or apiVersion may be of any type.
 */
export function misnamedObject(object: KubeObject, types: readonly Type[]): string | undefined {
  const { apiVersion, kind, metadata } = object;
  if (kind === '') return `the object ${metadata.name} has an empty kind`;
  const name = displayName(refOf(object));
  if (apiVersion === '') return `${name} has an empty apiVersion`;
  const meant = types.find((type) => kind === type.kind || onlyMeant(kind, [type.kind]) !== undefined);
  if (meant === undefined || isOfKind(object, meant)) return undefined;
  const wanted =
    kind === meant.kind
      ? `its apiVersion must be of the group ${meant.group}`
      : `its kind must be ${meant.kind} of the group ${meant.group}`;
  return `${name} of ${apiVersion} is not used: ${wanted}`;
}

interface Type {
  readonly group: string;
  readonly kind: string;
}

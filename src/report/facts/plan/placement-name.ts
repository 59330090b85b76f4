import { displayName, type ObjectRef } from '../../../fleet/kubernetes/object.ts';

/** A placement of a plan, with its overlay where it has one: the same placement may be in several. */
export function placementName({ object, overlay }: { readonly object: ObjectRef; readonly overlay?: string | undefined }): string {
  return overlay === undefined ? displayName(object) : `${displayName(object)} (${overlay})`;
}

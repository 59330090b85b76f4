import { displayName, type ObjectRef } from '../../../fleet/kubernetes/object.ts';

/** The name of a planned placement, with its overlay if it has one: several overlays may have the same placement. */
export function placementName({ object, overlay }: { readonly object: ObjectRef; readonly overlay?: string | undefined }): string {
  return overlay === undefined ? displayName(object) : `${displayName(object)} (${overlay})`;
}

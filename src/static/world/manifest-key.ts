import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';

/** The key of a manifest's object; equal for all versions of its kind. */
export function keyOfManifest(manifest: Manifest): string {
  return keyOfRef(manifestRef(manifest));
}

export function keyOfRef({ apiVersion, ...ref }: ObjectRef): string {
  return keyOf({ group: groupOf(apiVersion), ...ref });
}

export function keyOf(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }): string {
  // `join` makes a flat string; V8 keeps the parts of a concatenation in memory.
  return [ref.group, ref.kind, ref.namespace ?? '', ref.name].join('/');
}

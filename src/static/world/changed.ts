import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** Whether the manifest of an object differs from the one that was applied last; also `false` if that is not known for certain. */
export function isChanged(manifest: Manifest, world: World): boolean {
  const [old, ...others] = world.before(manifest)?.applied ?? [];
  if (old === undefined || others.length > 0 || manifest.unresolved.length > 0) return false;
  return !isDeepStrictEqual(comparable(old), comparable(manifest.object));
}

/** Without what kubectl adds to its annotation: the given namespace, and an empty map of annotations. */
function comparable({ status: _status, metadata, ...rest }: KubeObject): object {
  const { namespace: _namespace, annotations, creationTimestamp: _time, ...kept } = metadata;
  return { ...rest, metadata: Object.keys(annotations ?? {}).length === 0 ? kept : { ...kept, annotations } };
}

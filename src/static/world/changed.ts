import { isSameManifest } from '../../fleet/kubernetes/is-same-manifest.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** Whether the manifest of an object differs from the one that was applied last; also `false` if that is not known for certain. */
export function isChanged(manifest: Manifest, world: World): boolean {
  const [old, ...others] = world.before(manifest)?.applied ?? [];
  if (old === undefined || others.length > 0 || manifest.unresolved.length > 0) return false;
  return !isSameManifest(old, manifest.object);
}

import { SHARED_WORLD } from '../world/hub-world.ts';
import { keyOfManifest } from '../world/manifest-key.ts';
import type { Manifest } from '../world/manifest.ts';
import type { ReadResult } from './read-result.ts';

/**
 * Returns whether the head still has an object of the base: at the same place, or at one where the base did not have it and which is
 * deployed to the same hub. An overlay or a release of a chart is a place of its own, and without a known hub also a hub of its own.
 */
export function stillHeld(base: Pick<ReadResult, 'manifests'>, head: Pick<ReadResult, 'manifests'>): (manifest: Manifest) => boolean {
  const [had, has] = [base, head].map(({ manifests }) => Map.groupBy(manifests, keyOfManifest));
  return (manifest) => {
    const key = keyOfManifest(manifest);
    const old = new Set((had?.get(key) ?? []).map(placeOf));
    return (has?.get(key) ?? []).some(
      (now) => placeOf(now) === placeOf(manifest) || (!old.has(placeOf(now)) && areForOneHub(manifest, now)),
    );
  };
}

function placeOf({ overlay, file }: Pick<Manifest, 'file' | 'overlay'>): string {
  return overlay ?? file;
}

function areForOneHub(before: Manifest, now: Manifest): boolean {
  if (before.world !== now.world && now.world !== SHARED_WORLD) return false;
  return now.world !== undefined || (before.overlay === undefined && now.overlay === undefined);
}

/** Whether a file of the head whose text could not be read may contain an object that the base has in it. */
export function mayHold({ texts }: Pick<ReadResult, 'texts'>, { file, object }: Manifest): boolean {
  return texts?.get(file)?.includes(object.kind) !== false;
}

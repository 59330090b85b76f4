import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import { AS_FILES, deployedPlace, SHARED_WORLD } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { placeOf } from './delivered-in.ts';

/** Objects that only folders bring which were a part of an overlay, and which the change checks by themselves. */
export interface FreedBases {
  /** The overlay is still there, and brings nothing any more. */
  readonly ofEmptied: readonly Manifest[];
  /** The overlay is gone, and may have been replaced. */
  readonly ofGone: readonly Manifest[];
}

/**
 * What overlays of the base brought that bring nothing any more, as far as only the folders bring it now that they used. No known deployer applies
 * these. An overlay that cannot be read may still bring what it brought.
 */
export function freedBases(read: ReadResult, base: ReadResult, isApplied: (place: string) => boolean): FreedBases {
  const [now, before] = [read.built, base.built];
  if (now === undefined || before === undefined) return { ofEmptied: [], ofGone: [] };
  const bringing = new Set(read.manifests.map(({ overlay }) => overlay));
  const isEmpty = ({ overlay, world }: Manifest): boolean =>
    overlay !== undefined && !bringing.has(overlay) && world !== SHARED_WORLD && world !== AS_FILES;
  const freed = now.whole.intersection(before.parts);
  const isFreed = (manifest: Manifest): boolean =>
    manifest.overlay !== undefined && freed.has(placeOf(manifest)) && !isApplied(deployedPlace(manifest));
  const byKey = Map.groupBy(read.manifests, keyOfManifest);
  const placesOf = (manifest: Manifest): readonly Manifest[] => byKey.get(keyOfManifest(manifest)) ?? [];
  const left = base.manifests.filter((manifest) => isEmpty(manifest) && placesOf(manifest).every(isFreed));
  const unread = unreadFolders(read, now);
  const emptied = left.filter((manifest) => now.folders.has(placeOf(manifest)) && !unread.has(placeOf(manifest)));
  return {
    ofEmptied: emptied.flatMap(placesOf),
    ofGone: left.filter((manifest) => !now.folders.has(placeOf(manifest))).flatMap(placesOf),
  };
}

function unreadFolders({ problems, notEvaluated }: ReadResult, now: BuiltTree): ReadonlySet<string> {
  return new Set([...[...problems, ...notEvaluated].map(({ file }) => file), ...now.unparsed()].map(directoryOf));
}

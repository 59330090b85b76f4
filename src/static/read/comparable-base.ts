import { deployedPlace } from '../world/hub-world.ts';
import { keyOfManifest } from '../world/manifest-key.ts';
import type { Manifest } from '../world/manifest.ts';
import type { ReadResult } from './read-result.ts';
import { directoryOf } from './kustomize/kustomization.ts';
import { mayBeMangled } from './files/mangled-names.ts';
import { isAtOrBelow } from './files/shown-path.ts';
import { unreadFleetFiles } from './files/unread-fleet-files.ts';

/**
 * The base without objects that may still exist: objects of a file or overlay in which the head now has KubeFleet objects that cannot be
 * read. They must not be reported as removed. The run cannot pass because of that, as it ends as not evaluated. Other files that were not
 * read hide no removal. Objects that the head has at the same place, or at one where the base did not have them, are kept to be compared.
 */
export function comparableBase(base: ReadResult, head: ReadResult): ReadResult {
  const before = unreadFleetFiles(base);
  const unread = new Set([...unreadFleetFiles(head)].filter((file) => !before.has(file)));
  if (unread.size === 0) return base;
  const rendered = new Set(head.manifests.map(({ overlay }) => overlay));
  // What was not read may be the base of several overlays.
  const around = head.notEvaluated.flatMap((entry) => (unread.has(entry.file) ? (entry.rendered?.overlays ?? []) : []));
  const overlays = new Set([...[...unread].map(directoryOf), ...around.filter((overlay) => !rendered.has(overlay))]);
  const [had, has] = [placesOf(base), placesOf(head)];
  const isHeld = (manifest: Manifest): boolean => {
    const key = keyOfManifest(manifest);
    const [old, places] = [had.get(key), has.get(key)];
    return places?.has(deployedPlace(manifest)) === true || places?.values().some((place) => old?.has(place) !== true) === true;
  };
  // The change may have renamed what the base had there.
  const renamed = [...unread].filter(mayBeMangled).map(directoryOf);
  const isOpen = ({ file, overlay }: Manifest): boolean =>
    unread.has(file) || (overlay !== undefined && overlays.has(overlay)) || renamed.some((folder) => isAtOrBelow(file, folder));
  return { ...base, manifests: base.manifests.filter((manifest) => !isOpen(manifest) || isHeld(manifest)) };
}

/** The places from which each object is deployed. */
function placesOf({ manifests }: ReadResult): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...Map.groupBy(manifests, keyOfManifest)].map(([key, all]) => [key, new Set(all.map(deployedPlace))]));
}

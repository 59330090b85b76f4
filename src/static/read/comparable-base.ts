import { keyOfManifest } from '../world/manifest-key.ts';
import type { ReadResult } from './read-result.ts';
import { unreadFleetFiles } from './files/unread-fleet-files.ts';

/**
 * The base without objects that may still exist: objects of a file or overlay in which the head now has KubeFleet objects that cannot be
 * read. They must not be reported as removed. The run cannot pass because of that, as it ends as not evaluated. Other files that were not
 * read hide no removal. Objects that the head has elsewhere are kept, to be compared.
 */
export function comparableBase(base: ReadResult, head: ReadResult): ReadResult {
  const before = unreadFleetFiles(base);
  const unread = new Set([...unreadFleetFiles(head)].filter((file) => !before.has(file)));
  if (unread.size === 0) return base;
  const overlays = new Set([...unread].map((file) => file.slice(0, Math.max(0, file.lastIndexOf('/')))));
  const held = new Set(head.manifests.map(keyOfManifest));
  const isOpen = ({ file, overlay }: (typeof base.manifests)[number]): boolean =>
    unread.has(file) || (overlay !== undefined && overlays.has(overlay));
  return { ...base, manifests: base.manifests.filter((manifest) => !isOpen(manifest) || held.has(keyOfManifest(manifest))) };
}

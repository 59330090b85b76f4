import { keyOfManifest } from '../world/manifest-key.ts';
import type { ReadResult } from './read-result.ts';
import { unreadFleetFiles } from './files/unread-fleet-files.ts';

/**
 * The base without what nobody can tell the fate of: objects of a file or an overlay in which the head has come to hold objects of KubeFleet
 * that cannot be read. They may still be there, so they must not count as removed; the run cannot pass by it, as it ends as not evaluated.
 * Whatever else is unread hides no removal. What the head holds elsewhere stays in, to be compared.
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

import { posix } from 'node:path';
import { deployedPlace } from '../world/hub-world.ts';
import { keyOfManifest } from '../world/manifest-key.ts';
import type { Manifest } from '../world/manifest.ts';
import { deployedAt, movedToUnread } from './deployers/moved-to-unread.ts';
import type { ReadResult } from './read-result.ts';
import { directoryOf } from './kustomize/kustomization.ts';
import { mayBeMangled } from './files/mangled-names.ts';
import { isAtOrBelow } from './files/shown-path.ts';
import { unreadFleetFiles } from './files/unread-fleet-files.ts';
import { mayUseAnything } from './may-use-anything.ts';
import { mayHold, stillHeld } from './still-held.ts';

/**
 * The base without objects that may still exist: objects of a file or overlay in which the head now has a text that the hub refuses, or
 * KubeFleet objects or content of a placement that cannot be read. They must not be reported as removed. The run cannot pass because of that,
 * as it fails or ends as not evaluated. Other files that were not read hide no removal. Objects that the head still has are kept to be compared.
 * @param base with its worlds, as the head has them
 */
export function comparableBase(base: ReadResult, head: ReadResult): ReadResult {
  const unread = grown(unreadFleetFiles(base), unreadFleetFiles(head));
  const refused = grown(refusedFiles(base), refusedFiles(head));
  const moved = movedToUnread(head, base);
  if (unread.size + refused.size + moved.size === 0) return base;
  const rendered = new Set(head.manifests.map(({ overlay }) => overlay));
  // What was not read may be the base of several overlays.
  const around = head.notEvaluated.flatMap((entry) => (unread.has(entry.file) ? (entry.rendered?.overlays ?? []) : []));
  const overlays = new Set([...[...unread].map(directoryOf), ...around.filter((overlay) => !rendered.has(overlay))]);
  const isHeld = stillHeld(base, withoutParts(base, head));
  // The change may have renamed what the base had there.
  const renamed = [...unread].filter(mayBeMangled).map(directoryOf);
  const movedByName = movedUnread(base, head, rendered);
  const isOpen = (manifest: Manifest): boolean =>
    ((unread.has(manifest.file) || refused.has(manifest.file)) && mayHold(head, manifest)) ||
    (manifest.overlay !== undefined && (overlays.has(manifest.overlay) || movedByName.has(manifest.overlay))) ||
    renamed.some((folder) => isAtOrBelow(manifest.file, folder));
  const isLeft = deployedAt(moved.values());
  const others = new Set(head.manifests.filter((manifest) => !isLeft(manifest)).map(keyOfManifest));
  const isUnread = (manifest: Manifest): boolean => isLeft(manifest) && !others.has(keyOfManifest(manifest));
  return { ...base, manifests: base.manifests.filter((each) => (!isOpen(each) || isHeld(each)) && !isUnread(each)) };
}

/** The head without the files that a kustomization which was not parsed may use: as such, they are patches or change there. */
function withoutParts(base: ReadResult, head: ReadResult): Pick<ReadResult, 'manifests'> {
  const [before, now] = [base.built, head.built];
  if (before === undefined || now === undefined || now.unparsed().length === 0) return head;
  const mayUse = mayUseAnything(before, now);
  const isPart = ({ overlay, file }: Manifest): boolean =>
    overlay === undefined && (mayUse(directoryOf(file)) || before.users(file).some(mayUse));
  return { manifests: head.manifests.filter((manifest) => !isPart(manifest)) };
}

/**
 * Overlays of the base that are gone, and that the change may have moved to a new one that is not rendered: it has one of their files, or the last
 * name of their folder.
 */
function movedUnread(base: ReadResult, head: ReadResult, rendered: ReadonlySet<string | undefined>): ReadonlySet<string> {
  const overlaysOf = ({ manifests, notEvaluated }: ReadResult): ReadonlySet<string> =>
    new Set([...manifests.flatMap(({ overlay }) => overlay ?? []), ...notEvaluated.flatMap((entry) => entry.rendered?.overlays ?? [])]);
  const [had, has] = [overlaysOf(base), overlaysOf(head)];
  const fresh = head.notEvaluated.flatMap((entry) => {
    const all = entry.fleetObject === true ? (entry.rendered?.overlays ?? []) : [];
    return all.filter((overlay) => !rendered.has(overlay) && !had.has(overlay)).map((overlay) => namesIn(overlay, entry.file));
  });
  if (fresh.length === 0) return new Set();
  const isMoved = ({ overlay = '', file }: Manifest): boolean => {
    const own = namesIn(overlay, file);
    return fresh.some(({ folder, inside }) => folder === own.folder || (inside !== undefined && inside === own.inside));
  };
  return new Set(
    base.manifests.flatMap((manifest) => (!has.has(manifest.overlay ?? '') && isMoved(manifest) ? (manifest.overlay ?? []) : [])),
  );
}

/** The last name of the folder of an overlay, and that of a file in it. */
function namesIn(overlay: string, file: string): { readonly folder: string; readonly inside: string | undefined } {
  const place = deployedPlace({ overlay, file: '' });
  return { folder: posix.basename(place), inside: file.startsWith(`${place}/`) ? file.slice(place.length + 1) : undefined };
}

/** The files with texts that a hub refuses, and the number of faults in each. They fail the run. */
function refusedFiles({ problems }: ReadResult): ReadonlyMap<string, number> {
  const refused = Map.groupBy(
    problems.filter(({ rule }) => rule === 'yaml-syntax'),
    ({ file }) => file,
  );
  return new Map([...refused].map(([file, all]) => [file, all.length]));
}

/** The files that the head has more often. */
function grown(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): ReadonlySet<string> {
  return new Set([...now].flatMap(([file, count]) => (count > (before.get(file) ?? 0) ? [file] : [])));
}

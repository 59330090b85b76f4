import { once } from '../../../fleet/memo/once.ts';
import { originFinder } from '../../../static/compare/origins.ts';
import { type Delivery, nameOfDeployer } from '../../../static/read/deployers/delivery.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { deployedAt, movedToUnread } from '../../../static/read/deployers/moved-to-unread.ts';
import { prunes } from '../../../static/read/deployers/prunes.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { directoryOf, isKustomization } from '../../../static/read/kustomize/kustomization.ts';
import { mayUseAnything } from '../../../static/read/may-use-anything.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { byPlace, deployedPlace, folderOf, foldersAround } from '../../../static/world/hub-world.ts';
import { isKept } from '../../../static/world/is-kept.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { appliedBy, type Scripts } from './applied-by.ts';
import { placeAndKey } from './delivered-in.ts';
import { freedBases } from './freed-bases.ts';
import { copiesNotes, deployersText, droppedNotes, leftOutNotes, movedNotes, openNotes, undeliveredNotes } from './undeployed-notes.ts';

/** What a change no longer deploys although its files stay, with notes. */
export interface Undeployed {
  /** They are judged, but a comparison with the base takes them as removed. */
  readonly manifests: ReadonlySet<Manifest>;
  /** They are judged, and the change deploys the same objects from other places, so that they are not compared with the base. */
  readonly copies: ReadonlySet<Manifest>;
  readonly notes: readonly string[];
}

/** See `hubsKeeper`. */
export type HubsKeeper = (manifest: Manifest, others: readonly Manifest[]) => boolean;
const NO_SCRIPTS: Scripts = { applied: [] };

/**
 * Files, and folders with a kustomization, that a kustomization of the base used and none of the change uses, folders that Flux or Argo CD deployed at the base and no longer
 * deploy, and objects that the change moves out of what one of them deploys and prunes. They are deployed as long as a script or another
 * deployer applies them. If the kustomization itself is gone or not parsed, or a deployer has a path that is not known, it is not known what is
 * no longer deployed. An object that the change has in another deployed place is moved. A deployer that is no longer deployed deploys nothing.
 * @param keepsHubs whether the hubs that got an object at the base get it from other places
 */
export function undeployedBy(read: ReadResult, base: ReadResult, scripts: Scripts, keepsHubs: HubsKeeper): Undeployed {
  const [now, before] = [read.built, base.built];
  if (now === undefined || before === undefined) return { manifests: new Set(), copies: new Set(), notes: [] };
  let found = undeployedWithout(new Set(), { read, now }, { base, before }, scripts, keepsHubs);
  for (;;) {
    const deployers = new Set([...found.manifests].filter(({ object }) => deployerKind(object) !== undefined).map(deployerOf));
    if (deployers.size === found.without.size) return found;
    found = undeployedWithout(deployers, { read, now }, { base, before }, scripts, keepsHubs);
  }
}

/** @param without deployers of the change that are not deployed themselves */
function undeployedWithout(
  without: ReadonlySet<string>,
  { read, now }: { readonly read: ReadResult; readonly now: BuiltTree },
  { base, before }: { readonly base: ReadResult; readonly before: BuiltTree },
  scripts: Scripts,
  keepsHubs: HubsKeeper,
): Undeployed & { readonly without: ReadonlySet<string> } {
  const isDeployed = ({ manifest }: Delivery): boolean => !without.has(deployerOf(manifest));
  const isApplied = appliedBy(scripts, now, isDeployed);
  const [isBrought, wasBrought] = [broughtIn(now, scripts, isDeployed), broughtIn(before, NO_SCRIPTS)];
  const unlisted = unlistedFiles(read, before, now).filter((file) => !isApplied(file));
  const broken = new Set(read.problems.flatMap(({ file }) => (isKustomization(file) ? [directoryOf(file)] : [])));
  const folders = now.folders.difference(broken.union(new Set(now.unparsed().map(directoryOf))));
  // A patch brought no object.
  const brought = new Set(base.manifests.map(({ file }) => file));
  const isDroppedFile = (file: string): boolean =>
    brought.has(file) && before.users(file).some((overlay) => folders.has(folderOf(overlay)));
  const dropped = new Set(unlisted.filter(isDroppedFile));
  const isDropped = ({ overlay, file }: Manifest): boolean => overlay === undefined && dropped.has(file);
  const isUsed = ({ file }: Manifest): boolean => now.users(file).some((overlay) => isApplied(folderOf(overlay)));
  const wasMoved = prunedAtBase(read, base);
  // An overlay that is not rendered any more still deploys its files.
  const wasPruned = (manifest: Manifest): boolean => wasMoved(manifest) && !isUsed(manifest);
  const mayBeUnread = deployedAt(movedToUnread(read, base).values());
  const isUndelivered = (manifest: Manifest): boolean =>
    !mayBeUnread(manifest) && !isBrought(manifest) && (wasBrought(manifest) || wasPruned(manifest));
  const isStillBuilt = (overlay: string): boolean => folders.has(folderOf(overlay)) && isApplied(deployedPlace({ overlay, file: '' }));
  const isLeftPart = orphansOf(read, base, isStillBuilt, isApplied);
  const { ofEmptied, ofGone } = freedBases(read, base, isApplied);
  const emptied = new Set(ofEmptied);
  const isOrphan = (manifest: Manifest): boolean => emptied.has(manifest) || isLeftPart(manifest);
  const left = read.manifests.filter(
    (manifest) => isDropped(manifest) || isOrphan(manifest) || (now.areDeliveriesKnown && isUndelivered(manifest)),
  );
  const isMoved = movedFinder(left, read, base);
  const isLeft = new Set(left);
  const isElsewhere = (manifest: Manifest): boolean => !isLeft.has(manifest) && isBrought(manifest);
  const elsewhere = Map.groupBy(read.manifests.filter(isElsewhere), keyOfManifest);
  const others = (manifest: Manifest): readonly Manifest[] => elsewhere.get(keyOfManifest(manifest)) ?? [];
  const manifests = new Set(left.filter((manifest) => !isMoved(manifest) && !keepsHubs(manifest, others(manifest))));
  const copies = left.filter((manifest) => !manifests.has(manifest) && others(manifest).length > 0);
  const unsure = now.areDeliveriesKnown ? [] : read.manifests.filter((manifest) => !isDropped(manifest) && isUndelivered(manifest));
  const named = [...[...manifests].filter((manifest) => !isDropped(manifest) && !isOrphan(manifest)), ...unsure];
  const files = [...dropped].filter((file) =>
    manifests.values().some((manifest) => manifest.overlay === undefined && manifest.file === file),
  );
  const orphans = [...manifests].filter(isOrphan).map(deployedPlace);
  const open = [...unlisted.filter((file) => !dropped.has(file)), ...new Set(ofGone.map(deployedPlace))];
  // The deployer still deploys the folder, as a kustomization of the change builds it.
  const isLeftOut = ({ overlay, file }: Manifest): boolean =>
    overlay === undefined && [...foldersAround(file), ''].some((folder) => folders.has(folder) && isApplied(folder));
  const undelivered = named.filter((manifest) => !wasPruned(manifest));
  const ofFolders = undelivered.filter((manifest) => !now.areDeliveriesKnown || !isLeftOut(manifest));
  const applied = new Set(
    read.manifests.filter(({ file, overlay }) => overlay === undefined && isApplied(file)).map(({ file }) => directoryOf(file)),
  );
  const who = deployersText(before);
  const notes = [
    ...droppedNotes([...new Set([...files, ...orphans])]),
    ...movedNotes(named.filter(wasPruned), read, who),
    ...undeliveredNotes(ofFolders, applied, now.areDeliveriesKnown, who),
    ...leftOutNotes([...new Set(undelivered.filter((manifest) => !ofFolders.includes(manifest)).map(({ file }) => file))], who),
    ...copiesNotes(copies),
    ...openNotes(open),
  ];
  // The base is compared without them.
  const unread = read.manifests.filter((manifest) => mayBeUnread(manifest) && !isBrought(manifest));
  return { manifests, copies: new Set([...copies, ...unread]), notes, without };
}

/**
 * Returns whether a manifest is of a kustomization that was only a part of one which a deployer applies, and that no deployer applies by
 * itself. A deployer that is not read may apply it.
 * @param isStillBuilt whether a deployer applies an overlay that can be built
 */
function orphansOf(
  { built: now, unreadDeployers = [] }: ReadResult,
  { built: before }: ReadResult,
  isStillBuilt: (overlay: string) => boolean,
  isApplied: (place: string) => boolean,
): (manifest: Manifest) => boolean {
  if (now?.areDeliveriesKnown !== true || before === undefined || unreadDeployers.length > 0) return () => false;
  const left = now.whole.intersection(before.parts);
  return (manifest) =>
    manifest.overlay !== undefined &&
    left.has(folderOf(manifest.overlay)) &&
    !isApplied(deployedPlace(manifest)) &&
    before.users(manifest.file).some(isStillBuilt);
}

export function deployerOf(manifest: Manifest): string {
  return `${manifest.file} ${keyOfManifest(manifest)}`;
}

/**
 * Returns whether the change has moved an object out of a place whose content a deployer of the base applied and prunes. An object may say that it
 * is kept.
 */
function prunedAtBase(read: ReadResult, base: ReadResult): (manifest: Manifest) => boolean {
  const [had, has] = [base.manifests, read.manifests].map((all) => new Set(all.map(placeAndKey)));
  const stopped = new Set(read.manifests.filter(isStopped).map(keyOfManifest));
  const names = new Set(read.built?.deliveries().map(nameOfDeployer));
  const isPruning = (delivery: Delivery): boolean => {
    if (stopped.has(keyOfManifest(delivery.manifest))) return false;
    return (names.has(nameOfDeployer(delivery)) ? delivery.prunes : (delivery.deletesAtEnd ?? delivery.prunes)) === true;
  };
  const isPruned = base.built === undefined ? () => false : appliedBy(NO_SCRIPTS, base.built, isPruning);
  // A deployer whose folder is gone fails, and prunes nothing.
  const isThere = (folder: string): boolean =>
    read.manifests.some(({ file, overlay = file }) => [file, overlay].some((each) => isAtOrBelow(each, folder)));
  const runs = (folder: string): boolean => isThere(folder) || read.built?.deliveredBy(folder).includes(folder) !== true;
  const gone = base.manifests.filter(
    (manifest) =>
      has?.has(placeAndKey(manifest)) === false &&
      !isKept(manifest) &&
      isPruned(deployedPlace(manifest)) &&
      base.built?.deliveredBy(deployedPlace(manifest), isPruning).some(runs) === true,
  );
  const byKey = Map.groupBy(gone, keyOfManifest);
  const isOrigin = once(() => originFinder(byPlace(base.manifests), byPlace(read.manifests)));
  return (manifest) =>
    had?.has(placeAndKey(manifest)) === false &&
    byKey.get(keyOfManifest(manifest))?.some((was) => isOrigin()(keyOfManifest(was), deployedPlace(was), deployedPlace(manifest))) === true;
}

/** A deployer that prunes nothing. */
function isStopped({ object }: Manifest): boolean {
  const kind = deployerKind(object);
  return kind !== undefined && kind !== 'ApplicationSet' && !prunes(kind, object['spec']);
}

/** Returns whether the change has an object in a place at which the base did not have it. */
function movedFinder(left: readonly Manifest[], read: ReadResult, base: ReadResult): (manifest: Manifest) => boolean {
  const gone = new Set(left);
  const had = new Set(base.manifests.map(placeAndKey));
  const moved = new Set(read.manifests.filter((manifest) => !gone.has(manifest) && !had.has(placeAndKey(manifest))).map(keyOfManifest));
  return (manifest) => moved.has(keyOfManifest(manifest));
}

function unlistedFiles({ manifests }: ReadResult, before: BuiltTree, now: BuiltTree): readonly string[] {
  const alone = new Set(manifests.filter(({ overlay }) => overlay === undefined).map(({ file }) => file));
  const unlisted = [...alone].filter((file) => before.users(file).length > 0 && now.users(file).length === 0);
  return unlisted.length === 0 ? [] : unlisted.filter((file) => !before.users(file).some(mayUseAnything(before, now)));
}

/** Returns whether something applies the file or the overlay of an object. What applies a chart may bring only other releases of it. */
function broughtIn(
  tree: BuiltTree,
  scripts: Scripts,
  isMeant: (delivery: Delivery) => boolean = () => true,
): (manifest: Manifest) => boolean {
  const isApplied = appliedBy(scripts, tree, isMeant);
  const known = new Map<string, boolean>();
  const isReleaseApplied = (overlay: string): boolean => {
    const others = tree.mayBring(overlay, 'others') ? scripts : NO_SCRIPTS;
    return appliedBy(others, tree, (delivery) => isMeant(delivery) && tree.mayBring(overlay, delivery))(folderOf(overlay));
  };
  return (manifest) => {
    const { overlay } = manifest;
    if (overlay === undefined) return isApplied(manifest.file);
    const found = known.get(overlay) ?? isReleaseApplied(overlay);
    known.set(overlay, found);
    return found;
  };
}

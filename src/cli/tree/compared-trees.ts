import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { holdsFiles } from '../../files/holds-files.ts';
import { comparableBase } from '../../static/read/comparable-base.ts';
import { absentSources, movedDestinations, movedVersions } from '../../static/read/deployers/delivered-versions.ts';
import { isAtOrBelow } from '../../static/read/files/shown-path.ts';
import { removedDependencies } from '../../static/read/deployers/unmet-dependencies.ts';
import { repositoryFrom } from '../../static/read/deployers/repository.ts';
import { movedSources } from '../../static/read/deployers/source-urls.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { deployedPlace, type HubWorld } from '../../static/world/hub-world.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { type AppliedFiles, takenFiles } from '../../static/read/taken-files.ts';
import { gitIn } from '../git/git.ts';
import { relativePath } from '../git/repository.ts';
import type { JudgingIo } from '../process/io.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import type { Base } from './base/base.ts';
import { withLostContent } from './base/lost-content.ts';
import { exchangedContent } from './base/exchanged-content.ts';
import { movedReleases } from './base/moved-releases.ts';
import { absentNotes, destinationNotes, movedNotes, versionNotes } from './base/moved-sources.ts';
import { unversionedEditsNotes } from './base/unversioned-edits.ts';
import { becameHooks } from './undeployed/became-hooks.ts';
import { deletedBySteps, recreatedBySteps } from './undeployed/deleted-by-steps.ts';
import { gainedHubsNotes } from './undeployed/gained-hubs-notes.ts';
import { goneDeliveries, withKept } from './undeployed/gone-deliveries.ts';
import { gonePlacesNotes } from './undeployed/gone-places-notes.ts';
import { misspeltSources } from './undeployed/misspelt-sources.ts';
import { missingPlacesNotes, newlyMissing } from './undeployed/missing-places-notes.ts';
import type { TreeReader } from './tree-reader.ts';
import { appliedOnlyAsFile, appliedOnlyBuilt } from './undeployed/applied-as-file.ts';
import { withAppliedLinks } from './undeployed/applied-links.ts';
import { withAppliedInHidden } from './undeployed/applied-in-hidden.ts';
import { judgedAsBefore } from './undeployed/judged-as-before.ts';
import { placeAndKey } from './undeployed/delivered-in.ts';
import { unapplied } from './undeployed/unapplied.ts';
import { unappliedNotes } from './undeployed/unapplied-notes.ts';
import { withoutLeftPatches } from './undeployed/without-left-patches.ts';
import { withoutUnusedPatches } from './undeployed/without-unused-patches.ts';
import { type KnownToBeGone, knownToBeGone } from './undeployed/known-to-be-gone.ts';
import { notAtBase } from './undeployed/not-at-base.ts';
import { notAdded } from './undeployed/not-added.ts';
import { hubsKeeper, withLostHubs } from './undeployed/lost-hubs.ts';
import { recreatedByDeployers, type RecreatedOn } from './undeployed/recreated-by-deployers.ts';
import { skippedObjectsNotes } from './undeployed/skipped-objects-notes.ts';
import { renamedHubsNotes } from './undeployed/renamed-hubs-notes.ts';
import { undeployedBy } from './undeployed/undeployed.ts';
import { hideInErrors } from './hide-in-errors.ts';
import { dividedAsBefore } from './worlds/divided-as-before.ts';
import { notSentNotes, withGivenNamespaces } from './worlds/given-namespaces.ts';
import type { RepositoryDeployers } from './worlds/repository-deployers.ts';
import { worldsOfBase } from './worlds/worlds-of-base.ts';
import { withWorlds } from './worlds/worlds-of-repository.ts';

/** What the comparison with the base gives. */
export interface Comparison {
  readonly read: ReadResult;
  readonly base: ReadResult;
  /** Manifests of the judged tree that the change no longer deploys, or adds where nothing deploys them. */
  readonly undeployed: ReadonlySet<Manifest>;
  /** Manifests of the judged tree whose objects the change deletes and creates again, with the reason. */
  readonly recreated: ReadonlyMap<Manifest, readonly RecreatedOn[]>;
  /** Those that checks take as removed; absent if there are none. */
  readonly gone?: KnownToBeGone;
  /** See `NotCompared`. */
  readonly unplanned: ReadonlySet<Manifest>;
  /** What it shows. */
  readonly notes: readonly string[];
}

/** The judged tree as it was read without a base. */
interface Head {
  readonly read: ReadResult;
  readonly config: FoundConfig;
  readonly scripts: RepositoryDeployers;
  /** The folder in which they were searched. */
  readonly top: string | undefined;
  readonly reader: TreeReader;
  /** Notes that do not depend on the base. */
  readonly besides: readonly string[];
  /** The deployers that are not among the files. */
  readonly outside: readonly Manifest[];
  /** What the target branch of the change may be called. */
  readonly targets: ReadonlySet<string>;
}

/** The trees in the form in which they are compared. The judged tree is read again if the base shows that more of it is deployed than it says. */
export async function comparedTrees(head: Head, given: Base, io: JudgingIo): Promise<Comparison> {
  const { config, scripts, reader, besides } = head;
  const had = { ...given, read: readAsItWas(given, scripts) };
  const repository = repositoryFrom(io.cwd, { what: 'off', env: io.env, own: scripts.own });
  const isFolderThere = (folder: string): boolean => holdsFiles(resolve(io.cwd, folder));
  reader.ours = misspeltSources(head.read, had.read, repository, isFolderThere);
  const usedIn = (tree: ReadResult): ReadResult => withoutLeftPatches(tree, had.read, scripts);
  let read = usedIn(reader.ours.size > 0 ? await reader.read(config) : head.read);
  const deliveredBefore = had.scripts && (await withWorlds(had.read, config, { ...had.scripts, worlds: [] }, io)).delivered;
  const division = had.scripts && dividedAsBefore([scripts, read], [had.scripts, had.read], deliveredBefore ?? []);
  const asItWas = { ...had, read: withoutCopies(had.read, division?.freed ?? []) };
  const before = { read: asItWas.read, scripts: asItWas.scripts ?? scripts };
  const missing = newlyMissing({ read, scripts }, before, await placesThere(scripts, io));
  const ofHead = { applied: scripts.applied, deleted: scripts.deleted, isOpen: isOpen(head, missing, io) };
  const kept = judgedAsBefore({ read, scripts: ofHead }, before);
  const divided = withoutFolders(division?.scripts ?? scripts, kept.replaced);
  const withOpen = { read, scripts: { ...scripts, isOpen: ofHead.isOpen } };
  const files = { isOnlyBuilt: appliedOnlyBuilt(withOpen, before), isOnlyAsFile: appliedOnlyAsFile(withOpen, before) };
  const toCompare = { scripts: divided, deployed: kept.folders, targets: head.targets, files };
  const { isReadAgain, notes } = compared(read, asItWas, reader, toCompare);
  const isDividedAgain = !isDeepStrictEqual([divided.worlds, divided.isWhole], [scripts.worlds, scripts.isWhole]);
  if (isReadAgain || isDividedAgain) read = usedIn(await reader.read(config));
  if (division?.isOther === true) read = { ...read, worldsOfBase: worldsOfBase(read, scripts.worlds) };
  const inWorlds = await withWorlds(asItWas.read, config, division?.ofBase ?? scripts, io, asItWas.scripts);
  const undelivered = goneDeliveries(read, asItWas.read, { scripts, repository, isThere: isFolderThere });
  const deployersOf = (tree: ReadResult, of: RepositoryDeployers): readonly HubWorld[] => [...(tree.delivered ?? []), ...of.worlds];
  const moved = movedReleases(read, deployersOf(read, scripts), inWorlds, deployersOf(inWorlds, before.scripts));
  const exchanged = exchangedContent(read, scripts.worlds, inWorlds, before.scripts.worlds);
  const open = [...undelivered.notEvaluated, ...moved.notEvaluated, ...exchanged.notEvaluated];
  read = withLostContent({ ...read, notEvaluated: [...read.notEvaluated, ...open] }, inWorlds);
  const whole = comparableBase(inWorlds, read);
  hideInErrors({ read, base: whole }, io);
  const dropped = undeployedBy(read, asItWas.read, scripts, hubsKeeper(inWorlds, read));
  const now = { read, scripts: ofHead };
  const deleted = deletedBySteps(now, before);
  const hooks = becameHooks(read, asItWas.read);
  const undeployed = dropped.manifests.union(deleted.manifests).union(hooks.removed);
  const deployed = undeployed.size === 0 ? read : await withWorlds(withoutWorlds(read, undeployed), config, divided, io);
  const { base: asDeployed, notes: ofHubs } = withLostHubs(whole, deployed, scripts);
  const atBase = { applied: before.scripts.applied, isOpen: isOpen({ ...head, scripts: before.scripts }, [], io) };
  const undeployedBefore = notAtBase(now, { read: asDeployed, scripts: atBase });
  const wasDeployed = asDeployed.manifests.filter((manifest) => !undeployedBefore.added.has(manifest));
  const base = withKept({ ...asDeployed, manifests: wasDeployed, wereParts: division?.wereParts ?? [] }, undelivered);
  const gone = knownToBeGone(undeployed, now, before);
  const [again, recreated] = [
    recreatedBySteps(now, before),
    recreatedByDeployers(now, before, { undeployed, hubs: { before: inWorlds.delivered ?? [], now: deployed.delivered ?? [] } }),
  ];
  const left = unapplied(now, before);
  const leftOut = undeployed.union(dropped.copies);
  const leftOnes = new Set(left.map(placeAndKey));
  return {
    read,
    base,
    undeployed: leftOut.union(notAdded(left, now, before)),
    recreated: new Map([...hooks.moves, ...again.moves, ...recreated.moves]),
    ...(gone === undefined ? {} : { gone }),
    unplanned: moved.unplanned.union(exchanged.unplanned).union(undeployedBefore.deleted),
    notes: [
      ...asItWas.notes,
      ...besides,
      ...dropped.notes,
      ...deleted.notes,
      ...hooks.notes,
      ...skippedObjectsNotes(read, asItWas.read, scripts),
      ...again.notes,
      ...recreated.notes,
      ...ofHubs,
      ...undeployedBefore.notes,
      ...renamedHubsNotes(base, deployed, movedDestinations(read.versions?.() ?? [], asItWas.read.versions?.() ?? [])),
      ...gainedHubsNotes(whole, deployed, { base: before.scripts.worlds, head: scripts.worlds }),
      ...notSentNotes((read.withoutNamespace ?? []).filter((manifest) => !leftOnes.has(placeAndKey(manifest)))),
      ...unappliedNotes(left, now, before, leftOut),
      ...gonePlacesNotes(asItWas.read, scripts, (place) => existsSync(resolve(io.cwd, place))),
      ...missingPlacesNotes(missing),
      ...removedDependencies(
        [...read.manifests, ...head.outside].filter((each) => !leftOut.has(each)),
        [...base.manifests, ...(given.outside?.manifests ?? [])],
      ),
      ...notes,
      ...unversionedEditsNotes(read.versionedCharts ?? [], asItWas.read.versionedCharts ?? []),
      ...(division?.isOther === true ? [DIVIDED_AS_BEFORE] : []),
    ],
  };
}

/** Whether pipelines and scripts may apply files that are not known. @param missing the paths that the change misspells or drops */
function isOpen({ scripts, top }: Pick<Head, 'scripts' | 'top'>, missing: ReturnType<typeof newlyMissing>, io: JudgingIo): boolean {
  const mistyped = new Set(missing.flatMap(({ place, meant }) => (meant === undefined ? [] : [place])));
  // Folders that contain the working directory are not compared with its files.
  const isBelow = relativePath(io.cwd, top ?? io.cwd) !== '';
  return scripts.isOpen || isBelow || scripts.missing.some((each) => each.isOpen && !mistyped.has(each.place));
}

/** Tells whether the path of a step exists, or may be made by a build: git does not track such a path. */
async function placesThere({ missing }: RepositoryDeployers, io: JudgingIo): Promise<(place: string) => boolean> {
  const places = [...new Set(missing.map(({ place }) => place))];
  // A pattern of folders matches what is not there only with a slash.
  const asked = places.flatMap((place) => [place, `${place}/`]);
  // It fails if no path is ignored.
  const found = places.length === 0 ? '' : await gitIn(io)('-c', 'core.quotePath=false', 'check-ignore', '--', ...asked).catch(() => '');
  const untracked = new Set(found.split('\n').map((path) => path.replace(/\/$/, '')));
  return (place) => untracked.has(place) || existsSync(resolve(io.cwd, place));
}

/** The base with the namespaces that its objects got. @param scripts of the head */
function readAsItWas({ read, scripts: own, outside }: Base, scripts: RepositoryDeployers): ReadResult {
  const by = own ?? scripts;
  const used = withAppliedInHidden(withAppliedLinks(withoutUnusedPatches(read, by), by), by, outside ?? { folders: [] });
  return { ...used, manifests: withGivenNamespaces(used.manifests, by.namespaces).manifests };
}

const DIVIDED_AS_BEFORE =
  'This change edits which hub pipelines and scripts deploy files to. The files of the base were checked as its own pipelines and scripts deploy them.';

/** The deployers of the change, which do not bring these folders to the hubs of the base. */
function withoutFolders(scripts: RepositoryDeployers, gone: readonly string[]): RepositoryDeployers {
  if (gone.length === 0) return scripts;
  const isLeft = (folder: string): boolean => !gone.includes(folder);
  const worlds = scripts.worlds.map((world) => ({
    ...world,
    folders: world.folders.filter(isLeft),
    looped: (world.looped ?? []).filter(isLeft),
  }));
  return { ...scripts, worlds };
}

/** The base without what it has only because the change deploys these folders. */
function withoutCopies(base: ReadResult, freed: readonly string[]): ReadResult {
  if (freed.length === 0) return base;
  const isCopy = (manifest: Manifest): boolean => freed.some((folder) => isAtOrBelow(deployedPlace(manifest), folder));
  return { ...base, manifests: base.manifests.filter((manifest) => !isCopy(manifest)) };
}

/** What the change deploys, whichever hub it is for. */
function withoutWorlds(read: ReadResult, undeployed: ReadonlySet<Manifest>): ReadResult {
  const deployed = read.manifests.filter((manifest) => !undeployed.has(manifest));
  return { ...read, manifests: deployed.map(({ world: _world, sharedBy: _sharedBy, ...manifest }) => manifest) };
}

/** Tells the reader what the base shows. Returns whether the tree must be read again, and notes. */
function compared(
  read: ReadResult,
  base: Base,
  reader: TreeReader,
  { scripts, deployed, targets, files }: ToCompare,
): { readonly isReadAgain: boolean; readonly notes: readonly string[] } {
  const applied = base.scripts && [...base.scripts.worlds.flatMap(({ folders }) => folders), ...(base.scripts.isWhole ? [''] : [])];
  const asFiles = takenFiles(base.read, read, applied, files);
  const sources = movedSources(read.sourceUrls, base.read.sourceUrls, scripts.own);
  const [now, before] = [read.versions?.() ?? [], base.read.versions?.() ?? []];
  const versions = movedVersions(now, before, targets);
  const isMoved = sources.length + versions.length > 0;
  const moved = { addresses: new Set(sources.map(({ address }) => address)), versions: new Set(versions.map(({ id }) => id)) };
  const isBaseRendered = reader.onlyIfFleet && base.read.isWithoutFleet !== true;
  if (isBaseRendered) reader.onlyIfFleet = false;
  reader.fromBase = { deployed, asFiles, scripts, ...(isMoved ? { moved } : {}) };
  return {
    isReadAgain: isMoved || isBaseRendered || deployed.length > 0 || asFiles !== undefined,
    notes: [
      ...movedNotes(sources),
      ...versionNotes(versions),
      ...absentNotes(absentSources(now, before).filter(({ id }) => !moved.versions.has(id))),
      ...destinationNotes(movedDestinations(now, before)),
    ],
  };
}

interface ToCompare {
  readonly scripts: RepositoryDeployers;
  /** Folders that stay judged on their own. */
  readonly deployed: readonly string[];
  readonly targets: ReadonlySet<string>;
  readonly files: AppliedFiles;
}

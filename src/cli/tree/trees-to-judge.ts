import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { NothingToDo } from '../../errors.ts';
import { holdsFiles } from '../../files/holds-files.ts';
import { comparableBase } from '../../static/read/comparable-base.ts';
import { absentSources, movedDestinations, movedVersions } from '../../static/read/deployers/delivered-versions.ts';
import { isAtOrBelow } from '../../static/read/files/shown-path.ts';
import { repositoryFrom } from '../../static/read/deployers/repository.ts';
import { movedSources } from '../../static/read/deployers/source-urls.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { deployedPlace, type HubWorld } from '../../static/world/hub-world.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { takenFiles } from '../../static/read/taken-files.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { baseCommit, hasBase } from '../git/base-commit.ts';
import { gitIn } from '../git/git.ts';
import { relativePath } from '../git/repository.ts';
import type { JudgingIo } from '../process/io.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { judgedPaths, type JudgedPaths } from '../settings/judged-paths.ts';
import type { Base } from './base/base.ts';
import { withLostContent } from './base/lost-content.ts';
import { exchangedContent } from './base/exchanged-content.ts';
import { movedReleases } from './base/moved-releases.ts';
import { absentNotes, destinationNotes, movedNotes, targetBranches, versionNotes } from './base/moved-sources.ts';
import { gainedHubsNotes } from './undeployed/gained-hubs-notes.ts';
import { goneDeliveries } from './undeployed/gone-deliveries.ts';
import { gonePlacesNotes } from './undeployed/gone-places-notes.ts';
import { misspeltSources } from './undeployed/misspelt-sources.ts';
import { missingPlacesNotes, newlyMissing } from './undeployed/missing-places-notes.ts';
import { isNothing, nothingRead } from './nothing-read.ts';
import { excludedBy, TreeReader } from './tree-reader.ts';
import { withAppliedInHidden } from './undeployed/applied-in-hidden.ts';
import { judgedAsBefore } from './undeployed/judged-as-before.ts';
import { placeAndKey, unapplied } from './undeployed/unapplied.ts';
import { unappliedNotes } from './undeployed/unapplied-notes.ts';
import { withoutUnusedPatches } from './undeployed/without-unused-patches.ts';
import { type KnownToBeGone, knownToBeGone } from './undeployed/known-to-be-gone.ts';
import { notAdded } from './undeployed/not-added.ts';
import { withLostHubs } from './undeployed/lost-hubs.ts';
import { renamedHubsNotes } from './undeployed/renamed-hubs-notes.ts';
import { undeployedBy } from './undeployed/undeployed.ts';
import { treeSecretsHider } from './without-tree-secrets.ts';
import { dividedAsBefore } from './worlds/divided-as-before.ts';
import { notSentNotes, withGivenNamespaces } from './worlds/given-namespaces.ts';
import { deployersOutside } from './worlds/deployers-outside.ts';
import { foldersWithoutFilesNotes } from './worlds/folder-without-files.ts';
import type { RepositoryDeployers } from './worlds/found-deployers.ts';
import { repositoryDeployers } from './worlds/repository-deployers.ts';
import { topOfDeployers } from './worlds/top-of-deployers.ts';
import { worldsOfBase } from './worlds/worlds-of-base.ts';
import { withWorlds } from './worlds/worlds-of-repository.ts';

/** The judged tree, and its base in the form in which they are compared. */
export interface TreesToJudge extends JudgedPaths {
  readonly read: ReadResult;
  readonly base?: ReadResult;
  /** Manifests of the judged tree that the change no longer deploys, or adds where nothing deploys them; absent without a base. */
  readonly undeployed?: ReadonlySet<Manifest>;
  /** Those that checks take as removed; absent if there are none. */
  readonly gone?: KnownToBeGone;
  /** See `NotCompared`; absent without a base. */
  readonly unplanned?: ReadonlySet<Manifest>;
  /** Reads the judged tree in the same way with another configuration. */
  readonly readBy: (config: FoundConfig) => Promise<ReadResult>;
  /** What the comparison with the base shows. */
  readonly notes: readonly string[];
}

/**
 * Reads the judged tree and its base. The tree is read again if the base shows that more of it is deployed than the tree says.
 * @param nothing the error if there is nothing to check, from a message
 * @throws {ConfigError} @throws {NothingToDo} there is no file, or the files are empty
 */
export async function treesToJudge(
  { invocation, config, texts }: JudgedTree,
  io: JudgingIo,
  nothing: (message: string) => NothingToDo,
): Promise<TreesToJudge> {
  const { paths, gonePaths } = judgedPaths(config, invocation, io);
  const stdin = paths.includes('-') ? await io.stdin() : undefined;
  const scripts = await repositoryDeployers(io, { root: topOfDeployers(io, paths), cwd: io.cwd });
  const { folder: excludeFrom } = config;
  const outside = await deployersOutside(io, { paths, exclude: excludedBy(config), excludeFrom, own: scripts.own });
  const reader = new TreeReader({ invocation, io, config, scripts, outside, texts, stdin });
  let read = await reader.read(config);
  if (read.isWithoutFleet !== true || isNothing(read)) reader.onlyIfFleet = false;
  if (read.isWithoutFleet === true && isNothing(read)) read = await reader.read(config);
  hideInErrors({ read }, io);
  // What the change removed must still be checked. Other trees may be empty because a tool failed that made them.
  const mayBeEmpty = invocation.switch('allow-nothing') || (baseCommit(invocation) !== undefined && !paths.includes('-'));
  const empty = (): NothingToDo => nothing(nothingRead([...paths, ...gonePaths], read));
  if (isNothing(read) && !mayBeEmpty) throw empty();
  const found = { paths, gonePaths, readBy: async (by: FoundConfig): Promise<ReadResult> => reader.read(by) };
  const head = { paths, gonePaths, read, config, exclude: excludedBy(config), render: reader.rendering(config) };
  const compareWith = hasBase(invocation) ? await (await import('./base/base.ts')).readBase(invocation, head, io) : undefined;
  if (isNothing(read) && (compareWith === undefined || isNothing(compareWith.read))) throw empty();
  const ofFolders = foldersWithoutFilesNotes(scripts.withoutFiles);
  if (compareWith === undefined)
    return { ...found, read, notes: [...outside.notes, ...ofFolders, ...notSentNotes(read.withoutNamespace ?? [])] };
  const had = { ...compareWith, read: readAsItWas(compareWith, scripts) };
  const repository = repositoryFrom(io.cwd, { what: 'off', env: io.env, own: scripts.own });
  const isFolderThere = (folder: string): boolean => holdsFiles(resolve(io.cwd, folder));
  reader.ours = misspeltSources(read, had.read, repository, isFolderThere);
  if (reader.ours.size > 0) read = await reader.read(config);
  const deliveredBefore = had.scripts && (await withWorlds(had.read, config, { ...had.scripts, worlds: [] }, io)).delivered;
  const division = had.scripts && dividedAsBefore([scripts, read], [had.scripts, had.read], deliveredBefore ?? []);
  const asItWas = { ...had, read: withoutCopies(had.read, division?.freed ?? []) };
  // Folders that contain the working directory are not compared with its files.
  const isBelow = relativePath(io.cwd, topOfDeployers(io, paths) ?? io.cwd) !== '';
  const before = { read: asItWas.read, scripts: asItWas.scripts ?? scripts };
  const untracked = await ignoredPlaces(scripts, io);
  const isThere = (place: string): boolean => untracked.has(place) || existsSync(resolve(io.cwd, place));
  const missing = newlyMissing({ read, scripts }, before, isThere);
  const mistyped = new Set(missing.flatMap(({ place, meant }) => (meant === undefined ? [] : [place])));
  const isMissingOpen = scripts.missing.some(({ place, isOpen }) => isOpen && !mistyped.has(place));
  const ofHead = { applied: scripts.applied, isOpen: scripts.isOpen || isMissingOpen || isBelow };
  const kept = judgedAsBefore({ read, scripts: ofHead }, before);
  const divided = withoutFolders(division?.scripts ?? scripts, kept.replaced);
  const { isReadAgain, notes } = compared(read, asItWas, reader, {
    scripts: divided,
    deployed: kept.folders,
    targets: targetBranches(baseCommit(invocation)?.ref, io.env),
  });
  const isDividedAgain = !isDeepStrictEqual([divided.worlds, divided.isWhole], [scripts.worlds, scripts.isWhole]);
  if (isReadAgain || isDividedAgain) read = await reader.read(config);
  if (division?.isOther === true) read = { ...read, worldsOfBase: worldsOfBase(read, scripts.worlds) };
  const inWorlds = await withWorlds(asItWas.read, config, division?.ofBase ?? scripts, io, asItWas.scripts);
  const undelivered = goneDeliveries(read, asItWas.read, { scripts, repository, isThere: isFolderThere });
  const deployersOf = (tree: ReadResult, of: RepositoryDeployers): readonly HubWorld[] => [...(tree.delivered ?? []), ...of.worlds];
  const moved = movedReleases(read, deployersOf(read, scripts), inWorlds, deployersOf(inWorlds, before.scripts));
  const exchanged = exchangedContent(read, scripts.worlds, inWorlds, before.scripts.worlds);
  const open = [...undelivered, ...moved.notEvaluated, ...exchanged.notEvaluated];
  read = withLostContent({ ...read, notEvaluated: [...read.notEvaluated, ...open] }, inWorlds);
  const whole = comparableBase(inWorlds, read);
  hideInErrors({ read, base: whole }, io);
  const { manifests: undeployed, notes: ofUndeployed } = undeployedBy(read, asItWas.read, scripts);
  const deployed = undeployed.size === 0 ? read : await withWorlds(withoutWorlds(read, undeployed), config, divided, io);
  const { base, notes: ofHubs } = withLostHubs(whole, deployed, scripts);
  const now = { read, scripts: ofHead };
  const renamed = renamedHubsNotes(base, deployed, movedDestinations(read.versions?.() ?? [], asItWas.read.versions?.() ?? []));
  const gained = gainedHubsNotes(whole, deployed, { base: before.scripts.worlds, head: scripts.worlds });
  const gone = knownToBeGone(undeployed, now, before);
  const left = unapplied(now, before);
  const besides = unappliedNotes(left, now, before, undeployed);
  const leftOnes = new Set(left.map(placeAndKey));
  const notSent = notSentNotes((read.withoutNamespace ?? []).filter((manifest) => !leftOnes.has(placeAndKey(manifest))));
  const gonePlaces = gonePlacesNotes(asItWas.read, scripts, (place) => existsSync(resolve(io.cwd, place)));
  const ofDivision = division?.isOther === true ? [DIVIDED_AS_BEFORE] : [];
  return {
    ...found,
    read,
    base,
    undeployed: undeployed.union(notAdded(left, now, before)),
    ...(gone === undefined ? {} : { gone }),
    unplanned: moved.unplanned.union(exchanged.unplanned),
    notes: [
      ...asItWas.notes,
      ...outside.notes,
      ...ofFolders,
      ...ofUndeployed,
      ...ofHubs,
      ...renamed,
      ...gained,
      ...notSent,
      ...besides,
      ...gonePlaces,
      ...missingPlacesNotes(missing),
      ...notes,
      ...ofDivision,
    ],
  };
}

/** Those of the missing paths of steps that git does not track, because a build makes them. */
async function ignoredPlaces({ missing }: RepositoryDeployers, io: JudgingIo): Promise<ReadonlySet<string>> {
  const places = [...new Set(missing.map(({ place }) => place))];
  if (places.length === 0) return new Set();
  // A pattern of folders matches what is not there only with a slash. It fails if no path is ignored.
  const asked = places.flatMap((place) => [place, `${place}/`]);
  const found = await gitIn(io)('-c', 'core.quotePath=false', 'check-ignore', '--', ...asked).catch(() => '');
  return new Set(found.split('\n').map((path) => path.replace(/\/$/, '')));
}

/** The base with the namespaces that its objects got. @param scripts of the head */
function readAsItWas({ read, scripts: own, outside }: Base, scripts: RepositoryDeployers): ReadResult {
  const used = withAppliedInHidden(withoutUnusedPatches(read, own ?? scripts), own ?? scripts, outside ?? { folders: [] });
  return { ...used, manifests: withGivenNamespaces(used.manifests, (own ?? scripts).namespaces).manifests };
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
  { scripts, deployed, targets }: ToCompare,
): { readonly isReadAgain: boolean; readonly notes: readonly string[] } {
  const applied = base.scripts && [...base.scripts.worlds.flatMap(({ folders }) => folders), ...(base.scripts.isWhole ? [''] : [])];
  const asFiles = takenFiles(base.read, read, applied);
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
}

interface JudgedTree {
  readonly invocation: Invocation;
  readonly config: FoundConfig;
  /** Texts to judge in place of files, by their absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
}

function hideInErrors(trees: Pick<TreesToJudge, 'read' | 'base'>, { errorTexts }: JudgingIo): void {
  if (errorTexts !== undefined) errorTexts.hide = (text) => treeSecretsHider(trees)?.(text) ?? text;
}

import { loadGoPatterns } from '../../admission/go-pattern.ts';
import { prepareAdmission } from '../../admission/prepare.ts';
import type { LoadedConfig } from '../../config.ts';
import type { Config } from '../../settings/settings.ts';
import { ConfigError, NothingToDo } from '../../errors.ts';
import { ADMISSION_POLICY } from '../../fleet/kubernetes/admission-policy.ts';
import { DEFAULT_PROFILE, type HubProfile, PROFILE_NAMES } from '../../fleet/kubefleet/kinds.ts';
import type { RepositoryGate } from '../../static/world/repository-gate.ts';
import type { TreePart } from '../../static/compare/tree-parts.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { movedVersions } from '../../static/read/deployers/delivered-versions.ts';
import type { MovedTo } from '../../static/read/render/render-options.ts';
import { movedSources } from '../../static/read/deployers/source-urls.ts';
import { takenFiles, type TakenFiles } from '../../static/read/taken-files.ts';
import { comparableBase } from '../../static/read/comparable-base.ts';
import { readManifests } from '../../static/read/read-manifests.ts';
import { azureWorkflow, gatesOfRepository } from './gates-of-repository.ts';
import { type Fleet, readFleet } from './fleet-input.ts';
import { failOn } from '../settings/fail-on.ts';
import { targetNotes } from '../hub/detected-target.ts';
import { treeSecretsHider } from './without-tree-secrets.ts';
import { withClustersOfTree } from './clusters-of-tree.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { DEFAULT_FILES } from '../settings/config-places.ts';
import { type DecidingConfig, decidingConfig } from '../settings/deciding-config.ts';
import type { Io, JudgingIo } from '../process/io.ts';
import { ignoredConfigNotes } from '../settings/ignored-config-files.ts';
import { checkPositionals } from '../settings/inside-repository.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { readsHub } from '../command-line/reads-hub.ts';
import { policyChangeNotes } from './policy-change-notes.ts';
import type { ObjectsFile } from '../hub/objects-below.ts';
import { addedFiles, deletedNotes, editedNotes, objectsBefore, objectsOfFiles } from './objects-of-files.ts';
import { policiesOfFiles } from './policies-of-files.ts';
import { repositoryFacts } from '../git/repository-facts.ts';
import { withLeftOut } from '../git/sparse-checkout.ts';
import { renderOptions } from '../settings/rendering.ts';
import { settingsOf } from '../settings/report-settings.ts';
import { dividedBefore } from './worlds/deployers-before.ts';
import { appliedBy, repositoryDeployers } from './worlds/repository-deployers.ts';
import { topOfDeployers } from './worlds/top-of-deployers.ts';
import { withWorlds } from './worlds/worlds-of-repository.ts';
import { baseCommit, checkBase, hasBase } from '../git/base-commit.ts';
import { configuredPaths, missingPathNotes, type JudgedPaths } from '../settings/judged-paths.ts';
import { movedNotes, targetBranches, versionNotes, withoutMoved } from './moved-sources.ts';
import { isNothing, nothingRead } from './nothing-read.ts';
import { unlistedNotes } from './unlisted-notes.ts';
import { checkFlags } from './check-flags.ts';

/** The input that `lint` and `plan` judge. */
export interface StaticInput {
  readonly config: FoundConfig;
  readonly target: HubProfile;
  readonly read: ReadResult;
  readonly fleet: Fleet;
  /** The gates that the repository runs after a deploy. */
  readonly gates: readonly RepositoryGate[];
  /** The fleet without the MemberClusters of the manifests, and the hub as it was read. */
  readonly given: Fleet;
  /** The same paths in the base. */
  readonly base?: ReadResult;
  /** The tree as the pipelines and scripts of the base divide it, if the change divides it in another way. */
  readonly dividedBefore?: ReadResult;
  /** This is the base itself; see `baseInput`. */
  readonly isBase?: true;
  /** The separately judged part of a tree; absent for the whole tree. */
  readonly part?: TreePart;
  /** The fleet with the MemberClusters of other manifests than those of the whole tree. */
  readonly fleetWith: (read: ReadResult, base: ReadResult | undefined) => Fleet;
  /** How the change affects the configuration, with notes. */
  readonly deciding: DecidingConfig;
  /** Reads the judged tree with another configuration. */
  readonly readBy: (config: FoundConfig) => Promise<ReadResult>;
}

/** How to read a tree another time. */
export interface EarlierReading {
  /** Texts to judge in place of files, by their absolute paths. */
  readonly texts?: ReadonlyMap<string, string>;
  /** The fleet from an earlier read; it is read again if absent. */
  readonly given?: Fleet;
}

/** The base as an input of its own; `undefined` if there is none. */
export function baseInput({ base, ...alone }: StaticInput): StaticInput | undefined {
  const { membersBefore, ...fleet } = alone.fleet;
  return base && { ...alone, isBase: true, read: base, fleet: membersBefore === undefined ? fleet : { ...fleet, members: membersBefore } };
}

/** @throws {ConfigError} @throws {HubError} @throws {NothingToDo} there is no file, or the files are empty */
export async function readStaticInput(
  invocation: Invocation,
  io: JudgingIo,
  { texts = new Map(), given: known }: EarlierReading = {},
): Promise<StaticInput> {
  checkBase(invocation);
  const deciding = await decidingConfig(invocation, io);
  const { config } = deciding;
  const pathsBy = (by: FoundConfig): JudgedPaths =>
    invocation.positionals.length > 0 ? { paths: invocation.positionals, gonePaths: [] } : configuredPaths(by, invocation, io);
  const { paths, gonePaths } = pathsBy(config);
  if (paths.includes('-') && invocation.value('clusters') === '-')
    throw new ConfigError(`standard input can be the manifests or ${invocation.named('clusters')}, not both`);
  checkFlags(invocation, config.config);
  checkPositionals(invocation, io);
  const stdin = paths.includes('-') ? { stdin: await io.stdin() } : {};
  const scripts = await repositoryDeployers(io, { root: topOfDeployers(io, paths), cwd: io.cwd });
  const ofScripts = [...scripts.worlds.flatMap(({ folders }) => folders), ...scripts.folders];
  // Placements of a hub may place what a tree without KubeFleet renders, and both trees of a comparison must be rendered or neither.
  let onlyIfFleet = !isHubGiven(invocation, config.config);
  let moved: MovedTo | undefined;
  const readBy = async (by: FoundConfig, deployed: readonly string[] = [], asFiles?: TakenFiles): Promise<ReadResult> => {
    const found = await readManifests(pathsBy(by).paths, {
      cwd: io.cwd,
      exclude: excludedBy(by),
      excludeFrom: by.folder,
      texts,
      applied: appliedBy(scripts),
      render: {
        ...renderOptions(invocation, by, io),
        onlyIfFleet,
        isBase: by !== config,
        deployed: [...ofScripts, ...deployed],
        helmCommands: scripts.helmCommands,
        own: scripts.own,
        ...defined({ moved }),
        outside: scripts.outside,
        namespaces: scripts.namespaces,
        ...defined({ asFiles }),
      },
      ...stdin,
      repository: repositoryFacts(io),
      turn: () => io.turns.next(),
    });
    return withWorlds(await withLeftOut(found, pathsBy(by).paths, io), by, withoutMoved(scripts, moved), io);
  };
  let read = await readBy(config);
  if (read.isWithoutFleet !== true || isNothing(read)) onlyIfFleet = false;
  if (read.isWithoutFleet === true && isNothing(read)) read = await readBy(config);
  hideInErrors({ read }, io);
  const asked = flagValue(invocation, 'target') ?? config.config.target;
  const settings = { config, target: asked ?? DEFAULT_PROFILE };
  const nothing = (): NothingToDo =>
    new NothingToDo(nothingRead(paths, read), settingsOf(invocation, settings, failOn(invocation, config.config)).settings);
  // If an empty tree is allowed, the objects that the change removed must still be checked.
  if (isNothing(read) && !invocation.switch('allow-nothing')) throw nothing();
  const render = { ...renderOptions(invocation, config, io), onlyIfFleet, deployed: ofScripts };
  const changed = { paths, gonePaths, read, config, exclude: excludedBy(config), render };
  const asItWas = hasBase(invocation) ? await (await import('./base.ts')).readBase(invocation, changed, io) : undefined;
  if (isNothing(read) && (asItWas === undefined || isNothing(asItWas.read))) throw nothing();
  // What was judged before the change stays judged, even if the change makes it a part of another overlay or chart.
  const nowParts = [...(asItWas?.read.built?.whole ?? [])].filter((folder) => read.built?.parts.has(folder) === true);
  const asFiles =
    asItWas &&
    takenFiles(
      asItWas.read,
      read,
      asItWas.scripts && [...asItWas.scripts.worlds.flatMap(({ folders }) => folders), ...(asItWas.scripts.isWhole ? [''] : [])],
    );
  const isBaseRendered = onlyIfFleet && asItWas !== undefined && asItWas.read.isWithoutFleet !== true;
  if (isBaseRendered) onlyIfFleet = false;
  const sources = asItWas === undefined ? [] : movedSources(read.sourceUrls, asItWas.read.sourceUrls, scripts.own);
  const versions =
    asItWas === undefined
      ? []
      : movedVersions(read.versions?.() ?? [], asItWas.read.versions?.() ?? [], targetBranches(baseCommit(invocation)?.ref, io.env));
  if (sources.length + versions.length > 0)
    moved = { addresses: new Set(sources.map(({ address }) => address)), versions: new Set(versions.map(({ id }) => id)) };
  if (moved !== undefined || isBaseRendered || nowParts.length > 0 || asFiles !== undefined) read = await readBy(config, nowParts, asFiles);
  const base = asItWas && (await withWorlds(comparableBase(asItWas.read, read), config, scripts, io, asItWas.scripts));
  hideInErrors({ read, ...(base === undefined ? {} : { base }) }, io);
  const scope = invocation.command === 'plan' || invocation.command === 'ready' || invocation.switch('plan') ? 'contents' : 'named';
  const judged = { head: read.manifests, base: base?.manifests ?? [], target: asked, scope } as const;
  const files = await objectsOfFiles('crds', invocation, io);
  const policyFiles = await objectsOfFiles('policies', invocation, io);
  const policies = policiesOfFiles(policyFiles, invocation);
  const policiesBefore = await objectsBefore(policyFiles, invocation.values('policies'), deciding, io);
  const readIt = known ?? (await readFleet(invocation, deciding, judged, io));
  const target = readIt.target.profile;
  const contracts = invocation.values('crds').length === 0 ? {} : await definitionsOf(files, target, invocation, deciding, io);
  const given = known ?? { ...readIt, ...contracts, policies, ...(policiesBefore === undefined ? {} : { policiesBefore }) };
  const fleetWith: StaticInput['fleetWith'] = (head, before) => withClustersOfTree(given, head, before, invocation);
  const fleet = fleetWith(read, base);
  for (const each of [fleet.contracts, fleet.contractsBefore])
    await prepareAdmission(
      [...read.manifests, ...(base?.manifests ?? [])].map(({ object }) => object),
      target,
      each,
    );
  const mayHavePolicies = [
    ...policies,
    ...(policiesBefore ?? []),
    ...(fleet.hub?.objects ?? []),
    ...read.manifests.map(({ object }) => object),
  ];
  if (mayHavePolicies.some(({ kind }) => kind === ADMISSION_POLICY.kind)) await loadGoPatterns();
  return {
    config,
    deciding: {
      ...deciding,
      notes: [
        ...(io.notes ?? []),
        ...deciding.notes,
        ...(read.notes ?? []),
        ...targetNotes(given.target, invocation),
        ...(await azureNotes(given, invocation, io)),
        ...(await editedNotes(files, 'the edited file was used', deciding, io)),
        ...(await deletedNotes(files, invocation.values('crds'), 'it was not used', deciding, io)),
        ...(await addedFiles(files, deciding, io)).map((file) => `This change adds ${file}, which was used to check it.`),
        ...(await editedNotes(policyFiles, 'it was used as it was and as it is', deciding, io)),
        ...(await deletedNotes(policyFiles, invocation.values('policies'), 'it was used as it was', deciding, io)),
        ...policyChangeNotes(read.manifests, base?.manifests, [...policies, ...(policiesBefore ?? []), ...(fleet.hub?.objects ?? [])]),
        ...missingPathNotes(gonePaths, config),
        ...ignoredConfigNotes(paths, invocation, io),
        ...(asItWas?.notes ?? []),
        ...(asItWas === undefined ? [] : unlistedNotes(read, asItWas.read)),
        ...movedNotes(sources),
        ...versionNotes(versions),
      ],
    },
    target,
    read,
    readBy,
    gates: await gatesOfRepository(config, io),
    given,
    fleet,
    fleetWith,
    ...(base === undefined ? {} : { base }),
    ...defined({ dividedBefore: await dividedBefore(read, scripts, deciding, io) }),
  };
}

function hideInErrors(trees: Pick<StaticInput, 'read' | 'base'>, { errorTexts }: JudgingIo): void {
  if (errorTexts !== undefined) errorTexts.hide = (text) => treeSecretsHider(trees)?.(text) ?? text;
}

/** The definitions of `--crds`, and those of the base if the change edits them. */
async function definitionsOf(
  files: readonly ObjectsFile[],
  target: HubProfile,
  invocation: Invocation,
  deciding: DecidingConfig,
  io: Io,
): Promise<Pick<Fleet, 'contracts' | 'contractsBefore'>> {
  const { contractsOfFiles, contractsBefore } = await import('./crds-of-files.ts');
  const contracts = await contractsOfFiles(files, target, invocation);
  const before = await objectsBefore(files, invocation.values('crds'), deciding, io, await addedFiles(files, deciding, io));
  return before === undefined ? { contracts } : { contracts, contractsBefore: await contractsBefore(before, target) };
}

/** Used only if there is no other evidence for the kind of hub. A workflow does not decide it, because a change may edit a workflow. */
async function azureNotes({ target, contracts }: Fleet, { named }: Invocation, io: Io): Promise<readonly string[]> {
  const workflow = target.by === 'default' && contracts === undefined ? await azureWorkflow(io) : undefined;
  if (workflow === undefined) return [];
  return [
    `${workflow} deploys to a fleet of Azure, and this was checked for ${PROFILE_NAMES[target.profile]}; if it is meant for that fleet, give ${named('target', 'aks')}.`,
  ];
}

function isHubGiven(invocation: Invocation, config: Config): boolean {
  return readsHub(invocation) || config.clusters !== undefined || invocation.value('clusters') !== undefined;
}

function excludedBy({ config }: LoadedConfig): readonly string[] {
  // Only the configuration itself is not a manifest. Other files with its name would be applied with their folder.
  return [...(config.exclude ?? []), ...DEFAULT_FILES.map((name) => `/${name}`)];
}

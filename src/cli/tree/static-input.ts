import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadGoPatterns } from '../../admission/go-pattern.ts';
import { prepareAdmission } from '../../admission/prepare.ts';
import type { LoadedConfig } from '../../config.ts';
import type { Config } from '../../settings/settings.ts';
import { ConfigError, NothingToDo } from '../../errors.ts';
import { ADMISSION_POLICY } from '../../fleet/kubernetes/admission-policy.ts';
import { counted, fileName } from '../../report/facts/words/words.ts';
import { type HubProfile, PROFILE_NAMES } from '../../fleet/kubefleet/kinds.ts';
import type { RepositoryGate } from '../../static/world/repository-gate.ts';
import type { TreePart } from '../../static/compare/tree-parts.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { comparableBase } from '../../static/read/comparable-base.ts';
import { readManifests } from '../../static/read/read-manifests.ts';
import { azureWorkflow, gatesOfRepository } from './gates-of-repository.ts';
import { type Fleet, readFleet } from './fleet-input.ts';
import { failOn } from '../settings/fail-on.ts';
import { targetNotes } from '../hub/detected-target.ts';
import { withClustersOfTree } from './clusters-of-tree.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { DEFAULT_FILES } from '../settings/config-places.ts';
import { type DecidingConfig, decidingConfig } from '../settings/deciding-config.ts';
import type { Io, JudgingIo } from '../process/io.ts';
import { idleConfigNotes } from '../settings/ignored-config-files.ts';
import { checkConfigured, checkPositionals } from '../settings/inside-repository.ts';
import { defaultValue, flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { editedFiles, objectsOfFiles } from './objects-of-files.ts';
import { policiesOfFiles } from './policies-of-files.ts';
import { askedDiff } from './asked-diff.ts';
import { whereGiven } from '../../terms.ts';
import { repositoryFacts } from '../git/repository-facts.ts';
import { withLeftOut } from '../git/sparse-checkout.ts';
import { renderOptions } from '../settings/rendering.ts';
import { settingsOf } from '../settings/report-settings.ts';
import { wayTo } from '../git/repository.ts';
import { checkBase, hasBase } from '../git/base-commit.ts';

/** What `lint` and `plan` judge. */
export interface StaticInput {
  readonly config: FoundConfig;
  readonly target: HubProfile;
  readonly read: ReadResult;
  readonly fleet: Fleet;
  /** The gates that the repository runs after a deploy. */
  readonly gates: readonly RepositoryGate[];
  /** The fleet without the MemberClusters of the manifests, and the hub as it was read. */
  readonly given: Fleet;
  /** The same paths in the tree to compare with. */
  readonly base?: ReadResult;
  /** The part of a tree that is judged by itself; the whole where nothing is said. */
  readonly part?: TreePart;
  /** The fleet with the MemberClusters of other manifests than all of the tree. */
  readonly fleetWith: (read: ReadResult, base: ReadResult | undefined) => Fleet;
  /** What the change makes of the configuration, and what is to be said about that. */
  readonly deciding: DecidingConfig;
  /** The judged tree as another configuration has it read. */
  readonly readBy: (config: FoundConfig) => Promise<ReadResult>;
}

/** How a tree is read another time. */
export interface Again {
  /** What is judged in the place of files, by their absolute paths. */
  readonly texts?: ReadonlyMap<string, string>;
  /** The fleet as it was read before; read anew where it is left out. */
  readonly given?: Fleet;
}

/** What the judged tree is compared with, as a tree of its own; `undefined` where there is none. */
export function baseInput({ base, ...alone }: StaticInput): StaticInput | undefined {
  const { membersBefore, ...fleet } = alone.fleet;
  return base && { ...alone, read: base, fleet: membersBefore === undefined ? fleet : { ...fleet, members: membersBefore } };
}

/**
 * @throws {ConfigError} @throws {HubError} @throws {NothingToDo} no file, or nothing in them, could be read.
 */
export async function readStaticInput(
  invocation: Invocation,
  io: JudgingIo,
  { texts = new Map(), given: known }: Again = {},
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
  const readBy = async (by: FoundConfig): Promise<ReadResult> => {
    const read = await readManifests(pathsBy(by).paths, {
      cwd: io.cwd,
      exclude: excludedBy(by),
      excludeFrom: by.folder,
      texts,
      render: { ...renderOptions(invocation, by, io), isBase: by !== config },
      ...stdin,
      repository: repositoryFacts(io),
      turn: () => io.turns.next(),
    });
    return withLeftOut(read, pathsBy(by).paths, io);
  };
  const read = await readBy(config);
  const asked = flagValue(invocation, 'target') ?? config.config.target;
  const settings = { config, target: asked ?? defaultValue('target') };
  const nothing = (): NothingToDo =>
    new NothingToDo(nothingRead(paths, read), settingsOf(invocation, settings, failOn(invocation, config.config)).settings);
  // Where nothing passes, what a change took away with it is still looked at.
  if (isNothing(read) && !invocation.switch('allow-nothing')) throw nothing();
  const changed = { paths, gonePaths, read, config, exclude: excludedBy(config), render: renderOptions(invocation, config, io) };
  const asItWas = hasBase(invocation) ? await (await import('./base.ts')).readBase(invocation, changed, io) : undefined;
  if (isNothing(read) && (asItWas === undefined || isNothing(asItWas.read))) throw nothing();
  const base = asItWas && comparableBase(asItWas.read, read);
  const scope = invocation.command === 'plan' || invocation.switch('plan') ? 'contents' : 'named';
  const judged = { head: read.manifests, base: base?.manifests ?? [], target: asked, scope } as const;
  const files = await objectsOfFiles('crds', invocation, io);
  const policyFiles = await objectsOfFiles('policies', invocation, io);
  const policies = policiesOfFiles(policyFiles, invocation);
  const readIt = known ?? (await readFleet(invocation, deciding, judged, io));
  const target = readIt.target.profile;
  const contracts =
    invocation.values('crds').length === 0
      ? {}
      : { contracts: await (await import('./crds-of-files.ts')).contractsOfFiles(files, target, invocation) };
  const given = known ?? { ...readIt, ...contracts, policies };
  const fleetWith: StaticInput['fleetWith'] = (head, before) => withClustersOfTree(given, head, before, invocation);
  const fleet = fleetWith(read, base);
  await prepareAdmission(
    [...read.manifests, ...(base?.manifests ?? [])].map(({ object }) => object),
    target,
    fleet.contracts,
  );
  const mayHavePolicies = [...policies, ...(fleet.hub?.objects ?? []), ...read.manifests.map(({ object }) => object)];
  if (mayHavePolicies.some(({ kind }) => kind === ADMISSION_POLICY.kind)) await loadGoPatterns();
  return {
    config,
    deciding: {
      ...deciding,
      notes: [
        ...(io.notes ?? []),
        ...deciding.notes,
        ...targetNotes(given.target, invocation),
        ...(await azureNotes(given, invocation, io)),
        ...(await editedFiles([...files, ...policyFiles], deciding, io)),
        ...goneNotes(gonePaths, config),
        ...idleConfigNotes(paths, invocation, io),
        ...(asItWas?.notes ?? []),
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
  };
}

/** Nothing else shows whose hub it is; a workflow decides nothing, as a change may edit it. */
async function azureNotes({ target, contracts }: Fleet, { named }: Invocation, io: Io): Promise<readonly string[]> {
  const workflow = target.by === 'default' && contracts === undefined ? await azureWorkflow(io) : undefined;
  if (workflow === undefined) return [];
  return [
    `${workflow} deploys to a fleet of Azure, and this was checked for ${PROFILE_NAMES[target.profile]}; if it is meant for that fleet, give ${named('target', 'aks')}.`,
  ];
}

function excludedBy({ config }: LoadedConfig): readonly string[] {
  // Only the configuration itself is no manifest: what else has its name would be applied with the folder it lies in.
  return [...(config.exclude ?? []), ...DEFAULT_FILES.map((name) => `/${name}`)];
}

interface JudgedPaths {
  readonly paths: readonly string[];
  /** Those of the configuration of the base that are not here any more. */
  readonly gonePaths: readonly string[];
}

/** A configuration names files from where it lies. @throws {ConfigError} it names one that is not here, or none; of the base, none that is here. */
function configuredPaths(by: FoundConfig, { named }: Pick<Invocation, 'named'>, io: Io): JudgedPaths {
  const { cwd } = io;
  for (const path of by.config.paths ?? []) {
    const [place, said] = [resolve(by.folder, path), `paths in ${by.file}: ${path}`];
    checkConfigured(place, said, by.path, io);
    // What a change took away is told where the configuration of the base decides.
    if (by.tree === undefined && wayTo(cwd, place) !== '-' && !existsSync(place)) throw new ConfigError(`${said}: no such file or folder`);
  }
  if (by.config.paths?.length === 0)
    throw new ConfigError(`paths in ${by.file} is an empty list; name what is to be checked, or leave it out for all there is`);
  const all = by.config.paths?.map((path) => wayTo(cwd, resolve(by.folder, path)) || '.') ?? ['.'];
  const gonePaths = by.tree === undefined ? [] : all.filter((path) => !existsSync(resolve(cwd, path)));
  const paths = all.filter((path) => !gonePaths.includes(path));
  if (paths.length > 0 || gonePaths.length === 0) return { paths, gonePaths };
  throw new ConfigError(
    `paths in ${by.file} of ${by.tree?.name ?? 'the base'}: ${gonePaths.join(', ')} is not in this tree; name the paths${whereGiven(named, ['config-from', 'head'], (term) => `, or go by the configuration of this tree: ${term}`)}`,
  );
}

function goneNotes(gone: readonly string[], { file, tree }: FoundConfig): readonly string[] {
  if (gone.length === 0 || tree === undefined) return [];
  return [`Of the paths in ${file} of ${tree.name} this tree has no ${gone.join(', ')} any more.`];
}

/** Wrong usage is said before anything is read. @throws {ConfigError} */
function checkFlags(invocation: Invocation, config: Config): void {
  const { named } = invocation;
  flagValue(invocation, 'target');
  flagValue(invocation, 'render-with');
  failOn(invocation, config);
  flagValue(invocation, 'now');
  askedDiff(invocation);
  if (invocation.switch('hub-schema') && invocation.values('crds').length > 0)
    throw new ConfigError(`${named('hub-schema')} and ${named('crds')} exclude each other: schemas come from one place`);
  if (invocation.switch('hub-schema') && invocation.value('kubeconfig') === undefined && invocation.value('context') === undefined)
    throw new ConfigError(
      `${named('hub-schema')} reads the schemas of the hub: give ${named('kubeconfig', 'FILE')} or ${named('context', 'NAME')}`,
    );
}

/** No object, no text that was meant to be one, and nothing that makes objects of KubeFleet. */
function isNothing({ manifests, problems, notEvaluated }: ReadResult): boolean {
  return manifests.length === 0 && problems.length === 0 && !notEvaluated.some(({ fleetObject }) => fleetObject === true);
}

function nothingRead(paths: readonly string[], read: ReadResult): string {
  const where = paths.map(fileName).join(', ');
  const [first] = read.notEvaluated;
  if (read.files === 0 && first === undefined) return `no YAML or JSON file in ${where}; name the folder that holds the manifests`;
  const why = first === undefined ? '' : `; first: ${fileName(first.file)}:${first.line}: ${first.reason}`;
  return `nothing to check in ${where}: ${counted(read.files, 'file')} read, no Kubernetes object found${why}`;
}

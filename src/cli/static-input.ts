import { resolve } from 'node:path';
import { prepareAdmission } from '../admission/prepare.ts';
import type { Config, LoadedConfig } from '../config.ts';
import { ConfigError, NothingToDo } from '../errors.ts';
import { counted, fileName } from '../report/facts/words.ts';
import { HUB_PROFILES, type HubProfile } from '../fleet/kinds.ts';
import type { OverlayPart } from '../static/overlay-parts.ts';
import type { ReadResult } from '../static/read/read-result.ts';
import { readManifests } from '../static/read/read-manifests.ts';
import { type Fleet, readFleet } from './fleet-input.ts';
import { failOn } from './fail-on.ts';
import { checkBase, readBase } from './base.ts';
import { withClustersOfTree } from './clusters-of-tree.ts';
import { DEFAULT_FILES, type FoundConfig, loadConfig } from './config-file.ts';
import type { Io } from './io.ts';
import { choiceFlag, type Invocation, timeFlag } from './invocation.ts';
import { renderOptions, RENDER_WITH } from './rendering.ts';
import { wayTo } from './repository.ts';

/** What `lint` and `plan` judge. */
export interface StaticInput {
  readonly config: FoundConfig;
  readonly target: HubProfile;
  readonly read: ReadResult;
  readonly fleet: Fleet;
  /** The same paths in the tree to compare with. */
  readonly base?: ReadResult;
  /** The part of a tree that is judged by itself; the whole where nothing is said. */
  readonly part?: OverlayPart;
  /** The fleet with the MemberClusters of other manifests than all of the tree. */
  readonly fleetWith: (read: ReadResult, base: ReadResult | undefined) => Fleet;
  /** The configuration in that tree, where it can be told. */
  readonly baseConfig?: LoadedConfig;
  /** The judged tree as another configuration has it read. */
  readonly readBy: (config: LoadedConfig) => Promise<ReadResult>;
}

/** What the judged tree is compared with, as a tree of its own; `undefined` where there is none. */
export function baseInput({ base, baseConfig: _config, ...alone }: StaticInput): StaticInput | undefined {
  const { membersBefore, ...fleet } = alone.fleet;
  return base && { ...alone, read: base, fleet: membersBefore === undefined ? fleet : { ...fleet, members: membersBefore } };
}

/** @throws {ConfigError} @throws {HubError} @throws {NothingToDo} no file, or nothing in them, could be read. */
export async function readStaticInput(invocation: Invocation, io: Io): Promise<StaticInput> {
  const config = await loadConfig(invocation, io);
  const pathsBy = (loaded: LoadedConfig): readonly string[] =>
    invocation.positionals.length > 0 ? invocation.positionals : configuredPaths(loaded, config.folder, io);
  const paths = pathsBy(config);
  if (paths.includes('-') && invocation.value('clusters') === '-')
    throw new ConfigError(`standard input can be the manifests or ${invocation.named('clusters')}, not both`);
  checkFlags(invocation, config.config);
  const stdin = paths.includes('-') ? { stdin: await io.stdin() } : {};
  const readBy = (loaded: LoadedConfig): Promise<ReadResult> =>
    readManifests(pathsBy(loaded), {
      cwd: io.cwd,
      exclude: excludedBy(loaded),
      excludeFrom: config.folder,
      render: { ...renderOptions(invocation, loaded, config.folder, io), isBase: loaded !== config },
      ...stdin,
    });
  const read = await readBy(config);
  if (isNothing(read)) throw new NothingToDo(nothingRead(paths, read));

  const target = choiceFlag(invocation, 'target', HUB_PROFILES) ?? config.config.target ?? 'v0.3';
  const { read: base, config: baseConfig } =
    (await readBase(
      invocation,
      { paths, read, config, exclude: excludedBy(config), render: renderOptions(invocation, config, config.folder, io) },
      io,
    )) ?? {};
  const scope = invocation.command === 'plan' || invocation.switch('plan') ? 'contents' : 'named';
  const judged = { head: read.manifests, base: base?.manifests ?? [], target, scope } as const;
  const given = await readFleet(invocation, config, judged, io);
  const fleetWith: StaticInput['fleetWith'] = (head, before) => withClustersOfTree(given, head, before, invocation);
  const fleet = fleetWith(read, base);
  await prepareAdmission(
    [...read.manifests, ...(base?.manifests ?? [])].map(({ object }) => object),
    target,
    fleet.contracts,
  );
  return {
    config,
    target,
    read,
    readBy,
    fleet,
    fleetWith,
    ...(base === undefined ? {} : { base }),
    ...(baseConfig === undefined ? {} : { baseConfig }),
  };
}

function excludedBy({ config }: LoadedConfig): readonly string[] {
  return [...(config.exclude ?? []), ...DEFAULT_FILES];
}

/** A configuration names files from where it lies. */
function configuredPaths({ config }: LoadedConfig, folder: string, { cwd }: Io): readonly string[] {
  return config.paths?.map((path) => wayTo(cwd, resolve(folder, path)) || '.') ?? ['.'];
}

/** Wrong usage is said before anything is read. @throws {ConfigError} */
function checkFlags(invocation: Invocation, config: Config): void {
  const { named } = invocation;
  checkBase(invocation);
  choiceFlag(invocation, 'target', HUB_PROFILES);
  choiceFlag(invocation, 'render-with', RENDER_WITH);
  failOn(invocation, config);
  timeFlag(invocation, 'now');
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
  return `nothing to judge in ${where}: ${counted(read.files, 'file')} read, no Kubernetes object found${why}`;
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { prepareAdmission } from '../admission/prepare.ts';
import type { Config, LoadedConfig } from '../config.ts';
import { ConfigError, NothingToDo } from '../errors.ts';
import { counted, fileName } from '../report/facts/words.ts';
import { HUB_PROFILES, type HubProfile } from '../fleet/kinds.ts';
import type { ReadResult } from '../static/read/read-result.ts';
import { readManifests } from '../static/read/read-manifests.ts';
import { type Fleet, readFleet } from './fleet-input.ts';
import { failOn } from './fail-on.ts';
import { DEFAULT_FILES, loadConfig } from './config-file.ts';
import type { Io } from './io.ts';
import { choiceFlag, type Invocation, timeFlag } from './invocation.ts';

/** What `lint` and `plan` judge. */
export interface StaticInput {
  readonly config: LoadedConfig;
  readonly target: HubProfile;
  readonly read: ReadResult;
  readonly fleet: Fleet;
  /** The same paths in the tree to compare with. */
  readonly base?: ReadResult;
}

/** @throws {ConfigError} @throws {HubError} @throws {NothingToDo} no file, or nothing in them, could be read. */
export async function readStaticInput(invocation: Invocation, io: Io): Promise<StaticInput> {
  const config = await loadConfig(invocation, io);
  const paths = invocation.positionals.length > 0 ? invocation.positionals : (config.config.paths ?? ['.']);
  if (paths.includes('-') && invocation.value('clusters') === '-')
    throw new ConfigError(`standard input can be the manifests or ${invocation.named('clusters')}, not both`);
  checkFlags(invocation, config.config);
  const options = { exclude: [...(config.config.exclude ?? []), ...DEFAULT_FILES] };
  const stdin = paths.includes('-') ? { stdin: await io.stdin() } : {};
  const read = await readManifests(paths, { cwd: io.cwd, ...options, ...stdin });
  if (isNothing(read)) throw new NothingToDo(nothingRead(paths, read));

  const target = choiceFlag(invocation, 'target', HUB_PROFILES) ?? config.config.target ?? 'v0.3';
  const base = await readBase(invocation, paths, options, io);
  const scope = invocation.command === 'plan' || invocation.switch('plan') ? 'contents' : 'named';
  const judged = { head: read.manifests, base: base?.manifests ?? [], target, scope } as const;
  const fleet = await readFleet(invocation, config, judged, io);
  await prepareAdmission(
    [...read.manifests, ...(base?.manifests ?? [])].map(({ object }) => object),
    target,
    fleet.contracts,
  );
  return { config, target, read, fleet, ...(base === undefined ? {} : { base }) };
}

/** Wrong usage is said before anything is read. @throws {ConfigError} */
function checkFlags(invocation: Invocation, config: Config): void {
  const { named } = invocation;
  choiceFlag(invocation, 'target', HUB_PROFILES);
  failOn(invocation, config);
  timeFlag(invocation, 'now');
  if (invocation.switch('hub-schema') && invocation.value('kubeconfig') === undefined && invocation.value('context') === undefined)
    throw new ConfigError(
      `${named('hub-schema')} reads the schemas of the hub: give ${named('kubeconfig', 'FILE')} or ${named('context', 'NAME')}`,
    );
}

async function readBase(
  invocation: Invocation,
  paths: readonly string[],
  options: { readonly exclude?: readonly string[] },
  io: Io,
): Promise<ReadResult | undefined> {
  const { named } = invocation;
  const [ref, dir] = [invocation.value('base'), invocation.value('base-dir')];
  if (ref !== undefined && dir !== undefined)
    throw new ConfigError(`${named('base')} and ${named('base-dir')} exclude each other; give one`);
  if (ref === undefined && dir === undefined) {
    return undefined;
  }
  if (paths.includes('-')) throw new ConfigError('standard input has no base; lint files to compare');
  if (dir !== undefined) {
    if (!existsSync(resolve(io.cwd, dir))) throw new ConfigError(`${named('base-dir', dir)}: no such folder`);
    return readExisting(paths, resolve(io.cwd, dir), options);
  }
  const { treeOfRef } = await import('./base-tree.ts');
  const tree = await treeOfRef(ref ?? '', io, named);
  try {
    return await readExisting(paths, tree.dir, options);
  } finally {
    await tree.remove();
  }
}

/** A path that is new since the base is simply not there. */
async function readExisting(paths: readonly string[], dir: string, options: { readonly exclude?: readonly string[] }): Promise<ReadResult> {
  const existing = paths.filter((path) => existsSync(resolve(dir, path)));
  return readManifests(existing, { cwd: dir, ...options });
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

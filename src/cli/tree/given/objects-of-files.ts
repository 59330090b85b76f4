import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../../errors.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../../fleet/kubernetes/admission-policy.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { type KubeObject, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import { parseObjects } from '../../../yaml/objects.ts';
import { readText } from '../../settings/config-file.ts';
import type { BaseFiles } from '../../git/base-files.ts';
import type { DecidingConfig } from '../../settings/deciding-config.ts';
import type { FlagName } from '../../../settings/settings.ts';
import { realpathOf } from '../../../files/realpath-of.ts';
import { relativePath } from '../../git/repository.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import type { Io } from '../../process/io.ts';
import { otherFiles } from '../../hub/other-files.ts';
import { objectsBelow, type ObjectsFile } from '../../hub/objects-below.ts';

/** The objects of the files and folders that a flag names, file by file. One unreadable file is an error. @throws {ConfigError} */
export async function objectsOfFiles(flag: keyof typeof KINDS, invocation: Invocation, io: Io): Promise<readonly ObjectsFile[]> {
  const { named } = invocation;
  const paths = invocation.values(flag);
  const read: ObjectsFile[] = [];
  for (const path of paths) {
    if (path === '-') throw new ConfigError(`${named(flag)} takes files and folders, not standard input`);
    read.push(...(await objectsBelow(path, named(flag), io, KINDS[flag])));
  }
  return read;
}

/** Sentences about files below the folders that a flag names which have what it is given for, and another ending. */
export async function otherEndings(flag: keyof typeof KINDS, invocation: Invocation, io: Io): Promise<readonly string[]> {
  const named = invocation.named(flag);
  const unread: string[] = [];
  for (const file of invocation.values(flag).flatMap((path) => otherFiles(path, io.cwd))) {
    // A file that is no text has no object.
    const text = await readText(file, io, named).catch(() => '');
    if (KINDS[flag].some((kind) => text.includes(`kind: ${kind}`) || text.includes(`"kind": "${kind}"`))) unread.push(file);
  }
  if (unread.length === 0) return [];
  return [`${named} searches a folder for .yaml, .yml and .json only, so these files were not read: ${listed(unread, 5)}.`];
}

/** What a flag is given for. */
const KINDS = {
  crds: ['CustomResourceDefinition'],
  policies: [ADMISSION_POLICY.kind, ADMISSION_POLICY_BINDING.kind],
} as const satisfies Partial<Record<FlagName, readonly string[]>>;

/** The files that the change adds to the named folders. A file that a step wrote is not one. @throws {ConfigError} */
export async function addedFiles(files: readonly ObjectsFile[], { base }: DecidingConfig, io: Io): Promise<readonly string[]> {
  const added: string[] = [];
  for (const { file } of base?.isWhole === true ? files : []) {
    const path = resolve(io.cwd, file);
    if ((await base?.read(path).catch(unreadable(file, base))) !== undefined) continue;
    // Git does not find a file behind the link of a folder, which a change may have made.
    if ((await base?.holds(path)) === true || (await base?.holds(realpathOf(path))) === true) added.push(file);
  }
  return added;
}

/** What the base has of the files of a flag. */
interface GivenBefore {
  /** The objects as the base has them, with those of files that the change deletes; `undefined` if the change does not affect them. */
  readonly objects: readonly KubeObject[] | undefined;
  /** Sentences about the files that the change edits or deletes. */
  readonly notes: readonly string[];
}

/** How the base of such files is used. */
interface UseOfBase {
  /** The sentence about a file that the change edits, or deletes from a folder, after the semicolon. */
  readonly edited: string;
  readonly deleted: string;
  /** Files of the change that the base lacks, to leave out. */
  readonly added?: readonly string[];
  /** Why objects cannot be used, as the end of a sentence. */
  readonly faultIn?: (objects: readonly KubeObject[]) => string | undefined;
}

/**
 * The files as the base has them. One that cannot be used is left out, because the change may repair it: an edited one is used as it is now.
 * An object of the base replaces one of the same name, whatever file the change has it in.
 * @param paths what the flag names @throws {ConfigError} the base cannot be read
 */
export async function givenBefore(
  files: readonly ObjectsFile[],
  paths: readonly string[],
  use: UseOfBase,
  deciding: DecidingConfig,
  io: Io,
): Promise<GivenBefore> {
  const { added = [], faultIn } = use;
  const edited = await editedBefore(files, deciding, io);
  const deleted = await deletedBefore(files, paths, deciding, io);
  const before = new Map<string, readonly KubeObject[]>();
  const now = Map.groupBy(
    files.flatMap(({ objects }) => objects),
    keyOf,
  );
  const isMoved = (object: KubeObject): boolean => now.get(keyOf(object))?.every((each) => isDeepStrictEqual(each, object)) === true;
  const notes = [...edited, ...deleted].flatMap(([file, text]) => {
    const { objects, problems } = parseObjects(text, file);
    const [problem] = problems;
    const fault = problem === undefined ? faultIn?.(objects) : `line ${problem.line}: ${problem.message.replace(/\.$/, '')}`;
    if (fault === undefined) before.set(file, objects);
    if (fault === undefined && !edited.has(file) && objects.length > 0 && objects.every(isMoved)) return [];
    const [verb, used, instead] = edited.has(file)
      ? ['edits', use.edited, 'only the edited file was used']
      : ['deletes', use.deleted, 'it was not used'];
    const result = fault === undefined ? used : `${instead}, because ${deciding.base?.name ?? 'the base'} has it with a fault (${fault})`;
    return [`This change ${verb} ${file}, which is used to check it; ${result}.`];
  });
  if (before.size + added.length === 0) return { objects: undefined, notes };
  const ofBase = [...before.values()].flat();
  const replaced = new Set(ofBase.map(keyOf));
  const unchanged = files.flatMap(({ file, objects }) => (before.has(file) || added.includes(file) ? [] : objects));
  return { objects: [...unchanged.filter((object) => !replaced.has(keyOf(object))), ...ofBase], notes };
}

function keyOf(object: KubeObject): string {
  return objectKey(refOf(object));
}

/** The texts in the base of YAML and JSON files that the change deletes from the folders. */
async function deletedBefore(
  files: readonly ObjectsFile[],
  paths: readonly string[],
  { base }: DecidingConfig,
  io: Io,
): Promise<ReadonlyMap<string, string>> {
  const deleted = new Map<string, string>();
  const known = new Set(files.map(({ file }) => resolve(io.cwd, file)));
  // The folder may be a link, which the base does not list.
  const folders = paths.map((path) => resolve(io.cwd, path)).flatMap((path) => [path, realpathOf(path)]);
  for (const folder of new Set(folders))
    // A file of the base may be a folder now.
    for (const file of [folder, ...((await base?.below(folder).catch(unreadable(relativePath(io.cwd, folder) || '.', base))) ?? [])]) {
      if (known.has(file) || !/\.(?:ya?ml|json)$/i.test(file) || statSync(file, { throwIfNoEntry: false })?.isFile() === true) continue;
      const text = await base?.read(file).catch(unreadable(relativePath(io.cwd, file), base));
      if (text !== undefined) deleted.set(relativePath(io.cwd, file), text);
    }
  return deleted;
}

/** The texts in the base, of the files that the change edits. @throws {ConfigError} */
async function editedBefore(files: readonly ObjectsFile[], { base }: DecidingConfig, io: Io): Promise<ReadonlyMap<string, string>> {
  const edited = new Map<string, string>();
  for (const { file } of base === undefined ? [] : files) {
    const before = await base?.read(resolve(io.cwd, file)).catch(unreadable(file, base));
    if (before !== undefined && before !== (await readText(file, io, file))) edited.set(file, before);
  }
  return edited;
}

function unreadable(path: string, { name }: BaseFiles): (error: unknown) => never {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${path}: cannot be read from ${name}: ${why}`, { cause: error });
  };
}

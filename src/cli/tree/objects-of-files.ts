import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { parseObjects } from '../../yaml/objects.ts';
import { readText } from '../settings/config-file.ts';
import type { DecidingConfig } from '../settings/deciding-config.ts';
import type { FlagName } from '../../settings/settings.ts';
import { checkNamed } from '../settings/inside-repository.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { objectsBelow, type ObjectsFile } from '../hub/objects-below.ts';

/** The objects of the files and folders that a flag names, file by file. One unreadable file is an error. @throws {ConfigError} */
export async function objectsOfFiles(flag: FlagName, invocation: Invocation, io: Io): Promise<readonly ObjectsFile[]> {
  const { named } = invocation;
  const paths = invocation.values(flag);
  const read: ObjectsFile[] = [];
  for (const path of paths) {
    if (path === '-') throw new ConfigError(`${named(flag)} takes files and folders, not standard input`);
    checkNamed(path, `${named(flag)} ${path}`, io);
    read.push(...(await objectsBelow(path, named(flag), io)));
  }
  return read;
}

/** Sentences about edits by a change to the files that it is judged by; empty if that is not known. @param used which text was used */
export async function editedNotes(
  files: readonly ObjectsFile[],
  used: string,
  deciding: DecidingConfig,
  io: Io,
): Promise<readonly string[]> {
  const edited = await editedBefore(files, deciding, io);
  return [...edited.keys()].map((file) => `This change edits ${file}, which is used to check it; ${used}.`);
}

/** The objects of the files as the base has them; `undefined` if the change edits none of the files. @throws {ConfigError} */
export async function objectsBefore(
  files: readonly ObjectsFile[],
  deciding: DecidingConfig,
  io: Io,
): Promise<readonly KubeObject[] | undefined> {
  const edited = await editedBefore(files, deciding, io);
  if (edited.size === 0) return undefined;
  return files.flatMap(({ file, objects }) => {
    const text = edited.get(file);
    if (text === undefined) return objects;
    const before = parseObjects(text, file);
    const [problem] = before.problems;
    if (problem === undefined) return before.objects;
    throw new ConfigError(
      `${file} cannot be read as ${deciding.base?.name ?? 'the base'} has it: line ${problem.line}: ${problem.message}`,
    );
  });
}

/** The texts in the base, of the files that the change edits. @throws {ConfigError} */
async function editedBefore(files: readonly ObjectsFile[], { base }: DecidingConfig, io: Io): Promise<ReadonlyMap<string, string>> {
  const edited = new Map<string, string>();
  for (const { file } of base === undefined ? [] : files) {
    const before = await base?.read(resolve(io.cwd, file)).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ConfigError(`${file}: cannot be read from ${base.name}: ${why}`, { cause: error });
    });
    if (before !== undefined && before !== (await readText(file, io, file))) edited.set(file, before);
  }
  return edited;
}

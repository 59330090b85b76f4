import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
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

/** Sentences about edits by a change to the files that it is judged by; empty if that is not known. */
export async function editedFiles(files: readonly ObjectsFile[], { base }: DecidingConfig, io: Io): Promise<readonly string[]> {
  if (base === undefined) return [];
  const notes: string[] = [];
  for (const { file } of files) {
    const before = await base.read(resolve(io.cwd, file)).catch(() => undefined);
    if (before !== undefined && before !== (await readText(file, io, file)))
      notes.push(`This change edits ${file}, which is used to check it; the edited file was used.`);
  }
  return notes;
}

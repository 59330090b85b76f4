import { ConfigError } from '../../errors.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { findFiles, type FoundFile, PACKAGES } from '../../static/read/files/find-files.ts';
import { parseObjects } from '../../yaml/objects.ts';
import { readText } from '../settings/config-file.ts';
import type { Io } from '../process/io.ts';

/** One file that a flag names, itself or by a folder it lies in. */
export interface ObjectsFile {
  readonly file: string;
  readonly objects: readonly KubeObject[];
}

/**
 * The objects of a file, or of the YAML and JSON files below a folder, file by file; `-` is standard input. All or nothing: less than all must
 * not pass for all. @param namedBy the flag, as the reader wrote it @throws {ConfigError} what is not read, and where
 */
export async function objectsBelow(path: string, namedBy: string, io: Io): Promise<readonly ObjectsFile[]> {
  const { files, hidden, notEvaluated } = path === '-' ? STDIN : found(path, namedBy, io);
  const [left] = notEvaluated;
  if (left !== undefined) throw new ConfigError(`${namedBy} ${left.file}: ${left.reason}`);
  for (const { name } of hidden)
    if (!isOfPackage(name) && /\bkind\b/.test(await readText(name, io, namedBy)))
      throw new ConfigError(`${namedBy} ${name}: it lies in a hidden directory and is not read; name it itself, or move it`);
  const read: ObjectsFile[] = [];
  for (const { name } of files) {
    const { objects, problems } = parseObjects(await readText(name, io, namedBy), name);
    const [problem] = problems;
    if (problem !== undefined) throw new ConfigError(`${namedBy} ${problem.file}:${problem.line}: ${problem.message}`);
    read.push({ file: name, objects });
  }
  return read;
}

/** What a package manager installed is nothing that a flag means by the folder around it. */
function isOfPackage(name: string): boolean {
  return name.split('/').includes(PACKAGES);
}

function found(path: string, namedBy: string, io: Io): ReturnType<typeof findFiles> {
  try {
    return findFiles([path], io.cwd);
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(`${namedBy} ${path}: ${error.message}`, { cause: error }) : error;
  }
}

const STDIN: { readonly files: readonly FoundFile[]; readonly hidden: readonly FoundFile[]; readonly notEvaluated: readonly never[] } = {
  files: [{ path: '-', name: '-' }],
  hidden: [],
  notEvaluated: [],
};

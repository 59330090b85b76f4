import { ConfigError } from '../../errors.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { findFiles, type FoundFile } from '../../static/read/files/find-files.ts';
import { PACKAGES } from '../../static/read/files/searched-names.ts';
import { parseObjects } from '../../yaml/objects.ts';
import { readText } from '../settings/config-file.ts';
import type { Io } from '../process/io.ts';

/** A file that a flag names, directly or by its folder. */
export interface ObjectsFile {
  readonly file: string;
  readonly objects: readonly KubeObject[];
  /** It has no text at all. */
  readonly isBlank: boolean;
}

/**
 * The objects of a file, or of all YAML and JSON files in a folder, file by file; `-` is standard input. One unreadable file is an error,
 * because a part must not be treated as the whole. Files that a package manager installed are not meant by a flag that names their parent
 * folder, unless they have an object of `kinds`.
 * @param namedBy the flag, in the reader's terms
 * @throws {ConfigError} which file is not readable, and where
 */
export async function objectsBelow(path: string, namedBy: string, io: Io, kinds: readonly string[] = []): Promise<readonly ObjectsFile[]> {
  const { files, hidden, notEvaluated } = path === '-' ? STDIN : found(path, namedBy, io);
  const [left] = notEvaluated;
  if (left !== undefined) throw new ConfigError(`${namedBy} ${left.file}: ${left.reason}`);
  for (const { name } of hidden) {
    const isOfPackage = name.split('/').includes(PACKAGES);
    const text = isOfPackage && kinds.length === 0 ? '' : await readText(name, io, namedBy);
    const isLeftOut = isOfPackage ? hasObjectOf(kinds, text, name) : /\bkind\b/.test(text);
    const folder = isOfPackage ? `a ${PACKAGES} directory` : 'a hidden directory';
    if (isLeftOut) throw new ConfigError(`${namedBy} ${name}: it is in ${folder} and is not read; name it directly, or move it`);
  }
  const read: ObjectsFile[] = [];
  for (const { name } of files) {
    const text = await readText(name, io, namedBy);
    const { objects, problems } = parseObjects(text, name);
    const [problem] = problems;
    if (problem !== undefined) throw new ConfigError(`${namedBy} ${problem.file}:${problem.line}: ${problem.message}`);
    read.push({ file: name, objects, isBlank: text.trim() === '' });
  }
  return read;
}

function hasObjectOf(kinds: readonly string[], text: string, name: string): boolean {
  return kinds.some((kind) => text.includes(kind)) && parseObjects(text, name).objects.some(({ kind }) => kinds.includes(kind));
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

import { textOfFile } from '../../../files/text-of-file.ts';
import type { FoundFile } from './find-files.ts';

/** A file with Kubernetes objects in a folder that is not searched. */
export interface UnsearchedFile {
  readonly name: string;
  /** `undefined` if it was not read: then it may have any object. */
  readonly text: string | undefined;
}

/** The files with their texts. Only small files are read, and not more than some. */
export async function unsearchedFiles(files: readonly FoundFile[]): Promise<readonly UnsearchedFile[]> {
  const read: UnsearchedFile[] = [];
  for (const [index, { name, path }] of files.entries())
    read.push({ name, text: index < MOST_FILES ? await textOfFile(path, MOST_BYTES).catch(() => undefined) : undefined });
  return read;
}

const MOST_FILES = 200;
const MOST_BYTES = 100_000;

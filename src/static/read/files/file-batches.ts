import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { type FoundFile, type FoundFiles, Walk } from './find-files.ts';

/** Which files to find and to read; paths and globs as for `findFiles`. */
export interface FilesWanted {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly exclude: readonly string[];
  readonly excludeFrom: string;
}

/** Some files in the order they were found in, with the bytes of most of them. */
export interface FileBatch {
  readonly files: readonly FoundFile[];
  /** Of one file behind the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of each file where its bytes end, which begin at the end of those before; -1 for a file that `textOfFile` is to read, or to refuse. */
  readonly ends: readonly number[];
}

/** Finds files and reads them as `fileBatches` does, perhaps elsewhere. */
export type BatchesOf = (wanted: FilesWanted) => AsyncGenerator<FileBatch, BesideFiles>;

/** What there is beside the files, once all of them are found. */
export type BesideFiles = Omit<FoundFiles, 'files'>;

/** Files of one batch. */
const MOST_FILES = 64;
/** Bytes of one batch. A file that is larger is left out of it. */
const MOST_BYTES = 256 * 1024;
/** Folders that are looked into for one batch, be there files or none. */
const MOST_FOLDERS = 64;

/**
 * Finds files and reads them on this thread, some at a time, and never waits: what is a pipe, large, or cannot be read is left to whoever asks.
 * @throws {ConfigError} as `findFiles` does
 */
export function* fileBatches({ paths, cwd, exclude, excludeFrom }: FilesWanted): Generator<FileBatch, BesideFiles> {
  const walk = new Walk(cwd, exclude, excludeFrom);
  const batch = new OpenBatch();
  let folders = 0;
  for (const files of walk.all(paths)) {
    folders += 1;
    for (const file of files) {
      if (batch.add(file)) continue;
      yield batch.taken();
      batch.add(file);
    }
    if (folders % MOST_FOLDERS === 0) yield batch.taken();
  }
  yield batch.taken();
  return walk.beside();
}

class OpenBatch {
  readonly #bytes = new Uint8Array(MOST_BYTES);
  #files: FoundFile[] = [];
  #ends: number[] = [];
  #used = 0;

  /** Whether there was room for the file. */
  add(file: FoundFile): boolean {
    if (this.#files.length === MOST_FILES) return false;
    const read = readInto(this.#bytes, this.#used, file.path);
    if (read === 'no room' && this.#used > 0) return false;
    this.#files.push(file);
    if (typeof read === 'number') this.#used += read;
    this.#ends.push(typeof read === 'number' ? this.#used : -1);
    return true;
  }

  /** What was added since this was asked last. */
  taken(): FileBatch {
    const batch = { files: this.#files, bytes: this.#bytes.slice(0, this.#used), ends: this.#ends };
    this.#files = [];
    this.#ends = [];
    this.#used = 0;
    return batch;
  }
}

/** How many bytes of a file were read; `unread` where that may take time, or a fault is to be told. */
function readInto(bytes: Uint8Array, at: number, path: string): number | 'no room' | 'unread' {
  try {
    // Asked first: who writes to a pipe would take whoever opens it for its reader.
    const found = statSync(path);
    if (!found.isFile()) return 'unread';
    // One byte more tells whether it has grown since.
    if (found.size >= bytes.length - at) return 'no room';
    const read = readAtOnce(path, bytes, at, found.size + 1);
    return read === found.size ? read : 'unread';
  } catch {
    return 'unread';
  }
}

/** Waits for nothing, whatever the file has become meanwhile. @throws {Error} it cannot be read at once */
function readAtOnce(path: string, bytes: Uint8Array, at: number, length: number): number {
  const fd = openSync(path, constants.O_RDONLY + (constants.O_NONBLOCK ?? 0));
  try {
    return readSync(fd, bytes, at, length, null);
  } finally {
    closeSync(fd);
  }
}

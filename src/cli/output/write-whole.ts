import { chmodSync, closeSync, constants, fchmodSync, openSync, readlinkSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { removeAtExit } from '../../programs/cleanup-at-exit.ts';
import { makeFolders } from '../process/make-folders.ts';
import { realpathOf } from '../../files/realpath-of.ts';
import { leadsOut, placeBelow, repositoryRoot } from '../git/repository.ts';
import { holdsKubeconfig } from './held-by-file.ts';
import { UnwritableFile } from '../process/unwritable-file.ts';
import { writeAll } from '../process/write-all.ts';

/**
 * Writes a file so that it is complete or unchanged, whenever the process ends: to a temporary file in the same folder, which is then
 * renamed. Missing folders are created, an existing file keeps its mode, and a link is followed within its repository. Pipes and devices
 * are written directly, and so is a file in a folder that does not accept new files.
 * @param mode of the file; default: that of the existing file, or else of files that the process creates
 * @throws {UnwritableFile} a kubeconfig, a link that leads out of its repository, a file of git itself, or a pipe without a reader; otherwise
 * the system's error
 */
export function writeWhole(path: string, text: string, mode?: number): void {
  const target = targetOf(path);
  const open = OPEN_FILE.exec(target);
  if (open !== null) return writeAll(Number(open[1] ?? { stdout: 1, stderr: 2 }[open[2] ?? '']), text);
  const found = statSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return writeInto(target, text);
  if (found !== undefined && holdsKubeconfig(target)) throw new UnwritableFile('that file is a kubeconfig; name another');
  try {
    writeByRename(target, text, mode ?? (found === undefined ? undefined : found.mode & 0o7777));
  } catch (error) {
    if (found === undefined || !ONLY_THIS_FILE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (mode !== undefined) chmodSync(target, mode);
    writeInto(target, text);
  }
}

/** Files that the shell has opened. Renaming would take such a file away from the shell. */
const OPEN_FILE = /^(?:\/dev\/fd\/|\/proc\/self\/fd\/)(\d+)$|^\/dev\/(stdout|stderr)$/;

/** Errors for a folder that does not accept new files, or for a file that is mounted by itself. */
const ONLY_THIS_FILE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

/**
 * Creates the folder of a file. @returns the path of the file without links to the folder @throws {UnwritableFile} a link that leads out of
 * its repository, or a file of git itself; otherwise the system's error
 */
export function makeFolderOf(path: string): string {
  const place = join(realpathOf(dirname(path)), basename(path));
  if (leadsOut(dirname(path))) throw new UnwritableFile(OUTSIDE);
  if (place.split(sep).includes('.git')) throw new UnwritableFile("it is among git's own files, which can start programs");
  makeFolders(dirname(place));
  return place;
}

/**
 * Follows links as an ordinary write does. The tree of a pull request may contain a link, which must not select the file to overwrite, nor
 * a hook or the configuration of git.
 */
function targetOf(path: string, links = 8): string {
  if (OPEN_FILE.test(path)) return path;
  const place = makeFolderOf(path);
  const link = linkAt(place);
  if (link === undefined) return place;
  if (links === 0) throw new UnwritableFile('a link that leads to itself');
  const target = resolve(dirname(place), link);
  const root = repositoryRoot({ cwd: dirname(path), env: process.env });
  if (root !== undefined && placeBelow(root, target, '/') === undefined) throw new UnwritableFile(OUTSIDE);
  return targetOf(target, links - 1);
}

const OUTSIDE = 'a link leads out of the repository';

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function writeByRename(target: string, text: string, mode: number | undefined): void {
  const beside = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.tmp`);
  // Registered before the file exists, because a worker may be stopped during the write.
  const kept = removeAtExit({ kind: 'file', path: beside });
  try {
    const fd = openSync(beside, 'wx', mode ?? 0o666);
    try {
      if (mode !== undefined) fchmodSync(fd, mode);
      writeAll(fd, text);
    } finally {
      closeSync(fd);
    }
    renameSync(beside, target);
    kept.forget();
  } catch (error) {
    kept.remove();
    throw error;
  }
}

/** Opening a pipe waits for a reader, without a limit if there is none. */
function writeInto(path: string, text: string): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_WRONLY + constants.O_TRUNC + constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') throw new UnwritableFile('a pipe that has no reader');
    throw error;
  }
  try {
    writeAll(fd, text);
  } finally {
    closeSync(fd);
  }
}

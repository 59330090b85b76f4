import { existsSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withFile } from '../../files/text-of-file.ts';
import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { MANIFEST } from '../../static/read/files/searched-names.ts';
import { isNearFleetObject } from '../../static/read/files/near-fleet-objects.ts';
import { directoryOf } from '../../static/read/kustomize/kustomization.ts';
import { makesFleetObjects } from '../../static/read/placeholders/names-fleet.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { gitIn } from './git.ts';
import type { Io } from '../process/io.ts';
import { repositoryRoot, relativePath } from './repository.ts';

type Place = Pick<Io, 'cwd' | 'env'>;

/**
 * Adds an entry for files of these paths that a sparse checkout leaves out. The entry fails the run if one of these files contains a
 * KubeFleet object, or is next to one.
 */
export async function withLeftOut(read: ReadResult, paths: readonly string[], io: Place): Promise<ReadResult> {
  const left = (await leftOut(paths, io))?.filter((path) => MANIFEST.test(path) || OF_CHART.test(path));
  if (left?.length === 0) return read;
  const isBeside = isNearFleetObject(read);
  const named = left?.map((path) => relativePath(io.cwd, path)) ?? ['.'];
  const [file = '.'] = named;
  const reason = left === undefined ? UNKNOWN : `This sparse checkout does not have ${counted(left.length, 'file')}: ${listed(named, 3)}.`;
  const isFleet = named.some((name) => isBeside(directoryOf(name))) || (await holdFleet(left ?? [], io));
  const entry = { file, line: 1, reason, ...(isFleet ? { fleetObject: true } : {}) };
  return { ...read, notEvaluated: [...read.notEvaluated, entry] };
}

/** Templates may have any name. */
const OF_CHART = /[\\/](?:templates|charts)[\\/]/;

const UNKNOWN = 'Git does not report which files this sparse checkout does not have: manifests or a configuration may be among them.';

/** With more files, reading them takes too long. */
const LOOKED_THROUGH = 100;

async function holdFleet(paths: readonly string[], io: Place): Promise<boolean> {
  for (const path of paths.slice(0, LOOKED_THROUGH)) if (makesFleetObjects(await textLeftOut(path, io).catch(() => ''))) return true;
  return paths.length > LOOKED_THROUGH;
}

/**
 * Absolute paths of the files that a sparse checkout leaves out of these paths, although the commit has them. `undefined` if git does not
 * report it.
 */
export async function leftOut(paths: readonly string[], io: Place): Promise<readonly string[] | undefined> {
  const root = repositoryRoot(io);
  const places = paths.filter((path) => path !== '-').map((path) => `:(literal)${resolve(io.cwd, path)}`);
  // For other checkouts git is not started.
  if (root === undefined || places.length === 0 || !isSparse(root)) return [];
  const stage = await gitIn(io)('ls-files', '-t', '-z', '--', ...places).catch(() => undefined);
  const marked = stage?.split('\0').flatMap((entry) => (entry.startsWith('S ') ? [join(root, entry.slice(2))] : []));
  return marked?.filter((path) => !existsSync(path));
}

/**
 * Whether a checkout is or was sparse: only then git creates this file, or marks files to skip (`git update-index --skip-worktree`), which
 * only later versions of the index can. In an additional worktree, `.git` is a file that names the folder. Source: "Index entry" in git's
 * `gitformat-index`.
 */
function isSparse(root: string): boolean {
  const git = join(root, '.git');
  const isNamed = statSync(git, { throwIfNoEntry: false })?.isFile() === true;
  const folder = isNamed ? resolve(root, /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git') : git;
  return existsSync(join(folder, 'info/sparse-checkout')) || versionOfIndex(join(folder, 'index')) > 2;
}

/** The version that the header of an index has; 0 without an index that this user may read. */
function versionOfIndex(file: string): number {
  const header = Buffer.alloc(8);
  try {
    withFile(file, (opened) => readSync(opened, header));
  } catch {
    return 0;
  }
  return header.readUInt32BE(4);
}

/** The text of a left-out file. @param path absolute */
export function textLeftOut(path: string, io: Place): Promise<string> {
  return gitIn(io)('cat-file', 'blob', `:${relativePath(repositoryRoot(io) ?? io.cwd, path)}`);
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NotEvaluated } from '../../finding.ts';
import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { MANIFEST } from '../../static/read/files/searched-names.ts';
import { isNearFleetObject } from '../../static/read/files/near-fleet-objects.ts';
import { directoryOf } from '../../static/read/kustomize/kustomization.ts';
import { makesFleetObjects } from '../../static/read/placeholders/names-fleet.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { SUBMODULE } from '../../static/read/files/is-submodule.ts';
import { gitIn } from './git.ts';
import { mayHaveMarkedEntries } from './marked-entries.ts';
import type { Io } from '../process/io.ts';
import { repositoryRoot, relativePath } from './repository.ts';

type Place = Pick<Io, 'cwd' | 'env'>;

/**
 * Adds an entry for files of these paths that the checkout does not have although the commit does, as a sparse checkout, and an entry for
 * each submodule whose folder is missing. An entry fails the run if one of these files contains a KubeFleet object, or is next to one.
 */
export async function withLeftOut(read: ReadResult, paths: readonly string[], io: Place): Promise<ReadResult> {
  const missing = await notThere(paths, io);
  if (missing?.length === 0) return read;
  const isBeside = isNearFleetObject(read);
  const nameOf = (path: string): string => relativePath(io.cwd, path);
  const submodules = (missing ?? []).flatMap(({ path, isSubmodule }): NotEvaluated[] => {
    const file = nameOf(path);
    return isSubmodule ? [{ file, line: 1, reason: SUBMODULE, ...(isBeside(directoryOf(file)) ? { fleetObject: true } : {}) }] : [];
  });
  const left = missing?.flatMap(({ path, isSubmodule }) => (!isSubmodule && (MANIFEST.test(path) || OF_CHART.test(path)) ? [path] : []));
  if (left?.length === 0) return { ...read, notEvaluated: [...read.notEvaluated, ...submodules] };
  const named = left?.map(nameOf) ?? ['.'];
  const [file = '.'] = named;
  const isAssumed = missing?.every((each) => each.isSubmodule || each.isAssumed) === true;
  const files = `${counted(left?.length ?? 0, 'file')}${isAssumed ? ' that git assumes to be unchanged' : ''}`;
  const reason = left === undefined ? UNKNOWN : `This ${isAssumed ? '' : 'sparse '}checkout does not have ${files}: ${listed(named, 3)}.`;
  const isFleet = named.some((name) => isBeside(directoryOf(name))) || (await holdFleet(left ?? [], io));
  const entry = { file, line: 1, reason, ...(isFleet ? { fleetObject: true } : {}) };
  return { ...read, notEvaluated: [...read.notEvaluated, ...submodules, entry] };
}

/** Templates may have any name. */
export const OF_CHART = /[\\/](?:templates|charts)[\\/]/;

const UNKNOWN = 'Git does not report which files this sparse checkout does not have: manifests or a configuration may be among them.';

/** With more files, reading them takes too long. */
const LOOKED_THROUGH = 100;

async function holdFleet(paths: readonly string[], io: Place): Promise<boolean> {
  for (const path of paths.slice(0, LOOKED_THROUGH)) if (makesFleetObjects(await textLeftOut(path, io).catch(() => ''))) return true;
  return paths.length > LOOKED_THROUGH;
}

/**
 * Absolute paths of the files that a checkout does not have among these paths, although the commit has them and git does not report them as
 * deleted. `undefined` if git does not report it.
 */
export async function leftOut(paths: readonly string[], io: Place): Promise<readonly string[] | undefined> {
  return (await notThere(paths, io))?.flatMap(({ path, isSubmodule }) => (isSubmodule ? [] : [path]));
}

interface NotThere {
  readonly path: string;
  /** An entry of the index for the commit of another repository. `.gitmodules` may lack it. */
  readonly isSubmodule: boolean;
  /** Git takes it for unchanged, by `git update-index --assume-unchanged`. */
  readonly isAssumed: boolean;
}

async function notThere(paths: readonly string[], io: Place): Promise<readonly NotThere[] | undefined> {
  const root = repositoryRoot(io);
  const places = paths.filter((path) => path !== '-').map((path) => `:(literal)${resolve(io.cwd, path)}`);
  // For other checkouts git is not started.
  if (root === undefined || places.length === 0 || !mayBePartial(root)) return [];
  const entries = await gitIn(io)('ls-files', '-v', '--stage', '-z', '--', ...places).catch(() => undefined);
  return entries?.split('\0').flatMap((entry) => {
    const [, tag = '', mode, name = ''] = ENTRY.exec(entry) ?? [];
    const [path, isSubmodule] = [join(root, name), mode === '160000'];
    return (isSubmodule || MARKED.has(tag)) && !existsSync(path) ? [{ path, isSubmodule, isAssumed: tag === 'h' }] : [];
  });
}

/** `H 100644 <hash> 0\t<name>` */
// linear: it matches from the start, and each part ends at the first other sign.
const ENTRY = /^(\S) (\d+) [0-9a-f]+ \d\t([^]*)$/;
/** The tags of files that a sparse checkout leaves out, and of files that are assumed to be unchanged. */
const MARKED = new Set(['S', 's', 'h']);

/** Whether a checkout is sparse, or its index has marks. In an additional worktree, `.git` is a file that names the folder. */
function mayBePartial(root: string): boolean {
  const git = join(root, '.git');
  const isNamed = statSync(git, { throwIfNoEntry: false })?.isFile() === true;
  const folder = isNamed ? resolve(root, /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git') : git;
  return existsSync(join(folder, 'info/sparse-checkout')) || mayHaveMarkedEntries(join(folder, 'index'));
}

/** The text of a left-out file. @param path absolute */
export function textLeftOut(path: string, io: Place): Promise<string> {
  return gitIn(io)('cat-file', 'blob', `:${relativePath(repositoryRoot(io) ?? io.cwd, path)}`);
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NotEvaluated } from '../../finding.ts';
import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { contentElsewhere } from '../../static/read/files/content-elsewhere.ts';
import { MANIFEST } from '../../static/read/files/searched-names.ts';
import { isNearFleetObject } from '../../static/read/files/near-fleet-objects.ts';
import { directoryOf } from '../../static/read/kustomize/kustomization.ts';
import { makesFleetObjects } from '../../static/read/placeholders/names-fleet.ts';
import { looksLikeManifest } from '../../static/read/looks-like-manifest.ts';
import { parseManifests } from '../../static/read/parse-manifests.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { isWithin } from '../../files/is-within.ts';
import type { Lacked } from '../../static/read/files/repository-facts.ts';
import { SUBMODULE } from '../../static/read/files/is-submodule.ts';
import { gitIn } from './git.ts';
import { isCheckedOut } from './is-checked-out.ts';
import { placesTo } from './places-to.ts';
import { mayHaveMarkedEntries } from './marked-entries.ts';
import type { Io } from '../process/io.ts';
import { repositoryRoot, relativePath } from './repository.ts';

type Place = Pick<Io, 'cwd' | 'env'>;

/**
 * Adds an entry for files of these paths that the checkout does not have although the commit does, as a sparse checkout, and an entry for
 * each submodule that is not checked out. An entry fails the run if one of these files contains a KubeFleet object, or is next to one.
 * @param applied files that the repository applies, of any name, as `readManifests` takes them
 * @param isMatched whether a pattern names a file of the repository to apply. `path` is from its top. Patterns are often wider than what is
 * applied, so only manifests are taken.
 */
export async function withLeftOut(
  read: ReadResult,
  paths: readonly string[],
  io: Place,
  applied: readonly string[] = [],
  isMatched: (path: string) => boolean = () => false,
): Promise<ReadResult> {
  const missing = await notThere(paths, io);
  if (missing?.length === 0) return read;
  const isBeside = isNearFleetObject(read);
  const nameOf = (path: string): string => relativePath(io.cwd, path) || '.';
  // An empty folder is already reported.
  const known = new Set(read.notEvaluated.flatMap(({ file, reason }) => (reason === SUBMODULE ? [file] : [])));
  const submodules = (missing ?? []).flatMap(({ path, isSubmodule }): NotEvaluated[] => {
    const file = nameOf(path);
    if (!isSubmodule || known.has(file)) return [];
    return [{ file, line: 1, reason: SUBMODULE, ...(isBeside(directoryOf(file)) ? { fleetObject: true } : {}) }];
  });
  const named = new Set(applied.map((name) => resolve(io.cwd, name)));
  const isMeant = (path: string): boolean => MANIFEST.test(path) || OF_CHART.test(path) || named.has(path);
  const files = missing?.flatMap(({ path, isSubmodule }) => (isSubmodule ? [] : [path]));
  const root = repositoryRoot(io) ?? io.cwd;
  const matched = await manifestsOf(files?.filter((path) => !isMeant(path) && isMatched(relativePath(root, path))) ?? [], io);
  const left = files?.filter((path) => isMeant(path) || matched.has(path));
  if (left?.length === 0) return { ...read, notEvaluated: [...read.notEvaluated, ...submodules] };
  const names = left?.map(nameOf) ?? ['.'];
  const [file = '.'] = names;
  const isAssumed = missing?.every((each) => each.isSubmodule || each.isAssumed) === true;
  const howMany = `${counted(left?.length ?? 0, 'file')}${isAssumed ? ' that git assumes to be unchanged' : ''}`;
  const reason = left === undefined ? UNKNOWN : `This ${isAssumed ? '' : 'sparse '}checkout does not have ${howMany}: ${listed(names, 3)}.`;
  const isFleet = names.some((name) => isBeside(directoryOf(name))) || (await holdFleet(left ?? [], io));
  const entry = { file, line: 1, reason, ...(isFleet ? { fleetObject: true } : {}) };
  return { ...read, notEvaluated: [...read.notEvaluated, ...submodules, entry] };
}

/** The left-out files that have manifests, as far as they are looked through, and those whose text is not known. */
async function manifestsOf(paths: readonly string[], io: Place): Promise<ReadonlySet<string>> {
  const found = new Set(paths.slice(LOOKED_THROUGH));
  for (const path of paths.slice(0, LOOKED_THROUGH)) {
    const text = await textLeftOut(path, io).catch(() => undefined);
    if (text === undefined || contentElsewhere(text) !== undefined || isManifest(text, path)) found.add(path);
  }
  return found;
}

function isManifest(text: string, path: string): boolean {
  const { manifests, problems } = parseManifests(text, path);
  return manifests.length + problems.length > 0 || looksLikeManifest(text) || makesFleetObjects(text);
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

interface NotThere extends Lacked {
  /** Git takes it for unchanged, by `git update-index --assume-unchanged`. */
  readonly isAssumed: boolean;
}

/** A submodule is an entry of the index for the commit of another repository. `.gitmodules` may lack it. */
export async function notThere(paths: readonly string[], io: Place): Promise<readonly NotThere[] | undefined> {
  const root = repositoryRoot(io);
  const asked = paths.filter((path) => path !== '-').map((path) => resolve(io.cwd, path));
  // For other checkouts git is not started.
  if (root === undefined || asked.length === 0 || !mayBePartial(root)) return [];
  // A path may be in the place of a submodule.
  const places = new Set(asked.flatMap((path) => [path, ...placesTo(path, root)]));
  const literal = [...places].map((path) => `:(literal)${path}`);
  const entries = await gitIn(io)('ls-files', '-v', '--stage', '-z', '--', ...literal).catch(() => undefined);
  return entries?.split('\0').flatMap((entry) => {
    const [, tag = '', mode, name = ''] = ENTRY.exec(entry) ?? [];
    const [path, isSubmodule] = [join(root, name), mode === '160000'];
    const isAsked = asked.some((each) => isWithin(path, each)) || (isSubmodule && places.has(path));
    const isMissing = isSubmodule ? !isCheckedOut(path) : MARKED.has(tag) && !existsSync(path);
    return isAsked && isMissing ? [{ path, isSubmodule, isAssumed: tag === 'h' }] : [];
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

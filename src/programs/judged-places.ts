import { statSync } from 'node:fs';
import { nativeRealpath } from '../files/native-realpath.ts';
import { realpathOf } from '../files/realpath-of.ts';
import { repositoryAround } from '../files/repository-around.ts';

/** The keys of their real paths. A server may judge many places, so they are looked up, not compared one by one. */
const places = new Set<string>();

/**
 * Call it for each place that this process judges, before it starts a program: no program of such a place is started. The place of a
 * path is its repository, also that of what it links to. A folder is a place itself, because it may be in no repository.
 * @param path absolute; it does not need to exist
 */
export function judgePlace(path: string): void {
  placesOf(path).forEach((place) => places.add(place));
}

/** Whether no program of a folder is started. @param more paths that only this search is about */
export function judgedPlaces(
  more: readonly string[],
  { GITHUB_WORKSPACE: workspace = '' }: NodeJS.ProcessEnv,
): (folder: string) => boolean {
  const own = new Set([...more.flatMap(placesOf), ...(workspace === '' ? [] : [keyOf(nativeRealpath(workspace))])]);
  return (folder) => [places, own].some((known) => known.has(keyOf(folder)));
}

function placesOf(path: string): readonly string[] {
  const real = realpathOf(path);
  const repositories = [path, real].map((each) => repositoryAround(each)).filter((each) => each !== undefined);
  return (isFolder(real) ? [real, ...repositories] : repositories).map((place) => keyOf(nativeRealpath(place)));
}

/** Windows ignores the case of letters. */
function keyOf(path: string): string {
  return process.platform === 'win32' ? path.toLowerCase() : path;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

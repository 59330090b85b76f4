import { statSync } from 'node:fs';
import { realpathOf } from '../files/realpath-of.ts';
import { repositoryAround } from '../files/repository-around.ts';

const places = new Set<string>();

/**
 * Call it for each place that this process judges, before it starts a program: no program of such a place is started. The place of a
 * path is its repository, also that of what it links to. A folder is a place itself, because it may be in no repository.
 * @param path absolute; it does not need to exist
 */
export function judgePlace(path: string): void {
  placesOf(path).forEach((place) => places.add(place));
}

/** The folders in which no program is started. @param more paths that only this search is about */
export function judgedPlaces(more: readonly string[], { GITHUB_WORKSPACE: workspace = '' }: NodeJS.ProcessEnv): readonly string[] {
  return [...new Set([...places, ...more.flatMap(placesOf), ...(workspace === '' ? [] : [workspace])])];
}

function placesOf(path: string): readonly string[] {
  const real = realpathOf(path);
  const repositories = [path, real].map((each) => repositoryAround(each)).filter((each) => each !== undefined);
  return isFolder(real) ? [real, ...repositories] : repositories;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

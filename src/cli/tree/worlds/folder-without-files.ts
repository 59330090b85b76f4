import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isHiddenFolder, MANIFEST } from '../../../static/read/files/searched-names.ts';
import { namesBesides } from './missing-place.ts';

/** A folder that a step gives to `kubectl apply -f` without `-R`, although only the folders below have files of manifests. */
export interface FolderWithoutFiles {
  /** The file of the step. */
  readonly by: string;
  readonly folder: string;
}

/**
 * Whether kubectl finds no file in a folder, and folders below have some. Not so if the text of the step names the folder in another way as
 * well, because it may write files there.
 * @param folder from the top of the repository
 */
export function isWithoutFiles(root: string, folder: string, text: string): boolean {
  if (/^$|^\.$/.test(folder) || namesBesides(text).has(posix.basename(folder))) return false;
  return !holdsManifests(join(root, folder), 0) && holdsManifests(join(root, folder), MOST_DEPTH);
}

export function foldersWithoutFilesNotes(found: readonly FolderWithoutFiles[]): readonly string[] {
  const notes = found.map(
    ({ by, folder }) =>
      `${by} applies ${folder} with \`kubectl apply -f\`, which reads no folders below, and only these have manifests: that step fails. Add \`-R\` to apply them.`,
  );
  return [...new Set(notes)];
}

const MOST_DEPTH = 4;

function holdsManifests(folder: string, depth: number): boolean {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return (
      entries.some((entry) => !entry.isDirectory() && MANIFEST.test(entry.name)) ||
      (depth > 0 &&
        entries.some((entry) => entry.isDirectory() && !isHiddenFolder(entry.name) && holdsManifests(join(folder, entry.name), depth - 1)))
    );
  } catch {
    return false;
  }
}

import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isWithin } from '../../../files/is-within.ts';
import { LONGEST_PATH } from '../../../files/longest-path.ts';
import type { NotEvaluated } from '../../../finding.ts';
import type { RepositoryFacts } from './repository-facts.ts';

/** Why a file is not judged that is a symbolic link of git, and that the checkout has as a file with the path as its text. */
export const LINK_AS_TEXT =
  'git has it as a symbolic link, and this checkout has only the path as text (set `core.symlinks` to true and check out again)';

/** Whether a file is such a link. */
export async function isLinkAsText(path: string, text: string, repository: RepositoryFacts | undefined): Promise<boolean> {
  if (text.length > LONGEST_PATH || text === '' || text.includes('\n') || !lstatSync(path).isFile()) return false;
  return (await repository?.links?.())?.has(path) === true;
}

/** A file with the path of a folder as its text. */
export interface FolderText {
  readonly path: string;
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/** The folder whose path is the whole text of a file, absolute; `undefined` if there is none. The names of most such links have no ending. */
export function folderInText(path: string): string | undefined {
  if (basename(path).includes('.')) return undefined;
  try {
    if (lstatSync(path).size > LONGEST_PATH) return undefined;
    const text = readFileSync(path, 'utf8');
    const folder = resolve(dirname(path), text);
    return text !== '' && !text.includes('\n') && statSync(folder).isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The entries about links to folders that the checkout has as text, and that lead out of the folders that are read: what is in these folders
 * is not read anywhere else.
 * @param files see `FoundFiles.folderTexts` @param roots absolute
 */
export async function linksToFolders(
  files: readonly FolderText[],
  roots: readonly string[],
  repository: RepositoryFacts | undefined,
): Promise<readonly NotEvaluated[]> {
  const leading = files.filter(({ folder }) => !roots.some((root) => isWithin(folder, root)));
  const links = leading.length === 0 ? undefined : await repository?.links?.();
  return leading
    .filter(({ path }) => links?.has(path) === true)
    .map(({ name }) => ({ file: name, line: 1, reason: `The folder was not read: ${LINK_AS_TEXT}.` }));
}

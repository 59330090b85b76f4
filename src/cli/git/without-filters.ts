import type { Git } from './git.ts';

/**
 * Arguments with which git runs no filter. The configuration of the user names filters, but attributes in the judged tree choose them, and
 * a filter may be a script of that tree. A file of Git LFS is its pointer then.
 * @param root of the repository
 */
export async function withoutFilters(root: string, git: Git): Promise<readonly string[]> {
  const names = await git('-C', root, 'config', '-z', '--name-only', '--get-regexp', String.raw`^filter\..*\.`).catch(() => '');
  const drivers = new Set(names.split('\0').map((name) => name.slice(0, name.lastIndexOf('.'))));
  drivers.delete('');
  // An empty `process` also replaces the other commands of a driver (gitattributes(5), convert.c of git).
  return [...drivers].flatMap((driver) => [`--config-env=${driver}.process=EMPTY`, `--config-env=${driver}.required=EMPTY`]);
}

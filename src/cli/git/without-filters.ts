import type { Git } from './git.ts';

/**
 * Arguments with which git runs no filter. The configuration of the user names filters, but attributes in the judged tree choose them, and
 * a filter may be a script of that tree. A file of Git LFS is its pointer then.
 * @param git runs in the repository
 * @throws if the configuration cannot be read: which filters there are is then not known
 */
export async function withoutFilters(git: Git): Promise<readonly string[]> {
  const names = (await git('config', '-z', '--name-only', '--list')).split('\0');
  // `filter.NAME.KEY`; the name may have dots.
  const keys = names.filter((name) => name.startsWith('filter.') && name.lastIndexOf('.') > 'filter'.length);
  const drivers = new Set(keys.map((name) => name.slice(0, name.lastIndexOf('.'))));
  // An empty `process` also replaces the other commands of a driver (gitattributes(5), convert.c of git).
  return [...drivers].flatMap((driver) => [`--config-env=${driver}.process=EMPTY`, `--config-env=${driver}.required=EMPTY`]);
}

import { basename } from 'node:path';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import { gitIn } from '../../git/git.ts';
import type { Io } from '../../process/io.ts';

/**
 * Whether a URL is the one of this repository: a remote has its last name, as a fork or a mirror does. Without a remote it is if the folder
 * has that name, and otherwise that is not known.
 */
export async function ownRepository(root: string, io: Io): Promise<(url: string) => boolean | undefined> {
  const nameOf = (url: string): string => {
    const [last = ''] = trimEndSigns(url, '/').split(/[/:]/).slice(-1);
    return last.replace(/(.)\.git$/, '$1').toLowerCase();
  };
  const listed = await gitIn(io)('config', '--get-regexp', String.raw`^remote\..*\.url$`).catch(() => '');
  const names = new Set(listed.split('\n').flatMap((line) => (line === '' ? [] : nameOf(line))));
  return (url) => {
    if (!URL_OF_REPOSITORY.test(url)) return undefined;
    if (names.size > 0) return names.has(nameOf(url));
    return nameOf(url) === basename(root).toLowerCase() ? true : undefined;
  };
}

/** Other texts are placeholders of examples, or expressions. */
const URL_OF_REPOSITORY = /^(?:\w+:\/\/|[\w.-]+@)[^{}$]+$/;

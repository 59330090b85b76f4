import { basename } from 'node:path';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import { repositoryAddress } from '../../../static/read/deployers/repository-address.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import { gitIn } from '../../git/git.ts';
import { repositoryRoot } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';

/**
 * Which URLs are those of this repository: a remote has the last name, as a fork or a mirror does. Without a remote it is if the folder has
 * that name, and otherwise that is not known.
 */
export async function ownRepository(root: string, io: Io): Promise<OwnRepository> {
  const nameOf = (url: string): string => {
    const [last = ''] = trimEndSigns(url, '/').split(/[/:]/).slice(-1);
    return last.replace(/(.)\.git$/, '$1').toLowerCase();
  };
  const listed =
    repositoryRoot(io) === undefined ? '' : await gitIn(io)('config', '--get-regexp', String.raw`^remote\..*\.url$`).catch(() => '');
  const remotes = listed.split('\n').flatMap((line) => (line === '' ? [] : line.slice(line.indexOf(' ') + 1)));
  const names = new Set(remotes.map(nameOf));
  const addresses = new Set(remotes.map(repositoryAddress));
  const isOwn = (url: string): boolean | undefined => {
    if (!URL_OF_REPOSITORY.test(url)) return undefined;
    if (names.size > 0) return names.has(nameOf(url));
    return nameOf(url) === basename(root).toLowerCase() ? true : undefined;
  };
  const isRemote = (url: string): boolean => addresses.has(repositoryAddress(url));
  const isNamesake = (url: string): boolean =>
    names.size > 0 && isOwn(url) === true && !isRemote(url) && !OF_EXAMPLES.test(repositoryAddress(url));
  return { isOwn, isRemote, isNamesake };
}

/** Other texts are placeholders of examples, or expressions. */
const URL_OF_REPOSITORY = /^(?:\w+:\/\/|[\w.-]+@)[^{}$]+$/;
const OF_EXAMPLES = /^(?:localhost|127\.0\.0\.1|(?:[\w-]+\.)?example(?:\.\w+)?)(?:\/|$)/;

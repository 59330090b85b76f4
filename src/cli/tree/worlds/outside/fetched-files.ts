import { posix } from 'node:path';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { OWN_CLONE } from '../pipelines/checkouts.ts';
import { outputsOf } from '../script/built-by-command.ts';

/** Also an address of git without a scheme, as kustomize takes it. */
export function isAddress(path: string): boolean {
  return /^(?:\w+:\/\/|git@|github\.com\/)/.test(path);
}

/** Whether a command prints or stores what is at an address, which may be a variable. */
export function fetches(words: readonly string[]): boolean {
  return words.some(isAddress) || DOWNLOADERS.test(words[0] ?? '');
}

const DOWNLOADERS = /^(?:curl|wget|aria2c|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/i;

/**
 * The files and folders to which piped commands write what they fetch. Empty if they fetch nothing.
 * @param isOwn whether an address is that of this repository, if that is known
 */
export function fetchedBy(piped: readonly (readonly string[])[], isOwn: (url: string) => boolean | undefined): readonly string[] {
  if (!piped.some(fetches)) return [];
  return piped.flatMap((words) => {
    const addresses = words.filter(isAddress);
    if (isClone(words)) return addresses.some((url) => isOwn(url) === true) ? [] : clonedTo(words);
    return [...outputsOf(words), ...unpackedTo(words), ...storedBy(words, addresses)];
  });
}

/** The folder of `tar -C` and `unzip -d`. */
export function unpackedTo(words: readonly string[]): readonly string[] {
  if (words.includes('tar')) return flagValuesIn(words, ['-C', '--directory', '--one-top-level']);
  return words.includes('unzip') ? flagValuesIn(words, ['-d']) : [];
}

/** The folder of this repository, if a command clones it. */
export function ownCloneBy(words: readonly string[], isOwn: (url: string) => boolean | undefined): readonly string[] {
  return isClone(words) && words.some((word) => word === OWN_CLONE || (isAddress(word) && isOwn(word) === true)) ? clonedTo(words) : [];
}

/** The folder, and the name if it is known, of an artifact of the run that a command downloads. */
export function artifactBy(words: readonly string[]): readonly { readonly folder: string; readonly name: string }[] {
  if (!words.join(' ').startsWith('gh run download ')) return [];
  const [name = ''] = flagValuesIn(words, ['-n', '--name']);
  return flagValuesIn(words, ['-D', '--dir']).map((folder) => ({ folder, name }));
}

function isClone(words: readonly string[]): boolean {
  return words.includes('git') && words.indexOf('clone') > 0;
}

function clonedTo(all: readonly string[]): readonly string[] {
  const words = all.slice(all.indexOf('clone') + 1);
  const at = words.findIndex((word) => isAddress(word) || word.startsWith('$'));
  if (at < 0) return [];
  const folder = words.slice(at + 1).find((word) => !word.startsWith('-') && !/^[>&\d]/.test(word));
  return [folder ?? nameOf(words[at] ?? '').replace(/\.git$/, '')];
}

function storedBy(words: readonly string[], addresses: readonly string[]): readonly string[] {
  const [program = ''] = words;
  const names = addresses.map(nameOf).filter((name) => name !== '');
  if (program === 'wget') {
    const isNamed = words.some((word) => /^-\w*O/.test(word) || word.startsWith('--output-document'));
    const [folder = ''] = flagValuesIn(words, ['-P', '--directory-prefix']);
    return isNamed ? behindFlag(words, /^-\w*O$/, '--output-document') : names.map((name) => posix.join(folder, name));
  }
  if (program === 'curl') {
    const isNamedAsThere = words.some((word) => (/^-\w+$/.test(word) && word.includes('O')) || word.startsWith('--remote-name'));
    return [...behindFlag(words, /^-\w+o$/), ...(isNamedAsThere ? names : [])];
  }
  // The clients of object stores copy to their last word.
  const copies = words.some((word) => word === 'cp' || word === 'copy' || word === 'sync' || word === 'rsync');
  const target = words.findLast((word) => !word.startsWith('-')) ?? '';
  return [...behindFlag(words, /^-(?:OutFile|file)$/i), ...(copies && !isAddress(target) ? [target] : [])];
}

function behindFlag(words: readonly string[], short: RegExp, long = '-'): readonly string[] {
  return words.flatMap((word, index) => {
    if (word.startsWith(`${long}=`)) return [word.slice(long.length + 1)];
    return short.test(word) || word === long ? (words[index + 1] ?? []) : [];
  });
}

/** The last name of an address. */
function nameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split(/[/:]/).at(-1) ?? '';
}

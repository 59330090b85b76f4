import { readlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { nativeRealpath } from '../../files/native-realpath.ts';

/** A link or a file. The links of its folder are resolved. */
export interface Place {
  readonly path: string;
  readonly isLink: boolean;
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * What the system reads to open a path: each link on the way, in any folder, and at the end the file or folder itself. Source:
 * path_resolution(7).
 * @param path absolute
 */
export function placesOfPath(path: string): readonly Place[] {
  const links: Place[] = [];
  let at = parse(path).root;
  let names = namesIn(path);
  while (links.length < MOST_LINKS) {
    const [name, ...rest] = names;
    if (name === undefined) break;
    const next = join(at, name);
    const target = targetOf(next);
    if (target === undefined) {
      [at, names] = [next, rest];
      continue;
    }
    links.push({ path: join(nativeRealpath(dirname(next)), basename(next)), isLink: true });
    if (isAbsolute(target)) at = parse(target).root;
    names = [...namesIn(target), ...rest];
  }
  return [...links, { path: nativeRealpath(at), isLink: false }];
}

function namesIn(path: string): readonly string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep === '/' ? '/' : /[\\/]/)
    .filter((name) => name !== '');
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

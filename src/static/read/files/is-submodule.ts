import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Why the files of a submodule were not read. */
export const SUBMODULE =
  'This git submodule is not checked out (use `submodules: true` with actions/checkout), so its files were not read.';

/** Whether a folder is the place of a git submodule, by the `.gitmodules` at the top of the repository. */
export function isSubmodule(folder: string): boolean {
  for (let root = dirname(folder); ; root = dirname(root)) {
    const list = join(root, '.gitmodules');
    if (existsSync(list)) return listedIn(list).includes(relative(root, folder).split(sep).join('/'));
    if (existsSync(join(root, '.git')) || dirname(root) === root) return false;
  }
}

/**
 * The name may follow the head of its section, may be quoted, and is case-insensitive. Source: git's documentation, gitmodules(5) and
 * git-config(1).
 */
function listedIn(list: string): readonly string[] {
  try {
    // Git does not follow a link either. It could lead to a device, which has no end.
    const found = lstatSync(list);
    if (!found.isFile() || found.size > MOST_BYTES) return [];
    return [...readFileSync(list, 'utf8').matchAll(PATH)].map(([, value = '']) => value.replaceAll(/\\(.)/g, '$1').replace(/\/$/, ''));
  } catch {
    return [];
  }
}

const MOST_BYTES = 16 * 1024 * 1024;

// linear: it matches within one line.
const PATH = /(?:^|\])[ \t]*path[ \t]*=[ \t]*"?((?:[^"\\\r\n;#]|\\[^\r\n])*[^"\\\s;#])/gim;

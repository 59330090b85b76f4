import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Whether a folder is where a submodule of git belongs, by the `.gitmodules` at the top of the repository. */
export function isSubmodule(folder: string): boolean {
  for (let root = dirname(folder); ; root = dirname(root)) {
    const list = join(root, '.gitmodules');
    if (existsSync(list)) return listedIn(list).includes(relative(root, folder).split(sep).join('/'));
    if (existsSync(join(root, '.git')) || dirname(root) === root) return false;
  }
}

/** Source: git's documentation, gitmodules(5). */
function listedIn(list: string): readonly string[] {
  try {
    const text = readFileSync(list, 'utf8');
    return text.split('\n').flatMap((line) => {
      const [key = '', ...value] = line.split('=');
      return key.trim() === 'path'
        ? [
            value
              .join('=')
              .trim()
              .replace(/^"(.*)"$/, '$1'),
          ]
        : [];
    });
  } catch {
    return [];
  }
}

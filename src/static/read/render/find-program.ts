import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** A program that is installed. */
export interface Program {
  readonly name: string;
  readonly path: string;
}

/**
 * The first of these programs on the PATH, `undefined` if none is installed. Entries of the PATH that are relative lead into whatever is
 * judged, so they do not count.
 */
export async function findProgram(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Program | undefined> {
  for (const name of names) {
    for (const folder of absoluteFolders(env['PATH'])) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
      if (await isProgram(path)) return { name, path };
    }
  }
  return undefined;
}

/** The folders of a PATH that stand for themselves. */
export function absoluteFolders(path = ''): readonly string[] {
  return path.split(delimiter).filter((folder) => isAbsolute(folder));
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * Has Node keep what it compiles of this program for the next run, where a folder of the user alone can hold it. Whoever writes there has his
 * code run by the gate: a folder that others can write to is not used, nor is any in CI, where one job must not leave code to the next one.
 * Node's own `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` count before it.
 */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>): void {
  if (env['NODE_COMPILE_CACHE'] !== undefined || (env['CI'] ?? env['TF_BUILD'] ?? '') !== '') return;
  const folder = folderOfUser(env);
  if (folder !== undefined) enableCompileCache(folder);
}

/** `fleet-gate` in the user's folder for caches; `undefined` where there is none, or others may write to it. */
export function folderOfUser(env: Readonly<Record<string, string | undefined>>, platform: string = process.platform): string | undefined {
  const { HOME: home = '', XDG_CACHE_HOME: named = '' } = env;
  // Windows does not say by a mode who may write.
  if (platform === 'win32' || !isAbsolute(home)) return undefined;
  const caches = isAbsolute(named) ? named : join(home, platform === 'darwin' ? 'Library/Caches' : '.cache');
  const folder = join(caches, 'fleet-gate');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOfUser(folder, 0o077) && isOfUser(dirname(folder), 0o022) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** @param closed the rights that nobody else may have */
function isOfUser(folder: string, closed: number): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & closed) === 0;
}

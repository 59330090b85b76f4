import { lstatSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolders } from './make-folders.ts';

/**
 * Lets Node keep V8's compiled code of this program for the next run, if there is a private folder of the user. Code from that folder runs
 * in the gate, so a folder that others can write to is not used. In CI the cache is off: a job must not leave code to the next one.
 */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>): void {
  if (CI_MARKS.some((mark) => (env[mark] ?? '') !== '')) return;
  const folder = folderOfUser(env);
  // NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE have precedence in Node itself.
  if (folder !== undefined) enableCompileCache(folder);
}

/** Variables that CI systems set. Jenkins, TeamCity, AWS CodeBuild and Tekton do not set `CI`. */
const CI_MARKS = ['CI', 'TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION', 'CODEBUILD_BUILD_ID', 'BUILD_ID', 'TEKTON_PIPELINE_RUN'];

/**
 * `fleet-gate` in the user's cache folder. `undefined` if there is none, if others may write to it, or if file sizes are limited. With a
 * limit, Node's late write would raise a signal after its handlers are gone, and end the process. Only Linux shows the limit.
 */
export function folderOfUser({
  HOME: home = '',
  XDG_CACHE_HOME: named = '',
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (process.platform !== 'linux' || !isAbsolute(home)) return undefined;
  const folder = join(isAbsolute(named) ? named : join(home, '.cache'), 'fleet-gate');
  try {
    if (!/^Max file size\s+unlimited/m.test(readFileSync('/proc/self/limits', 'utf8'))) return undefined;
    // In another user's home (`sudo -E`), a folder of this user would lock out its owner.
    if (!isOfUser(home, 0o022)) return undefined;
    makeFolders(folder, 0o700);
    return isOfUser(folder, 0o077) && isOfUser(dirname(folder), 0o022) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** @param closed the rights that other users must not have */
function isOfUser(folder: string, closed: number): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & closed) === 0;
}

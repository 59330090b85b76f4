import { lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Command } from '../../settings/commands.ts';
import { keepCode } from './kept-code.ts';
import { makeFolders } from './make-folders.ts';

/**
 * Keeps what was compiled of this program for the next run of the same command, where a folder of the user alone can hold it. Whoever writes
 * there has his code run by the gate: a folder that others can write to is not used, nor is any in CI, where one job must not leave code to the
 * next one. Node's own `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` count before it.
 */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>, program: string, [command = '']: readonly string[]): void {
  if (ASIDE.some((name) => env[name] !== undefined) || CI_MARKS.some((mark) => (env[mark] ?? '') !== '')) return;
  const folder = folderOfUser(env);
  if (folder !== undefined) keepCode(join(folder, `${OFTEN.find((name) => name === command) ?? 'other'}.code`), program);
}

/** They run other parts of the same files; what is run now and then shares what is kept. */
const OFTEN: readonly Command[] = ['lint', 'plan', 'wait', 'diagnose', 'owns', 'doctor'];
/** Node's own settings of what it keeps. */
const ASIDE = ['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE'];

/** What CI systems set; Jenkins, TeamCity, AWS CodeBuild and Tekton do not set `CI`. */
const CI_MARKS = ['CI', 'TF_BUILD', 'JENKINS_URL', 'TEAMCITY_VERSION', 'CODEBUILD_BUILD_ID', 'BUILD_ID', 'TEKTON_PIPELINE_RUN'];

/**
 * `fleet-gate` in the user's folder for caches; `undefined` where there is none, others may write to it, or files may not have any size: Node
 * writes when nobody hears the signal any more with which the system answers a file that is too large. Only Linux tells that limit.
 */
export function folderOfUser({
  HOME: home = '',
  XDG_CACHE_HOME: named = '',
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (process.platform !== 'linux' || !isAbsolute(home)) return undefined;
  const folder = join(isAbsolute(named) ? named : join(home, '.cache'), 'fleet-gate');
  try {
    if (!/^Max file size\s+unlimited/m.test(readFileSync('/proc/self/limits', 'utf8'))) return undefined;
    // In a home that is somebody else's, nothing is made either: with `sudo -E` it would shut its owner out.
    if (!isOfUser(home, 0o022)) return undefined;
    makeFolders(folder, 0o700);
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

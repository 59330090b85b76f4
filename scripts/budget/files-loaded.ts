import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Program } from '../bench/whole-process.ts';

const PRELOAD = path.join(import.meta.dirname, 'note-loaded.cjs');

/**
 * The files of our bundle that a program loads in all of its threads, in order; what two threads load is there twice.
 * @param folder for a list of them while it runs
 * @throws {Error} the program did not end with 0
 */
export async function filesLoadedBy({ args, cwd, env }: Program, what: string, folder: string): Promise<readonly string[]> {
  const list = path.join(folder, 'loaded');
  rmSync(list, { force: true });
  const child = spawn(process.execPath, ['--require', PRELOAD, ...args], {
    cwd,
    // What is kept of earlier runs is loaded in a way that no hook sees.
    env: { ...env, BUDGET_LOADED_FILE: list, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 || !existsSync(list)) throw new Error(`${what} ended with ${String(code)}:\n${(await said).join('\n')}`);
  return readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((url) => fileURLToPath(new URL(url)))
    .filter((file) => file !== PRELOAD);
}

/**
 * Small trees of a pull request that once kept the linter busy for minutes or without end. A child process checks them, and is killed if
 * one makes it hang.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

import { HOSTILE_TREES } from '../support/trees/hostile-trees.ts';
import { reliability } from '../support/reliability.ts';

const suite = reliability('hostile-trees', {
  title: 'Hostile trees',
  proves:
    'These trees of a few kilobytes once kept the program busy for minutes, hours or without end. They are linted and planned, in the full run at that size and at half of it. A tree without output for two minutes ends the suite with its name; all trees together need two minutes.',
});

/** Milliseconds without a word: all trees together take less. */
const SILENCE = 120_000;
const PROGRAM = path.join(import.meta.dirname, '../support/trees/judge-trees.ts');

interface Line {
  readonly title: string;
  readonly n: number;
  readonly exitCode?: number;
}

it('every hostile tree ends, and none passes that could not be checked', async () => {
  const ended = await judgedTrees(suite.whole ? ['0.5', '1'] : ['0.02', '0.02']);
  const expected = new Map(HOSTILE_TREES.map(({ title, exitCode }) => [title, exitCode]));
  expect(new Set(ended.map(({ title }) => title))).toEqual(new Set(expected.keys()));
  for (const { title, n, exitCode } of ended) {
    const wanted = expected.get(title);
    if (wanted === undefined) expect([0, 1, 2, 3, 6], `${title}, ${n}`).toContain(exitCode);
    else expect(exitCode, `${title}, ${n}`).toBe(wanted);
  }
  suite.tell({
    tried: 'Hostile trees, linted and planned',
    times: ended.length,
    outcome: `all ended with a code of the contract; ${ended.filter(({ exitCode }) => exitCode === 6).length} said what was not evaluated`,
  });
});

/** @throws {Error} with the tree at which the program stopped printing, or failed */
function judgedTrees(sizes: readonly [part: string, growth: string]): Promise<readonly Line[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Line[]>();
  const child = spawn(process.execPath, [PROGRAM, ...sizes], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended: Line[] = [];
  let [last, said] = ['the start', ''];
  const hung = (): void => void child.kill('SIGKILL');
  let timer = setTimeout(hung, SILENCE);
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  createInterface({ input: child.stdout }).on('line', (text) => {
    clearTimeout(timer);
    timer = setTimeout(hung, SILENCE);
    const line = JSON.parse(text) as Line;
    last = `${line.title}, ${line.n}`;
    if (line.exitCode !== undefined) ended.push(line);
  });
  child.once('close', (code, signal) => {
    clearTimeout(timer);
    if (code === 0) resolve(ended);
    else reject(new Error(signal === 'SIGKILL' ? `${last}: does not end` : `${last}: ${said}`));
  });
  return promise;
}

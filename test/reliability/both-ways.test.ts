/** Few files are judged without a worker, and where that takes too long in one after all: whichever it is, the answer is the same. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleInto } from '../support/bundled.ts';
import { HOSTILE_TREES } from '../support/hostile-trees.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TREES = join(import.meta.dirname, '../../fixtures/trees');
/** How long the way without a worker may take, whatever the program says. */
const HERE = { always: 60_000, never: 1 };
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleet-gate-bundle-'));
  await bundleInto(folder);
  const preload = `
    const { Script } = require('node:vm');
    const { runInThisContext } = Script.prototype;
    Script.prototype.runInThisContext = function (options) {
      return runInThisContext.call(this, { ...options, timeout: Number(process.env.HERE) });
    };
    const workers = require('node:worker_threads');
    const { Worker } = workers;
    workers.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        require('node:fs').writeSync(2, 'a worker\\n');
      }
    };`;
  writeFileSync(join(folder, 'preload.cjs'), preload);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function judged(
  cwd: string,
  argv: readonly string[],
  here: keyof typeof HERE,
): { code: number | null; out: string; err: string; inWorker: boolean } {
  const env = { ...process.env, CI: 'true', HERE: String(HERE[here]) };
  const program = ['--require', join(folder, 'preload.cjs'), join(folder, 'src/cli.js')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...argv], { cwd, env, encoding: 'utf8' });
  const told = 'a worker\n';
  return { code: status, out: stdout, err: stderr.replace(told, ''), inWorker: stderr.includes(told) };
}

describe.each(['refused', 'scarce', 'whole', 'nothing'])('the tree %s', (name) => {
  it.each([
    ['lint', '--format', 'json'],
    ['plan', '--format', 'markdown'],
  ])('is judged alike by %s', (...argv) => {
    const cwd = temporaryFolder();
    cpSync(join(TREES, name), join(cwd, 'tree'), { recursive: true });
    const here = judged(cwd, [...argv, 'tree'], 'always');
    const apart = judged(cwd, [...argv, 'tree', '--deadline', '10m'], 'always');
    const late = judged(cwd, [...argv, 'tree'], 'never');
    expect([here.inWorker, apart.inWorker, late.inWorker]).toEqual([false, true, true]);
    expect({ ...here, inWorker: true }).toEqual(apart);
    expect(late).toEqual(apart);
    expect(here.code).not.toBe(99);
  });
});

/** Some of each family: all of them are ended elsewhere. */
const HOSTILE = HOSTILE_TREES.filter((_, index) => index % 12 === 0);

it.each(HOSTILE.map(({ title, ...tree }) => [title, tree] as const))('is judged alike: %s', (_, { files, size, fixed = false }) => {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files(fixed ? size : Math.ceil(size / 50)))) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const { inWorker: _here, ...here } = judged(cwd, ['lint', '--format', 'json'], 'always');
  const { inWorker: _apart, ...apart } = judged(cwd, ['lint', '--format', 'json', '--deadline', '10m'], 'always');
  expect(here).toEqual(apart);
});

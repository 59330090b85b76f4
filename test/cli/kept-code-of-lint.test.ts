import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bundleInto } from '../support/bundled.ts';
import { writeLargeTree } from '../support/large-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Writes each flag that the program gives V8 to standard error, with the thread that does so, at once. */
const TELLS_FLAGS = `
  const { writeSync } = require('node:fs');
  const v8 = require('node:v8');
  const { isMainThread } = require('node:worker_threads');
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => {
    writeSync(2, (isMainThread ? 'main' : 'worker') + ' sets ' + flag + '\\n');
    setFlagsFromString(flag);
  };
`;

describe('a lint in a worker', () => {
  let folder = '';
  let home = '';
  beforeEach(async () => {
    folder = temporaryFolder();
    await bundleInto(folder);
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'tells-flags.js'), TELLS_FLAGS);
    home = join(folder, 'home');
    mkdirSync(home);
    writeLargeTree(join(folder, 'tree'), 700);
  }, 120_000);

  /** What it writes to standard error. */
  const lint = (options: readonly string[] = []): string => {
    // No mark of a CI system, where nothing is kept.
    const env = { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: home };
    const argv = [...options, join(folder, 'src/cli.js'), 'lint', join(folder, 'tree')];
    const { status, stderr } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
    expect([0, 10], stderr).toContain(status);
    return stderr;
  };

  const kept = (): readonly (readonly [string, bigint])[] => {
    const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.code'));
    return names.map((name) => [name, statSync(join(home, name), { bigint: true }).ino]);
  };

  it('takes all code that was kept, and keeps none anew', () => {
    lint();
    lint();
    const before = kept();
    expect(before).not.toEqual([]);
    lint();
    expect(kept()).toEqual(before);
  }, 120_000);

  it('has the flags of V8 left alone until the worker has started, as Node would compile its own parts anew', () => {
    const told = lint(['--require', join(folder, 'tells-flags.js')]).split('\n');
    expect(told.find((line) => line.includes(' sets --'))).toMatch(/^worker sets /);
  }, 120_000);
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleInto } from '../support/bundled.ts';
import { writeLargeTree } from '../support/large-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a lint in a worker takes all code that was kept, and keeps none anew', async () => {
  const folder = temporaryFolder();
  await bundleInto(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  const [tree, home] = [join(folder, 'tree'), join(folder, 'home')];
  mkdirSync(home);
  writeLargeTree(tree, 700);
  // No mark of a CI system, where nothing is kept.
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: home };
  const written = (): readonly (readonly [string, bigint])[] => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'src/cli.js'), 'lint', tree], { env, encoding: 'utf8' });
    expect([0, 10], stderr).toContain(status);
    const kept = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.code'));
    return kept.map((name) => [name, statSync(join(home, name), { bigint: true }).ino]);
  };
  written();
  const before = written();
  expect(before).not.toEqual([]);
  expect(written()).toEqual(before);
}, 120_000);

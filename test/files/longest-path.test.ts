import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leadsOut } from '../../src/cli/git/repository.ts';
import { pathsMatching } from '../../src/cli/tree/worlds/matching-paths.ts';
import { realpathOf } from '../../src/files/realpath-of.ts';
import { Walk } from '../../src/static/read/files/find-files.ts';
import { helmCommandsIn } from '../../src/cli/tree/worlds/script/helm-commands.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fleet-gate-path-')));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'repo', '.git'), { recursive: true });
mkdirSync(join(root, 'repo', 'd'));
writeFileSync(join(root, 'repo', 'd', 'b.txt'), 'x: 1\n');
symlinkSync(root, join(root, 'repo', 'out'));
symlinkSync(join(root, 'repo', 'd'), join(root, 'repo', 'in'));

/** A script can hold it. With work for each of its folders, it takes hours. */
const LONG = `${'a/'.repeat(200_000)}b`;

describe('a path that no system opens takes no time', () => {
  const repo = join(root, 'repo');

  it('ends where nothing exists', () => {
    expect(realpathOf(join(repo, 'in', LONG))).toBe(join(repo, 'd', LONG));
    expect(realpathOf(join(repo, 'in', 'b'.repeat(5000)))).toBe(join(repo, 'd', 'b'.repeat(5000)));
    expect(leadsOut(join(repo, 'in', LONG), repo)).toBe(false);
    expect(leadsOut(join(repo, 'out', LONG), repo)).toBe(true);
    expect(leadsOut(join(repo, 'out', 'none'), repo)).toBe(true);
    expect(leadsOut(join(repo, 'none', 'none'), repo)).toBe(false);
  });

  it('is no file that a script applies', () => {
    const walk = new Walk({ cwd: repo, exclude: [], excludeFrom: repo });
    expect(walk.applied(LONG)).toEqual([]);
    expect(walk.applied('d/b.txt')).toMatchObject([{ name: 'd/b.txt' }]);
    expect(pathsMatching(repo, LONG)).toEqual([]);
    expect(pathsMatching(repo, 'd/b.txt')).toEqual(['d/b.txt']);
  });

  it('is no folder of a chart', () => {
    const folders = Array.from({ length: 50 }, (_, index) => `(cd ${'x/'.repeat(2000)}${index}; ls)`);
    const [command, ...others] = helmCommandsIn([...folders, 'cd deploy', `helm upgrade r ${LONG} ch -n shop`].join('\n'), 'ci/x.sh');
    expect(others).toEqual([]);
    expect(command?.charts).toEqual(expect.arrayContaining(['ch', 'ci/ch', 'deploy/ch']));
    expect(command?.charts.every((each) => each.length < 100)).toBe(true);
  });
});

import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

interface Attacked {
  readonly io: ReturnType<typeof fakeIo>;
  readonly isStarted: () => boolean;
}

/** A tree with a folder that git would take for a repository, and its configuration names a program. */
function attacked(isRepository: boolean): Attacked {
  const hostile = gitRepository({ 'a.yaml': namespaceYaml('hostile'), '.gitattributes': '* filter=x\n' });
  hostile.git('config', 'core.worktree', '.');
  hostile.git('config', 'filter.x.smudge', 'touch "$HOME/started"; cat');
  const home = temporaryFolder();
  const tree = isRepository ? gitRepository({ 'deploy/a.yaml': namespaceYaml('shop') }).dir : temporaryFolder();
  cpSync(path.join(hostile.dir, '.git'), path.join(tree, 'deploy'), { recursive: true });
  writeTree(tree, { 'deploy/a.yaml': namespaceYaml('shop') });
  const io = fakeIo({ cwd: path.join(tree, 'deploy'), env: { PATH: process.env['PATH'], HOME: home } });
  return { io, isStarted: () => existsSync(path.join(home, 'started')) };
}

describe('a folder of the tree with the files of a repository', () => {
  // SECURITY.md: Nothing of the judged tree is run
  test('is not used if the tree has a repository, and starts nothing', async () => {
    const { io, isStarted } = attacked(true);
    const { exitCode, report } = await run(['lint', 'a.yaml', '--base', 'HEAD'], io);
    expect([exitCode, report?.lint?.findings, isStarted()]).toEqual([0, [], false]);
  });

  test('is not a base, and starts nothing', async () => {
    const { io, isStarted } = attacked(false);
    await expect(run(['lint', 'a.yaml', '--base', 'HEAD'], io)).rejects.toThrow(/^--base HEAD: .*is 'explicit'/);
    expect(isStarted()).toBe(false);
  });
});

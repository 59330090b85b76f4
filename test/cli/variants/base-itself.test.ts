/** A base that is the checked commit itself, or is not a commit. A workflow names a base on every event, and not every event has one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const BROKEN = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  bogus: 1
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
`;
const SAID = /main: it compares with the very commit that is checked out, so nothing is new or removed; name an earlier commit/;

test.each(['--base', '--base-exact'])('%s: a base that is the checked out commit is reported', async (flag) => {
  const { dir, write, commit } = gitRepository({ 'shop.yaml': BROKEN });
  const ran = await runCli(dir, ['lint', flag, 'main', '--fail-on-new']);
  expect([ran.exitCode, ran.report?.notes]).toEqual([0, [expect.stringMatching(SAID)]]);
  write('more.yaml', BROKEN.replace('name: shop', 'name: more'));
  const edited = await runCli(dir, ['lint', flag, 'main', '--fail-on-new']);
  expect([edited.exitCode, edited.report?.notes]).toEqual([1, undefined]);
  commit();
  const after = await runCli(dir, ['lint', flag, 'HEAD^', '--fail-on-new']);
  expect([after.exitCode, after.report?.notes]).toEqual([1, undefined]);
});

test('a branch without its own commits is reported as equal to its base', async () => {
  const { dir, git, write, commit } = gitRepository({ 'shop.yaml': BROKEN });
  git('branch', 'behind');
  write('more.yaml', BROKEN.replace('name: shop', 'name: more'));
  commit();
  git('checkout', '-q', 'behind');
  const ran = await runCli(dir, ['lint', '--base', 'main', '--fail-on-new']);
  expect([ran.exitCode, ran.report?.notes]).toEqual([0, [expect.stringMatching(SAID)]]);
});

test.each([
  ['0'.repeat(40), 'it is not a commit: a push that creates a branch has no commit before it'],
  ['origin/', 'it does not name a branch; a variable in it may be empty'],
])('%s is not a commit, and is not fetched', async (ref, why) => {
  const { dir } = gitRepository({ 'shop.yaml': BROKEN });
  await expect(runCli(dir, ['lint', '--base', ref])).rejects.toThrow(`--base ${ref}: cannot be read here: ${why}`);
});

test('git does not run in a checkout below the working directory', async () => {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'deploy'));
  writeFileSync(join(dir, 'deploy/shop.yaml'), BROKEN);
  const env = { GITHUB_WORKSPACE: dir, GIT_CEILING_DIRECTORIES: dir };
  await expect(runCli(dir, ['lint', '--base', 'main'], { env })).rejects.toThrow(
    '--base main: cannot be read here: the working directory is not in a git repository; start it in the checkout (`working-directory` of the Action, if actions/checkout has a `path`)',
  );
  const mergesInto = { kind: 'commit', sha: 'c0ffee0'.padEnd(40, '0') } as const;
  const ran = await runCli(dir, ['lint'], { env, mergesInto });
  expect(ran.report?.notes?.join()).toContain('so no configuration applies: the working directory is not in a git repository');
});

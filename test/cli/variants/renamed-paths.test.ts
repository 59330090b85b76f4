/** A change that renames what the given paths cover: it is compared with what it was renamed from. */
import { expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const CRP = placementYaml('shop');
const FIXED = placementYaml('shop', { policy: '{ placementType: PickFixed, clusterNames: [oslo] }' });
const NS = namespaceYaml('shop');
const FAULTY = placementYaml('shop', { policy: '{ placementType: pickAll }' });

type Files = Readonly<Record<string, string>>;

/** The exit code, the rules of new findings, and the notes about the comparison. */
async function changed(before: Files, after: Files, paths: readonly string[]) {
  const fleet = { 'clusters.yaml': joinedMembers('oslo'), 'README.md': 'Shop\n' };
  const { dir, write, remove } = gitRepository({ ...fleet, ...before });
  for (const file of Object.keys(before)) if (after[file] === undefined) remove(file);
  for (const [file, text] of Object.entries(after)) write(file, text);
  const flags = ['--clusters', 'clusters.yaml', '--base', 'HEAD', '--fail-on-removal=any', '--fail-on-new'];
  const { exitCode, report } = await runCli(dir, ['lint', ...paths, ...flags]);
  const found = report?.lint?.findings.flatMap(({ rule, state }) => (state === 'new' ? [rule] : []));
  return { exitCode, found, notes: (report?.notes ?? []).filter((note) => note.includes('renamed')) };
}

const said = (from: string): string => `--base: What git says was renamed is compared with ${from} of the base.`;
const before = { 'deploy/a.yaml': CRP, 'deploy/b.yaml': NS };

it.each([
  ['a folder', before, { 'k8s/a.yaml': FIXED, 'k8s/b.yaml': NS }, ['k8s'], 'deploy'],
  ['a file into a folder', before, { 'deploy/b.yaml': NS, 'k8s/a.yaml': FIXED }, ['k8s'], 'deploy/a.yaml'],
  ['a named file', before, { 'deploy/b.yaml': NS, 'deploy/c.yaml': FIXED }, ['deploy/b.yaml', 'deploy/c.yaml'], 'deploy/a.yaml'],
  [
    'a file into a folder of the base',
    { ...before, 'old/c.yaml': '' },
    { 'deploy/b.yaml': NS, 'old/a.yaml': FIXED, 'old/c.yaml': '' },
    ['old'],
    'deploy/a.yaml',
  ],
])('an edit with the rename of %s', async (_, files, after, paths, from) => {
  expect(await changed(files, after, paths)).toEqual({ exitCode: 1, found: ['refused-change'], notes: [said(from)] });
});

it('an old fault in a renamed folder is not new', async () => {
  const faulty = { 'deploy/a.yaml': FAULTY, 'deploy/b.yaml': NS };
  expect(await changed(faulty, { 'k8s/a.yaml': FAULTY, 'k8s/b.yaml': NS }, ['k8s'])).toEqual({
    exitCode: 0,
    found: [],
    notes: [said('deploy')],
  });
});

it('what is deleted of a renamed folder is removed', async () => {
  expect(await changed(before, { 'k8s/a.yaml': CRP }, ['k8s'])).toMatchObject({ exitCode: 1, notes: [said('deploy')] });
});

it.each([
  ['a copy', { ...before, 'k8s/a.yaml': CRP, 'k8s/b.yaml': NS }],
  ['a file that is only similar to a deleted one', { 'k8s/a.yaml': placementYaml('cart'), 'k8s/b.yaml': namespaceYaml('cart') }],
])('%s is new', async (_, after) => {
  expect(await changed(before, after, ['k8s'])).toEqual({ exitCode: 0, found: [], notes: [] });
});

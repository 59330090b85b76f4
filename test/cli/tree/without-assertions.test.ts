/** Objects with which tests of KUTTL and Chainsaw only compare those of a cluster. */
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const TREE = { 'fleet/ns.yaml': namespaceYaml('shop'), 'fleet/crp.yaml': placementYaml('shop'), 'deploy.sh': 'kubectl apply -f fleet\n' };
const STATUS = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
status: { observedResourceIndex: "0" }
`;
const KUTTL = { 'kuttl-test.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\ntestDirs: [e2e]\n' };
const chainsaw = (operation: string): Files => ({
  'e2e/a/chainsaw-test.yaml': `apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: { name: a }\nspec: { steps: [{ try: [{ ${operation} }] }] }\n`,
});
const INLINE = `{ resource: ${JSON.stringify({ apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: { name: 'shop' }, status: {} })} }`;

async function lint(files: Files, ...args: readonly string[]): Promise<readonly [exitCode: number, notes: string]> {
  const { exitCode, report } = await runCli(gitRepository({ ...TREE, ...files }).dir, ['lint', '.', '--render-with', 'off', ...args]);
  return [exitCode, (report?.notes ?? []).filter((note) => note.includes('tests only compare')).join('\n')];
}

test.each<readonly [string, Files, named: string]>([
  ['an assertion of KUTTL', { ...KUTTL, 'e2e/a/00-assert.yaml': STATUS }, 'e2e/a/00-assert.yaml'],
  ['errors of KUTTL', { ...KUTTL, 'e2e/a/01-errors-placement.yaml': STATUS }, 'e2e/a/01-errors-placement.yaml'],
  ['a broken one', { ...KUTTL, 'e2e/a/00-assert.yaml': `${STATUS}status: {}\n` }, 'e2e/a/00-assert.yaml'],
  ['a file of Chainsaw', { ...chainsaw('assert: { file: ../b.yaml }'), 'e2e/b.yaml': STATUS }, 'e2e/b.yaml'],
])('is not checked, and a note says so: %s', async (_, files, named) => {
  expect(await lint(files)).toEqual([0, `Not checked, because tests only compare the objects of a cluster with them: ${named}.`]);
});

test.each(['assert', 'error'])('what an operation `%s` of Chainsaw holds is created by nothing', async (operation) => {
  expect(await lint(chainsaw(`${operation}: ${INLINE}`))).toEqual([0, '']);
});

test.each<readonly [string, Files, exitCode: number]>([
  ['a file that KUTTL applies', { ...KUTTL, 'e2e/a/00-install.yaml': STATUS }, 1],
  ['a file without a number', { ...KUTTL, 'e2e/a/assert.yaml': STATUS }, 1],
  ['one without tests of KUTTL', { 'e2e/a/00-assert.yaml': STATUS }, 1],
  ['one beside the folder of the tests', { 'e2e/kuttl-test.yaml': KUTTL['kuttl-test.yaml'], 'live/00-assert.yaml': STATUS }, 1],
  ['one that a step applies', { ...KUTTL, 'e2e/a/00-assert.yaml': STATUS, 'deploy.sh': 'kubectl apply -R -f .\n' }, 1],
  ['a file that Chainsaw applies', { ...chainsaw('apply: { file: b.yaml }'), 'e2e/a/b.yaml': STATUS }, 1],
  ['what Chainsaw creates', chainsaw(`create: ${INLINE}`), 6],
])('is checked: %s', async (_, files, exitCode) => {
  expect(await lint(files)).toEqual([exitCode, '']);
});

test('an assertion that a change deletes is not a removal', async () => {
  const { dir, remove } = gitRepository({ ...TREE, ...KUTTL, 'deploy.sh': '', 'e2e/a/00-assert.yaml': placementYaml('other') });
  remove('e2e/a/00-assert.yaml');
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--render-with', 'off']);
  expect([exitCode, report?.removals ?? []]).toEqual([0, []]);
});

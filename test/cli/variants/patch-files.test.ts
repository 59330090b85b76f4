/** Files that a command gives to `kubectl patch --patch-file`. */
import { expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string>>;
const PATCH = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { strategy: { rollingUpdate: { maxUnavailable: 1 } } }
`;
const TREE: Files = { 'hub/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`, 'ops/slow.yaml': PATCH };
const APPLY: Files = { Makefile: 'apply:\n\tkubectl apply -f hub\n' };
const COMMAND = 'kubectl patch crp shop --type merge --patch-file';

async function lint(files: Files): Promise<readonly [number, readonly string[], boolean]> {
  const { exitCode, report } = await runCli(gitRepository({ ...TREE, ...files }).dir, ['lint', '.']);
  const found = (report?.lint?.findings ?? []).map(({ rule, file }) => `${rule} ${file}`);
  return [exitCode, found, (report?.notes ?? []).join('\n').includes('and a command gives it to `kubectl patch`: it was not checked.')];
}

it.each<[string, Files]>([
  ['a script', { ...APPLY, 'ops/slow.sh': `${COMMAND} ops/slow.yaml\n` }],
  ['a script in its folder', { ...APPLY, 'ops/slow.sh': `${COMMAND}=slow.yaml\n` }],
  ['a target of make', { Makefile: `${APPLY['Makefile'] ?? ''}slow:\n\t${COMMAND} ops/slow.yaml\n` }],
  [
    'a job',
    { ...APPLY, '.github/workflows/slow.yml': `on: push\njobs: { a: { runs-on: x, steps: [{ run: '${COMMAND} ops/slow.yaml' }] } }\n` },
  ],
])('a patch of kubectl is no object: %s', async (_, files) => {
  expect(await lint(files)).toEqual([0, [], true]);
});

it.each<[string, Files]>([
  ['a step applies it too', { Makefile: 'apply:\n\tkubectl apply -f hub -f ops\n' }],
  ['a step may apply it', { Makefile: 'apply:\n\tkubectl apply -f hub -f "$(MORE)"\n' }],
  ['a kustomization lists it', { ...APPLY, 'ops/kustomization.yaml': 'resources: [slow.yaml]\n' }],
  ['the command names another file', { ...APPLY, 'ops/slow.sh': `${COMMAND} ops/other.yaml\n` }],
  ['the command is only printed', { ...APPLY, 'ops/slow.sh': `echo ${COMMAND} ops/slow.yaml\n` }],
])('a file is judged as an object if %s', async (_, files) => {
  const [exitCode, found, isNamed] = await lint({ 'ops/slow.sh': `${COMMAND} ops/slow.yaml\n`, ...files });
  expect([exitCode, found.includes('schema ops/slow.yaml'), isNamed]).toEqual([1, true, false]);
});

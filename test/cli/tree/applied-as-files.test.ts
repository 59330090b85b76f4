import { expect, test } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';

const TREE = { 'k/kustomization.yaml': 'resources: [p.yaml]\n', 'k/p.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` };

test.each([
  ['kubectl apply -f k/', true],
  ['kubectl apply -R -f ./k -n shop', true],
  ['cd k\nkubectl create --filename=../k', true],
  ['kubectl apply -k k', false],
  ['kubectl apply -f k/p.yaml', false],
  ['kustomize build k | kubectl apply -f -', false],
  ['kubectl diff -f k', false],
])('%s is named if it does not build the kustomization that was checked', async (command, isNamed) => {
  const { out } = await runCli(gitRepository({ ...TREE, 'deploy.sh': `${command}\n` }).dir, ['lint', '.', '--render-with', 'off']);
  expect(/deploy\.sh applies k with `kubectl apply (?:-R )?-f`, which does not build its kustomization/.test(out)).toBe(isNamed);
  expect(out.includes('The step fails at k/kustomization.yaml, which kubectl cannot apply.')).toBe(isNamed);
});

test.each([
  ["kubectl apply -f 'k/*.yaml'", true],
  ['for f in k/*.yaml; do kubectl apply -f $f; done', true],
  ["kubectl apply -f 'k/p*.yaml'", false],
])('%s is named with its pattern', async (command, isNamed) => {
  const { out } = await runCli(gitRepository({ ...TREE, 'deploy.sh': `${command}\n` }).dir, ['lint', '.', '--render-with', 'off']);
  expect(out.includes('deploy.sh applies the files `k/*.yaml` as they are, which does not build its kustomization: ')).toBe(isNamed);
  expect(out.includes('The step fails at k/kustomization.yaml, which kubectl cannot apply.')).toBe(isNamed);
});

test.each([
  ['kubectl apply -R -f k', true],
  ['kubectl apply -f k --recursive', true],
  ['kubectl apply -Rf k', true],
  ['kubectl apply -f k', false],
  ['kubectl apply -R -f other', false],
])('%s is named if it does not build a kustomization in a folder below', async (command, isNamed) => {
  const below = {
    'k/base/kustomization.yaml': TREE['k/kustomization.yaml'],
    'k/base/p.yaml': TREE['k/p.yaml'],
    'other/n.yaml': namespaceYaml('n'),
  };
  const { out } = await runCli(gitRepository({ ...below, 'deploy.sh': `${command}\n` }).dir, ['lint', '.', '--render-with', 'off']);
  expect(out.includes('deploy.sh applies k with `kubectl apply -R -f`, which does not build the kustomization in k/base: ')).toBe(isNamed);
});

const BELOW = { 'fleet/a/ns.yaml': namespaceYaml('shop'), 'fleet/a/crp.yaml': placementYaml('shop') };
const workflow = (step: string): string =>
  `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [{ run: ${JSON.stringify(step)} }] } }\n`;

test.each<readonly [file: string, text: string, more: Readonly<Record<string, string>>, isNamed: boolean]>([
  ['Makefile', 'deploy:\n\tkubectl apply -f fleet/\n', {}, true],
  ['deploy.sh', 'kubectl apply -f ./fleet\n', {}, true],
  ['deploy.sh', 'cd fleet\nkubectl apply -f ../fleet\n', {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet'), {}, true],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet'), { 'fleet/README.md': '# a\n' }, true],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet'), { 'fleet/x.yml': namespaceYaml('x') }, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -R -f fleet'), {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -n shop -Rf fleet'), {}, false],
  ['.gitlab-ci.yml', 'deploy:\n  script: [kubectl apply -Rf fleet]\n', {}, false],
  ['.gitlab-ci.yml', 'deploy:\n  script: [kubectl apply -f fleet]\n', {}, true],
  ['Makefile', 'deploy:\n\tkubectl apply -Rffleet\n', {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet/a'), {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -f fleet/*/'), {}, false],
  ['.github/workflows/deploy.yml', workflow('for d in fleet/*/; do kubectl apply -f $d; done'), {}, false],
  ['.github/workflows/deploy.yml', workflow('envsubst < a.tmpl > fleet/a.yaml\nkubectl apply -f fleet'), {}, false],
  ['.github/workflows/deploy.yml', workflow('kubectl apply -k fleet'), { 'fleet/Kustomization': 'resources: [a/ns.yaml]\n' }, false],
])('%s names a folder of which kubectl reads nothing: %j %j', async (file, text, more, isNamed) => {
  const { exitCode, report } = await runCli(gitRepository({ ...BELOW, ...more, [file]: text }).dir, ['lint', '.', '--render-with', 'off']);
  expect(exitCode).toBe(0);
  expect((report?.notes ?? []).filter((note) => note.includes('that step fails'))).toEqual(
    isNamed
      ? [
          `${file} applies fleet with \`kubectl apply -f\`, which reads no folders below, and only these have manifests: that step fails. Add \`-R\` to apply them.`,
        ]
      : [],
  );
});

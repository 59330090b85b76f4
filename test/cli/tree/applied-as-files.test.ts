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

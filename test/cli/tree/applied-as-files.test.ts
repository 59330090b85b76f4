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
  expect(out.includes('deploy.sh applies k with `kubectl apply -f`, which does not build its kustomization')).toBe(isNamed);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const SHOP = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;
const TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'plain files': { 'new/shop.yaml': SHOP },
  'a kustomization': { 'new/kustomization.yaml': 'resources: [shop.yaml]\n', 'new/shop.yaml': SHOP },
  'a deployer of Flux': {
    'new/shop.yaml': SHOP,
    'new/flux.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a, namespace: a}\nspec: {path: ./new, prune: true}\n',
  },
};

test.each(Object.entries(TREES))('a working directory that the base does not have is judged: %s', async (_, files) => {
  const { dir, write } = gitRepository({ 'old/ns.yaml': namespaceYaml('old'), 'clusters.yaml': memberYaml('east') });
  for (const [file, text] of Object.entries(files)) write(file, text);
  const cwd = join(dir, 'new');
  const linted = await runCli(cwd, ['lint', '.', '--base', 'HEAD']);
  expect([linted.exitCode, linted.report?.lint?.findings]).toEqual([0, []]);
  const planned = await runCli(cwd, ['plan', '.', '--base', 'HEAD', '--clusters', '../clusters.yaml']);
  expect(planned.report?.plan?.placements.map(({ object: { name } }) => name)).toEqual(['shop']);
});

/** The workflows that `fleet-gate init` writes, checked by actionlint. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { runCli } from '../support/process/run-cli.ts';
import { channelProgram } from './tools.ts';

const actionlint = channelProgram('actionlint');
const SHOP = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;

test.skipIf(actionlint === undefined).each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
  ['a hub of KubeFleet', [], { 'deploy/shop.yaml': SHOP }],
  ['a hub of Azure', ['--target', 'aks'], { 'deploy/shop.yaml': SHOP, 'more/b.yaml': placementYaml('b') }],
  ['manifests whose deploy is not known', [], { 'shop.yaml': SHOP }],
])('actionlint finds nothing in the workflows for %s', async (_name, flags, files) => {
  const { dir } = gitRepository(files);
  await runCli(dir, ['init', ...flags]);
  const workflows = ['fleet-lint.yml', 'fleet-deploy.yml'].map((name) => path.join('.github/workflows', name));
  expect(execFileSync(actionlint ?? '', ['-no-color', ...workflows], { cwd: dir, encoding: 'utf8' })).toBe('');
});

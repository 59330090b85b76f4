/** A working directory that the base does not have, as that of a new team. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const CLUSTER = 'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: { name: east }\n';
const WRONG = placementYaml('shop').replace('resourceSelectors:', 'bogus: 1\n  resourceSelectors:');
const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: old, namespace: flux-system }
spec: { path: ./old, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;

/** @param before creates what the base has at the place of the folder */
function withNewFolder(before: (folder: string) => void): { readonly dir: string; readonly folder: string } {
  const { dir, write, commit } = gitRepository({
    'old/ns.yaml': namespaceYaml('shop'),
    'old/kustomization.yaml': 'resources: [ns.yaml]\n',
    'flux.yaml': FLUX,
  });
  const folder = join(dir, 'team');
  before(folder);
  commit();
  rmSync(folder, { force: true });
  write('team/deep/shop.yaml', WRONG);
  write('team/deep/kustomization.yaml', 'resources: [shop.yaml]\n');
  write('team/clusters.yaml', CLUSTER);
  commit();
  return { dir, folder };
}

describe.each<[string, (folder: string) => void]>([
  ['nothing', () => {}],
  ['a file', (folder) => writeFileSync(folder, 'text\n')],
  ['a link to nothing', (folder) => symlinkSync('nowhere', folder)],
  ['a link to a folder', (folder) => symlinkSync('old', folder)],
])('if the base has %s at the place of the working directory', (_, before) => {
  test.each<[string, readonly string[]]>([
    ['', []],
    ['deep', []],
    ['deep', ['..']],
    ['deep', ['../..']],
    ['', ['deep/shop.yaml']],
  ])('team/%s lint %j: what it has is new', async (below, paths) => {
    const { folder } = withNewFolder(before);
    const { exitCode, report } = await runCli(join(folder, below), ['lint', ...paths, '--base', 'HEAD^', '--fail-on-new']);
    expect([exitCode, report?.outcome]).toEqual([1, 'findings']);
  });

  test('its plan is that of a new placement', async () => {
    const { folder } = withNewFolder(before);
    const { report } = await runCli(folder, ['plan', '--clusters', 'clusters.yaml', '--base', 'HEAD^']);
    expect(report?.plan?.placements.map(({ change }) => change?.isNew)).toEqual([true]);
  });
});

test('a configuration of the new folder does not apply before it is in the base', async () => {
  const { dir, write, commit } = gitRepository({ 'old/ns.yaml': namespaceYaml('shop') });
  write('team/shop.yaml', WRONG);
  write('team/.fleet-gate.yaml', 'exclude: ["*.yaml"]\n');
  commit();
  mkdirSync(join(dir, 'team/empty'));
  const { exitCode } = await runCli(join(dir, 'team/empty'), ['lint', '..', '--base', 'HEAD^']);
  expect(exitCode).toBe(1);
});

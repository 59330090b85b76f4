/** The target is detected if something shows it. Otherwise the report asks for it if another hub would accept what is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectedTarget } from '../../../src/cli/hub/detected-target.ts';
import { type EmbeddedHub, startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import type { Finding } from '../../../src/finding.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { memberYaml, namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { memberObject } from '../../schedule/fleets.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';

/** Azure's hub and the main branch have this scope, KubeFleet v0.3 does not. */
const NEWER = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceWithResourceSelectors }
  policy: { placementType: PickAll }
---
${namespaceYaml('shop')}`;
const WRONG = NEWER.replace('NamespaceWithResourceSelectors', 'Everything');
const AZURE = memberYaml('m1', { labels: '{ fleet.azure.com/location: westeurope }' });
const FOUND = "Checked for Azure's managed hub, as member cluster m1 has labels of Azure; for another hub use --target v0.3.";
const LOGIN = `on: push
jobs:
  deploy:
    runs-on: ubuntu-24.04
    steps:
      - uses: Azure/aks-set-context@v5
        with: { resource-type: Microsoft.ContainerService/fleets, cluster-name: fleet }
`;

const refused = ({ report }: CliRun): readonly Finding[] => report?.lint?.findings.filter(({ effect }) => effect === 'rejected') ?? [];

describe('labels that Azure gives its member clusters', () => {
  it.each([
    ['of a clusters file', { 'deploy/a.yaml': NEWER, 'clusters.yaml': AZURE }, ['deploy', '--clusters', 'clusters.yaml']],
    [
      'of the file that the configuration names',
      { 'deploy/a.yaml': NEWER, 'clusters.yaml': AZURE, '.fleet-gate.yaml': 'clusters: clusters.yaml\n' },
      ['deploy'],
    ],
    ['of the manifests', { 'deploy/a.yaml': NEWER, 'deploy/clusters.yaml': AZURE }, ['deploy']],
  ])('%s show a hub of Azure, and the report says so', async (_, files, argv) => {
    const { dir } = gitRepository(files);
    const run = await runCli(dir, ['lint', ...argv]);
    expect([refused(run), run.first.includes('hub aks')]).toEqual([[], true]);
    expect(run.report?.notes).toContain(FOUND);
  });

  it.each([
    ['a flag', {}, ['--target', 'v0.3']],
    ['the configuration', { '.fleet-gate.yaml': 'target: v0.3\n' }, []],
  ])('decide nothing against %s', async (_, files, argv) => {
    const { dir } = gitRepository({ 'deploy/a.yaml': NEWER, 'clusters.yaml': AZURE, ...files });
    const run = await runCli(dir, ['lint', 'deploy', '--clusters', 'clusters.yaml', ...argv]);
    expect(refused(run).map(({ remedy }) => remedy.includes('aks'))).toEqual([false]);
    expect(run.report?.notes).not.toContain(FOUND);
  });

  it('of a change decide nothing if there is a base without them', async () => {
    const { dir, write } = gitRepository({ 'deploy/a.yaml': NEWER.replace(', selectionScope: NamespaceWithResourceSelectors', '') });
    write('deploy/a.yaml', NEWER);
    write('deploy/clusters.yaml', AZURE);
    expect(refused(await runCli(dir, ['lint', 'deploy', '--base', 'HEAD']))).toHaveLength(1);
  });
});

describe('a finding that another hub would not have', () => {
  it('compares with a base in another version', async () => {
    const placed = (version: string, type: string): string =>
      `apiVersion: placement.kubernetes-fleet.io/${version}\nkind: ClusterResourcePlacement\nmetadata: { name: shop }\nspec:\n  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]\n  policy: { placementType: ${type} }\n`;
    const { dir, write } = gitRepository({ 'a.yaml': placed('v1beta1', 'PickAll') });
    write('a.yaml', placed('v1', 'PickFixed, clusterNames: [a]'));
    const run = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect(refused(run).map(({ message }) => message)).toEqual([expect.stringContaining('cannot be changed')]);
  });

  it('says so if nothing shows which hub it is', async () => {
    const { dir } = gitRepository({ 'a.yaml': NEWER });
    const [finding] = refused(await runCli(dir, ['lint']));
    expect(finding?.remedy).toMatch(/ Or set --target aks if the hub is Azure's, which accepts this\.$/);
  });

  it('is not fixed automatically, because the manifest may be right', async () => {
    const text = NEWER.replace('NamespaceWithResourceSelectors', 'NamespaceWithResourceSelector');
    const { dir } = gitRepository({ 'a.yaml': NEWER, 'b.yaml': text.replaceAll('shop', 'cart') });
    const { out } = await runCli(dir, ['lint', '--fix', '--dry-run']);
    expect(out).not.toContain('a/a.yaml');
  });

  it.each([
    ['in the same place', WRONG],
    [
      'in another place',
      NEWER.replace(', selectionScope: NamespaceWithResourceSelectors', '').replace('PickAll', 'PickN, clusterNames: [oslo]'),
    ],
    ['for another reason', NEWER.replace('PickAll', 'PickAll, numberOfClusters: 2')],
  ])('does not say so for an object that every hub refuses, %s', async (_, text) => {
    const { dir } = gitRepository({ 'a.yaml': text });
    const found = refused(await runCli(dir, ['lint']));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ remedy }) => remedy.includes('--target'))).toEqual([]);
  });
});

it('a workflow that deploys to a fleet of Azure is named, and decides nothing', async () => {
  const { dir } = gitRepository({ 'deploy/a.yaml': NEWER, '.github/workflows/deploy.yml': LOGIN });
  const run = await runCli(dir, ['lint', 'deploy']);
  expect(refused(run)).toHaveLength(1);
  expect(run.report?.notes).toContain(
    '.github/workflows/deploy.yml deploys to a fleet of Azure, and this was checked for KubeFleet v0.3; if it is meant for that fleet, give --target aks.',
  );
  expect((await runCli(dir, ['lint', 'deploy', '--target', 'aks'])).report?.notes).toBeUndefined();
});

describe('a hub', () => {
  let hub: EmbeddedHub;
  let dir = '';
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'fleet-gate-target-'));
    hub = await startEmbeddedHub({ types: SERVED_TYPES });
    writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
    writeFileSync(join(dir, 'a.yaml'), NEWER);
  });
  afterEach(async () => {
    await hub.close();
    rmSync(dir, { recursive: true });
  });

  it('whose members have labels of Azure is one of Azure', async () => {
    const member = memberObject('m1');
    hub.store.put({ ...member, metadata: { ...member.metadata, labels: { 'fleet.azure.com/location': 'westeurope' } } });
    const run = await runCli(dir, ['lint', 'a.yaml', '--kubeconfig', 'kubeconfig']);
    expect(refused(run)).toEqual([]);
    expect(run.report?.notes).toContain(FOUND);
  });

  it('whose members have none is one of KubeFleet', async () => {
    hub.store.put(memberObject('m1'));
    const run = await runCli(dir, ['lint', 'a.yaml', '--kubeconfig', 'kubeconfig']);
    expect(refused(run)[0]?.remedy).toContain('--target aks');
  });
});

describe('the facts that show what a hub runs', () => {
  const member = (labels: Record<string, string>): KubeObject => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name: 'm1', labels },
  });
  const policies = {
    resources: [{ group: 'placement.kubefleet.dev', kind: 'X', plural: 'xs', namespaced: false, preferred: 'v1' }],
    unread: [],
  };
  it.each([
    [{ members: [] }, 'v0.3', 'default'],
    [{ members: [], hasAzureServer: true }, 'aks', 'found'],
    [{ members: [member({ env: 'prod' })], hasAzureServer: true }, 'v0.3', 'default'],
    [{ members: [member({ 'fleet.azure.com/location': 'x' })] }, 'aks', 'found'],
    [{ members: [member({ 'fleet.azure.com/location': 'x' })], apis: policies }, 'aks', 'found'],
    [{ members: [member({ env: 'prod' })], apis: policies }, 'main', 'found'],
  ] as const)('are used for %j', (evidence, profile, by) => {
    expect(detectedTarget(undefined, evidence)).toMatchObject({ profile, by });
    expect(detectedTarget('v0.3', evidence)).toEqual({ profile: 'v0.3', by: 'asked' });
  });
});

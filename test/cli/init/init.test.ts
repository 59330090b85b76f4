/** `fleet-gate init`: what it writes is right for the tree, passes our own checks, and never replaces a file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { parsedConfig } from '../../../src/cli/settings/config-file.ts';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../../src/fleet/json/json.ts';
import { EXIT_CODES } from '../../../src/report.ts';
import { JOINED_STATUS, memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { workflowFaults } from '../../support/github/workflow-faults.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LINT = '.github/workflows/fleet-lint.yml';
const DEPLOY = '.github/workflows/fleet-deploy.yml';
const SHOP = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;

const read = (dir: string, file: string): string => readFileSync(path.join(dir, file), 'utf8');
const stepsIn = (text: string): readonly JsonObject[] =>
  Object.values(objectAt(load(text), 'jobs') ?? {}).flatMap((job) => listAt(job, 'steps').filter(isObject));

/** The commands with which the written workflow applies manifests. */
function applied(dir: string): readonly string[] {
  return stepsIn(read(dir, DEPLOY)).flatMap((step) =>
    stringAt(step, 'run')?.startsWith('kubectl') === true ? [stringAt(step, 'run') ?? ''] : [],
  );
}

test('the files of a plain tree pass lint and the checks of our own workflows', async () => {
  const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP });
  const { exitCode, out } = await runCli(dir, ['init']);
  expect(exitCode).toBe(EXIT_CODES.passed);
  expect(out).toContain(`wrote .fleet-gate.yaml\nwrote ${LINT}\nwrote ${DEPLOY}\n`);
  expect(parsedConfig(read(dir, '.fleet-gate.yaml'), { path: '/x', file: 'x' }).config).toEqual({
    paths: ['deploy'],
    gate: { timeout: 1_800_000 },
  });
  expect((await runCli(dir, ['lint'])).first).toBe('PASSED: no findings in 2 documents of 1 file, hub v0.3');
  for (const file of [LINT, DEPLOY]) expect(workflowFaults(load(read(dir, file)) as JsonObject, read(dir, file))).toEqual([]);
  expect(applied(dir)).toEqual(['kubectl apply -R -f deploy/']);
});

test('a file that exists is kept', async () => {
  const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP, '.fleet-gate.yml': 'target: main\n', [LINT]: 'on: push\n' });
  const { out } = await runCli(dir, ['init']);
  expect(out).toContain(`kept  .fleet-gate.yml\nkept  ${LINT}\nwrote ${DEPLOY}\n`);
  expect([read(dir, '.fleet-gate.yml'), read(dir, LINT)]).toEqual(['target: main\n', 'on: push\n']);
  expect(existsSync(path.join(dir, '.fleet-gate.yaml'))).toBe(false);
});

test('it writes into the root of the repository from a folder below', async () => {
  const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP });
  const { out } = await runCli(path.join(dir, 'deploy'), ['init']);
  expect(out).toContain('wrote ../.fleet-gate.yaml\n');
  expect(existsSync(path.join(dir, '.fleet-gate.yaml'))).toBe(true);
});

describe('how the manifests are applied', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'two folders',
      { 'apps/shop.yaml': namespaceYaml('shop'), 'fleet/a.yaml': SHOP, 'more/b.yaml': placementYaml('b') },
      ['kubectl apply -R -f fleet/ -f more/'],
    ],
    [
      'one kustomization',
      { 'deploy/shop.yaml': SHOP, 'deploy/kustomization.yaml': 'resources: [shop.yaml]\n' },
      ['kubectl apply -k deploy/'],
    ],
    [
      'overlays',
      {
        'deploy/base/shop.yaml': SHOP,
        'deploy/base/kustomization.yaml': 'resources: [shop.yaml]\n',
        'deploy/prod/kustomization.yaml': 'resources: [../base]\n',
      },
      [],
    ],
    ['a chart', { 'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n', 'shop/crp.yaml': SHOP }, []],
    ['the root', { 'shop.yaml': SHOP }, []],
    ['a name that a shell would read', { 'a $(id)/shop.yaml': SHOP }, []],
    ['no placement', { 'app.yaml': namespaceYaml('shop') }, []],
  ])('%s', async (_name, files, commands) => {
    const { dir } = gitRepository(files);
    const { out } = await runCli(dir, ['init']);
    expect(applied(dir)).toEqual(commands);
    // What is not clear fails until a person has decided.
    expect(read(dir, DEPLOY).includes('exit 1')).toBe(commands.length === 0);
    expect(out.includes('replace the step that applies the manifests')).toBe(commands.length === 0);
  });
});

describe('the kind of hub', () => {
  const AZURE = `jobs: { a: { steps: [{ uses: azure/aks-set-context@v5, with: { resource-type: Microsoft.ContainerService/fleets } }] } }\n`;

  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[], string | undefined]>([
    ['a workflow that logs in to a fleet of Azure', { '.github/workflows/x.yml': AZURE }, [], 'aks'],
    [
      'members with labels of Azure',
      { 'fleet/m.yaml': memberYaml('m1', { labels: '{ fleet.azure.com/location: westeurope }' }) },
      [],
      'aks',
    ],
    ['the flag', {}, ['--target', 'main'], 'main'],
    ['nothing', {}, [], undefined],
  ])('%s', async (_name, files, flags, target) => {
    const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP, ...files });
    await runCli(dir, ['init', ...flags]);
    expect(parsedConfig(read(dir, '.fleet-gate.yaml'), { path: '/x', file: 'x' }).config.target).toBe(target);
    expect(read(dir, DEPLOY).includes('Azure/login')).toBe(target === 'aks');
    expect(workflowFaults(load(read(dir, DEPLOY)) as JsonObject, read(dir, DEPLOY))).toEqual([]);
  });
});

test('with a hub it writes the clusters, and lint reads them', async () => {
  const hub = await startEmbeddedHub();
  try {
    const status = JOINED_STATUS.replace('2026-10-31T12:00:00Z', new Date().toISOString());
    hub.store.put(
      load(memberYaml('oslo', { labels: '{ fleet.azure.com/location: norwayeast, access-token: disabled-1 }' }) + status) as never,
    );
    const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP });
    writeFileSync(path.join(dir, '../kubeconfig'), hub.kubeconfig());
    const { out } = await runCli(dir, ['init', '--kubeconfig', '../kubeconfig']);
    expect(out).toContain('wrote clusters.yaml\nwrote .fleet-gate.yaml\n');
    expect(out).toContain('target: aks, because member cluster oslo has labels of Azure');
    const { report } = await runCli(dir, ['plan']);
    expect(report?.plan).toMatchObject({ clusters: 1, placements: [{ picked: ['oslo'] }] });
    expect(report?.settings).toMatchObject({ target: 'aks', clusters: 'clusters.yaml' });
  } finally {
    await hub.close();
  }
});

test('a hub that cannot be read leaves nothing behind', async () => {
  const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP });
  await expect(runCli(dir, ['init', '--kubeconfig', 'nothing.yaml'])).rejects.toThrow('no kubeconfig');
  expect(existsSync(path.join(dir, '.fleet-gate.yaml'))).toBe(false);
});

test('the actions and their versions are those of our own examples', async () => {
  const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP });
  await runCli(dir, ['init', '--target', 'aks']);
  const used = (text: string): readonly string[] => [...text.matchAll(/uses: (.*)/g)].map(([, use = '']) => use);
  const ours = ['lint.yml', 'gate.yml'].flatMap((file) => used(readFileSync(path.join(ROOT, 'integrations/github', file), 'utf8')));
  for (const file of [LINT, DEPLOY]) expect(ours).toEqual(expect.arrayContaining([...used(read(dir, file))]));
});

test('for a tree in the root, the default path is kept', async () => {
  const { dir } = gitRepository({ 'shop.yaml': SHOP });
  expect((await runCli(dir, ['init'])).out).toContain("KubeFleet's objects are in: the root of the repository\n");
  expect(parsedConfig(read(dir, '.fleet-gate.yaml'), { path: '/x', file: 'x' }).config.paths).toBeUndefined();
});

test('a path is not accepted', async () => {
  const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP });
  mkdirSync(path.join(dir, 'x'));
  await expect(runCli(dir, ['init', 'x'])).rejects.toThrow('init takes no path');
});

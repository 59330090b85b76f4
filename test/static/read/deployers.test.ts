import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReadResult } from '../../../src/static/read/read-result.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const PLACEMENT = JSON.stringify({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [] },
});
const SETTINGS = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } });

function flux(spec: object): object {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec,
  };
}

function application(spec: object): object {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'apps', namespace: 'argocd' }, spec };
}

async function readWith(
  deployer: object,
  { from = '', files = {} }: { from?: string; files?: Record<string, string> } = {},
): Promise<ReadResult> {
  const folder = temporaryFolder();
  writeTree(folder, {
    '.git/HEAD': '',
    'hub/apps.json': JSON.stringify(deployer),
    'apps/placement.json': PLACEMENT,
    'apps/settings.json': SETTINGS,
    'apps/namespace.yaml': namespaceYaml('shop'),
    'other/placement.json': PLACEMENT,
    ...files,
  });
  return readManifests([folder], { cwd: path.join(folder, from) });
}

const PATCHES = [{ target: { kind: 'ClusterResourcePlacement' }, patch: '- {op: remove, path: /spec/policy}' }];

describe('a change that Flux or Argo CD makes on the way', () => {
  test.each([
    ['Flux patches it', flux({ path: './apps', patches: PATCHES }), 'patches'],
    ['Flux merges into it', flux({ path: './apps', patchesStrategicMerge: [JSON.parse(PLACEMENT)] }), 'patchesStrategicMerge'],
    ['Flux adds components', flux({ path: 'apps/', components: ['../more'] }), 'components'],
    ['Argo CD patches it', application({ source: { path: 'apps', kustomize: { patches: PATCHES } } }), 'patches'],
    [
      'one of several sources is patched',
      application({ sources: [{ chart: 'x' }, { path: 'apps', kustomize: { patches: PATCHES } }] }),
      'patches',
    ],
    [
      'applications of a set patch it',
      { ...application({ template: { spec: { source: { path: 'apps', kustomize: { patches: PATCHES } } } } }), kind: 'ApplicationSet' },
      'patches',
    ],
  ])('is not known: %s', async (_, deployer, field) => {
    for (const from of ['', 'apps']) {
      const { manifests, notEvaluated } = await readWith(deployer, { from });
      const above = from === '' ? '' : '../';
      const open = manifests.filter(({ unresolved, object }) => object.kind === 'ClusterResourcePlacement' && unresolved.includes(''));
      expect(open.map(({ file }) => file)).toEqual([from === '' ? 'apps/placement.json' : 'placement.json']);
      expect(notEvaluated).toMatchObject([
        { reason: `${above}hub/apps.json changes this ClusterResourcePlacement; the changes were not checked.`, fleetObject: true },
        {
          file: `${above}hub/apps.json`,
          reason: expect.stringMatching(`^It changes (?:./)?apps/? with ${field}\\. These changes were not checked\\.$`),
        },
      ]);
    }
  });

  test('is applied if it is a namespace', async () => {
    const { manifests, notEvaluated } = await readWith(flux({ path: './apps', targetNamespace: 'team' }));
    expect(manifests.map(({ file, namespace, object }) => [file, namespace, object.metadata.name])).toEqual([
      ['apps/namespace.yaml', undefined, 'team'],
      ['apps/placement.json', undefined, 'shop'],
      ['apps/settings.json', 'team', 'settings'],
      ['hub/apps.json', 'flux-system', 'apps'],
      ['other/placement.json', undefined, 'shop'],
    ]);
    expect(notEvaluated).toEqual([]);
  });

  test('is applied to a kustomization if its folder has one', async () => {
    const files = { 'apps/kustomization.yaml': 'resources: [placement.json]', 'apps/more/placement.json': PLACEMENT };
    const { manifests } = await readWith(flux({ path: './apps', namePrefix: 'a-' }), { files });
    const renamed = manifests.filter(({ unresolved }) => unresolved.includes('/metadata/name')).map(({ file }) => file);
    expect(renamed).toContain('apps/placement.json');
  });

  test.each([
    [
      'a HelmRelease',
      {
        apiVersion: 'helm.toolkit.fluxcd.io/v2',
        kind: 'HelmRelease',
        metadata: { name: 'apps', namespace: 'flux-system' },
        spec: { chart: { spec: { chart: './apps', sourceRef: { kind: 'GitRepository' } } }, values: { a: 1 } },
      },
      'values',
    ],
    ['an Application', application({ source: { path: 'apps', helm: { valueFiles: ['prod.yaml'] } } }), 'valueFiles'],
  ])('is reported if %s gives values to a chart', async (_, deployer, given) => {
    const { manifests, notEvaluated } = await readWith(deployer);
    expect(manifests.filter(({ unresolved }) => unresolved.length > 0)).toEqual([]);
    expect(notEvaluated).toMatchObject([
      { file: 'hub/apps.json', reason: expect.stringContaining(`apps with ${given}. These changes were not checked; list the values`) },
    ]);
  });

  test.each([
    ['images of Flux', flux({ path: './apps', images: [{ name: 'nginx', newTag: '1.0' }] }), 'images'],
    ['replicas of Argo CD', application({ source: { path: 'apps', kustomize: { replicas: [{ name: 'a', count: 2 }] } } }), 'replicas'],
    ['a plugin of Argo CD', application({ source: { path: 'apps', plugin: { name: 'envsubst' } } }), 'plugin'],
  ])('is reported without a change of a placement: %s', async (_, deployer, given) => {
    const { notEvaluated } = await readWith(deployer);
    expect(notEvaluated).toMatchObject([
      { file: 'hub/apps.json', reason: expect.stringMatching(`apps with ${given}\\. These changes were not checked\\.$`) },
    ]);
  });

  test.each([
    ['nothing', flux({ path: './apps', prune: true, patches: [], targetNamespace: '' })],
    ['another folder', flux({ path: './app', patches: PATCHES })],
    ['a folder that a variable names', flux({ path: './${dir}', patches: PATCHES })],
    ['something of another kind', { ...flux({ path: './apps', patches: PATCHES }), apiVersion: 'example.com/v1' }],
  ])('is not reported: %s', async (_, deployer) => {
    const { manifests, notEvaluated } = await readWith(deployer);
    expect(manifests.filter(({ unresolved }) => unresolved.includes(''))).toEqual([]);
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true)).toEqual([]);
  });
});

test('a folder with KubeFleet objects that Flux or Argo CD deploys is named if it is not read', async () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    '.git/HEAD': '',
    'hub/a.json': JSON.stringify(flux({ path: './apps' })),
    'hub/b.json': JSON.stringify(application({ sources: [{ path: 'more/apps' }, { path: 'hub' }] })),
    'hub/c.json': JSON.stringify(flux({ path: './other' })),
    'hub/d.json': JSON.stringify(flux({ path: './gone' })),
    'hub/e.json': JSON.stringify(flux({})),
    'apps/placement.json': PLACEMENT,
    'more/apps/placement.json': PLACEMENT,
    'other/settings.json': SETTINGS,
  });
  const named = async (from: string, ...paths: readonly string[]): Promise<readonly string[]> => {
    const { notEvaluated } = await readManifests(paths, { cwd: path.join(folder, from) });
    return notEvaluated.map(({ file, reason }) => `${file}: ${reason.split(',')[0]}`);
  };
  const left = (file: string, deployed: string): string => `${file}: It deploys ${deployed}`;
  expect(await named('', 'hub')).toEqual([left('hub/a.json', './apps'), left('hub/b.json', 'more/apps')]);
  expect(await named('hub', '.')).toEqual([left('a.json', './apps'), left('b.json', 'more/apps')]);
  expect(await named('', 'hub', 'apps')).toEqual([left('hub/b.json', 'more/apps')]);
  expect(await named('', '.')).toEqual([]);
  expect(await named('hub', '..')).toEqual([]);
});

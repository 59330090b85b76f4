import { describe, expect, test } from 'vitest';
import { type HubFolders, hubFolders, hubFoldersByName } from '../../../src/static/compare/hub-folders.ts';
import type { Manifest } from '../../../src/static/world/manifest.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';

const CRP = 'ClusterResourcePlacement';

/** `folder/…/kind:name`, or `kind:namespace/name`, each in a separate file. */
function manifestsOf(...texts: readonly string[]): readonly Manifest[] {
  return texts.flatMap((text, index) => {
    const [place = '', rest = ''] = text.split(':');
    const [folder, kind = ''] = [place.slice(0, place.lastIndexOf('/') + 1), place.split('/').at(-1)];
    const [namespace, name] = rest.includes('/') ? rest.split('/') : [undefined, rest];
    const group = ['Namespace', 'ConfigMap'].includes(kind)
      ? 'v1'
      : `${kind === 'MemberCluster' ? 'cluster' : 'placement'}.kubernetes-fleet.io/v1`;
    const yaml = `apiVersion: ${group}\nkind: ${kind}\nmetadata:\n  name: ${name ?? ''}\n${namespace === undefined ? '' : `  namespace: ${namespace}\n`}`;
    return parseManifests(yaml, `${folder}${index}.yaml`).manifests;
  });
}

function foldersOf(...texts: readonly string[]): HubFolders['groups'] {
  return hubFolders(manifestsOf(...texts)).groups;
}

describe('neighbouring folders', () => {
  test('are for different hubs if both hold an object of KubeFleet', () => {
    expect(foldersOf(`dev/${CRP}:shop`, `prod/${CRP}:shop`, `prod/${CRP}:more`)).toEqual([
      { folders: ['dev', 'prod'], object: `${CRP}/shop` },
    ]);
    expect(foldersOf('dev/ResourcePlacement:web/shop', 'prod/ResourcePlacement:web/shop')).toHaveLength(1);
    expect(foldersOf('dev/MemberCluster:eu', 'prod/MemberCluster:eu')).toHaveLength(1);
  });

  test('are identified by the place where their paths part, regardless of the depth of the objects', () => {
    const [group] = foldersOf(`env/dev/apps/${CRP}:shop`, `env/prod/placements/web/${CRP}:shop`);
    expect(group?.folders).toEqual(['env/dev', 'env/prod']);
  });

  test.each([
    [
      'other objects than those of KubeFleet',
      ['dev/Namespace:shop', 'prod/Namespace:shop', 'dev/ConfigMap:shop/x', 'prod/ConfigMap:shop/x'],
    ],
    ['objects of other names', [`dev/${CRP}:shop`, `prod/${CRP}:web`]],
    ['objects of other namespaces', ['dev/ResourcePlacement:a/shop', 'prod/ResourcePlacement:b/shop']],
    ['objects whose namespace is not known', ['dev/ResourcePlacement:shop', 'prod/ResourcePlacement:shop']],
    ['objects whose names are not known yet', [`dev/${CRP}:$NAME`, `prod/${CRP}:$NAME`]],
    ['an object in a folder and in one below it', [`dev/${CRP}:shop`, `dev/web/${CRP}:shop`]],
    ['two manifests of one folder', [`dev/${CRP}:shop`, `dev/${CRP}:shop`]],
  ])('are not separated by %s', (_, texts) => {
    expect(foldersOf(...texts)).toEqual([]);
  });

  test('are in one group if a third folder connects them', () => {
    const groups = foldersOf(`a/${CRP}:x`, `b/${CRP}:x`, `b/${CRP}:y`, `c/${CRP}:y`, `d/${CRP}:z`);
    expect(groups).toEqual([{ folders: ['a', 'b', 'c'], object: `${CRP}/x` }]);
    expect(foldersOf(`a/${CRP}:x`, `b/${CRP}:x`, `c/${CRP}:y`, `d/${CRP}:y`, `b/${CRP}:z`, `d/${CRP}:z`)).toEqual([
      { folders: ['a', 'b', 'c', 'd'], object: `${CRP}/x` },
    ]);
  });

  test.each<[string, Partial<Manifest>, Partial<Manifest>, number]>([
    ['an overlay beside plain files', { overlay: 'dev' }, {}, 1],
    ['a folder that a deployer brings beside plain files', { world: 'ci (1)' }, {}, 1],
    ['two overlays, without files beside them', { overlay: 'dev' }, { overlay: 'prod' }, 0],
    ['two folders that deployers bring', { world: 'ci (1)' }, { world: 'ci (2)' }, 0],
    ['a folder that several deployers bring beside plain files', { world: '' }, {}, 0],
  ])('are separated for plain files by what is in them: %s', (_, ofDev, ofProd, groups) => {
    const [dev, prod] = manifestsOf(`dev/${CRP}:shop`, `prod/${CRP}:shop`);
    if (dev === undefined || prod === undefined) throw new Error('two manifests');
    const folders = hubFolders([
      { ...dev, ...ofDev },
      { ...prod, ...ofProd },
    ]);
    expect(folders.groups).toHaveLength(groups);
    expect(folders.of({ file: 'dev/x.yaml', overlay: 'dev' })).toBeUndefined();
  });

  test('are not separated by what one deployer brings to one hub', () => {
    const [dev, prod, plain] = manifestsOf(`dev/${CRP}:shop`, `prod/${CRP}:shop`, `dev/${CRP}:web`);
    if (dev === undefined || prod === undefined || plain === undefined) throw new Error('three manifests');
    expect(hubFolders([{ ...dev, world: 'ci' }, { ...prod, world: 'ci' }, plain]).groups).toEqual([]);
  });
});

describe('the folder of a manifest for one hub', () => {
  const texts = [
    `env/dev/${CRP}:shop`,
    `env/prod/${CRP}:shop`,
    'env/prod/web/Namespace:web',
    `apps/dev/${CRP}:web`,
    `apps/prod/${CRP}:web`,
    'env/test/Namespace:web',
    'Namespace:shop',
  ];
  const manifests = manifestsOf(...texts);
  const folders = hubFolders(manifests);

  test('is the innermost one that contains it', () => {
    expect(manifests.map((manifest) => folders.of(manifest))).toEqual([
      'env/dev',
      'env/prod',
      'env/prod',
      'apps/dev',
      'apps/prod',
      undefined,
      undefined,
    ]);
    const nested = manifestsOf(`dev/eu/${CRP}:x`, `dev/us/${CRP}:x`, `prod/eu/${CRP}:x`, 'dev/Namespace:n');
    const parts = hubFolders(nested);
    expect(nested.map((manifest) => parts.of(manifest))).toEqual(['dev/eu', 'dev/us', 'prod', 'dev']);
  });

  test('may be for the same hub as any folder outside its group', () => {
    const all = ['env/dev', 'env/prod', 'apps/dev', 'apps/prod'];
    expect(all.filter((other) => folders.meets('env/dev', other))).toEqual(['env/dev', 'apps/dev', 'apps/prod']);
    expect(all.filter((other) => folders.meets('apps/prod', other))).toEqual(['env/dev', 'env/prod', 'apps/prod']);
    const nested = hubFolders(manifestsOf(`dev/eu/${CRP}:x`, `dev/us/${CRP}:x`, `prod/eu/${CRP}:x`));
    expect(['dev', 'dev/us', 'prod'].filter((other) => nested.meets('dev/eu', other))).toEqual(['dev']);
    expect(['dev/eu', 'dev/us', 'prod'].filter((other) => nested.meets('dev', other))).toEqual(['dev/eu', 'dev/us']);
  });
});

describe('folders with the same name', () => {
  const byName = (...folders: readonly string[]): HubFolders =>
    hubFoldersByName(manifestsOf(...folders.map((folder) => `${folder}/${CRP}:${folder.split('/').at(-2) ?? ''}`)));

  test('are for one hub at any place, and are independent of names that do not occur beside theirs', () => {
    const folders = byName('apps/shop/dev', 'apps/shop/prod', 'apps/cart/dev', 'apps/cart/prod');
    expect(folders.groups).toEqual([{ folders: ['*/dev', '*/prod'], object: `${CRP}/shop` }]);
    expect(
      ['apps/shop/dev/x.yaml', 'apps/cart/dev/deep/x.yaml', 'apps/x.yaml', 'apps/blog/dev/x.yaml'].map((file) => folders.of({ file })),
    ).toEqual(['*/dev', '*/dev', undefined, undefined]);
    expect([folders.meets('*/dev', '*/dev'), folders.meets('*/dev', '*/prod')]).toEqual([true, false]);
    expect(folders.of({ file: 'apps/shop/dev/x.yaml', overlay: 'apps/shop/dev' })).toBeUndefined();
  });

  test('are for different hubs too if a third folder separates them', () => {
    const folders = byName('a/dev', 'a/stage', 'b/stage', 'b/prod');
    expect(folders.groups.map((group) => group.folders)).toEqual([['*/dev', '*/prod', '*/stage']]);
    expect(folders.meets('*/dev', '*/prod')).toBe(false);
  });

  test('are combined with others only if more than one place does so', () => {
    const regions = ['a/dev', 'a/prod', 'b/dev', 'b/prod', 'c/eu', 'c/us', 'd/eu', 'd/us'];
    const stray = byName(...regions, 'e/dev', 'e/eu');
    expect([stray.meets('*/dev', '*/us'), stray.meets('*/dev', '*/prod'), stray.meets('*/eu', '*/us')]).toEqual([true, false, false]);
    const more = byName(...regions, 'e/dev', 'e/eu', 'e/x', 'f/prod', 'f/us', 'f/y');
    expect([more.meets('*/x', '*/y'), more.meets('*/x', '*/dev')]).toEqual([true, true]);
    expect(byName(...regions, 'e/dev', 'e/eu', 'f/dev', 'f/eu').meets('*/dev', '*/us')).toBe(false);
  });

  test('may be for one hub if no place has both, or if one is inside the other', () => {
    const folders = byName(
      'a/dev',
      'a/prod',
      'b/eu',
      'b/us',
      'c/dev/x/eu',
      'c/dev/x/us',
      'c/prod/x/us',
      'd/dev/x/dev',
      'd/dev/x/prod',
      'd/prod/x/dev',
    );
    expect(folders.meets('*/dev', '*/eu')).toBe(true);
    expect([folders.meets('*/dev/eu', '*/eu'), folders.meets('*/dev/eu', '*/us'), folders.meets('*/dev/eu', '*/prod')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([folders.meets('*/dev/prod', '*/dev'), folders.meets('*/dev', '*/dev/prod')]).toEqual([true, true]);
    expect([folders.meets('*/dev/prod', '*/dev/dev'), folders.meets('*/dev/prod', '*/prod')]).toEqual([false, false]);
  });
});

describe('a change', () => {
  const groupsOf = (head: readonly string[], base: readonly string[]): HubFolders['groups'] =>
    hubFolders(manifestsOf(...head), manifestsOf(...base)).groups;

  test('cannot separate by a copy what was for one hub', () => {
    expect(groupsOf([`a/${CRP}:x`, `b/${CRP}:y`, `b/${CRP}:x`], [`a/${CRP}:x`, `b/${CRP}:y`])).toEqual([]);
    const third = groupsOf([`a/${CRP}:x`, `b/${CRP}:x`, `c/${CRP}:x`], [`a/${CRP}:x`, `b/${CRP}:x`, `c/${CRP}:y`]);
    expect(third.map(({ folders }) => folders)).toEqual([['a', 'b']]);
  });

  test('may fill folders that were equal', () => {
    const base = ['a/Namespace:shop', 'b/Namespace:shop'];
    expect(groupsOf([...base, `a/${CRP}:x`, `b/${CRP}:x`], base)).toEqual([{ folders: ['a', 'b'], object: `${CRP}/x` }]);
  });

  test('may add a folder for another hub, which is open if the base has none beside it', () => {
    expect(groupsOf([`a/${CRP}:x`, `b/${CRP}:x`], [`a/${CRP}:x`])).toEqual([{ folders: ['a', 'b'], object: `${CRP}/x`, copies: ['b'] }]);
    const third = groupsOf([`a/${CRP}:x`, `b/${CRP}:x`, `c/${CRP}:x`], [`a/${CRP}:x`, `b/${CRP}:x`]);
    expect(third).toEqual([{ folders: ['a', 'b', 'c'], object: `${CRP}/x` }]);
  });
});

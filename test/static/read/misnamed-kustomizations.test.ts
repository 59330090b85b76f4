import { expect, test } from 'vitest';
import { misnamedKustomizations } from '../../../src/static/read/kustomize/misnamed-kustomizations.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';

const LISTING = 'resources: [p.yaml]\nnamePrefix: x-\n';
const CM = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n';

async function found(
  files: Readonly<Record<string, string>>,
  isPlaced: Parameters<typeof misnamedKustomizations>[2] = () => false,
  unread: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const repository = { text: (name: string) => Promise.resolve(unread[name]) };
  const entries = await misnamedKustomizations(new Map(Object.entries(files)), () => repository, isPlaced);
  return entries.map(({ file, fleetObject = false }) => `${file} ${fleetObject}`);
}

test.each([
  'Kustomization.yaml',
  'KUSTOMIZATION.YML',
  'kustomisation.yaml',
  'kustomize.yaml',
  'kustomizations.yml',
  'kustomization.json',
  'kustomization',
])('a kustomization in the file %s is not evaluated, because kustomize does not read it', async (name) => {
  expect(await found({ [`k/${name}`]: LISTING, 'k/p.yaml': placementYaml('shop') })).toEqual([`k/${name} true`]);
  expect(await found({ [name]: LISTING, 'p.yaml': CM })).toEqual([`${name} false`]);
});

test('it hides objects of KubeFleet and content of placements, in its folder or where it lists them', async () => {
  const over = 'apiVersion: kustomize.config.k8s/v1beta1\nkind: Kustomization\nresources: [../base]\n';
  expect(await found({ 'o/Kustomization.yaml': over, 'base/deep/p.yaml': placementYaml('shop') })).toEqual(['o/Kustomization.yaml true']);
  expect(await found({ 'o/Kustomization.yaml': over, 'other/p.yaml': placementYaml('shop') })).toEqual(['o/Kustomization.yaml false']);
  expect(await found({ 'k/Kustomization.yaml': LISTING, 'k/a.yaml': CM }, (of) => of.has('k/a.yaml'))).toEqual([
    'k/Kustomization.yaml true',
  ]);
});

test('it hides them in files of any name that it lists', async () => {
  const unread = { 'k/p': placementYaml('shop'), 'z/b': CM };
  expect(await found({ 'k/Kustomization.yaml': 'resources: [p]\n' }, undefined, unread)).toEqual(['k/Kustomization.yaml true']);
  const over = { 'k/Kustomization.yaml': 'resources: [../z/b]\nnamespace: shop\nnamePrefix: x-\n' };
  expect(await found(over, undefined, unread)).toEqual(['k/Kustomization.yaml false']);
  const isPlaced: Parameters<typeof found>[1] = (_, [other], { namespaces, prefixes }) =>
    other?.object.metadata.name === 'a' && namespaces[0] === 'shop' && prefixes[0] === 'x-';
  expect(await found(over, isPlaced, unread)).toEqual(['k/Kustomization.yaml true']);
});

test.each([
  [
    'beside one that kustomize reads',
    { 'k/Kustomization.yaml': LISTING, 'k/kustomization.yml': LISTING, 'k/p.yaml': placementYaml('shop') },
  ],
  ['a name that kustomize knows', { 'k/Kustomization': LISTING, 'k/p.yaml': placementYaml('shop') }],
  ['an object', { 'k/Kustomization.yaml': CM, 'k/p.yaml': placementYaml('shop') }],
  [
    'an object of Flux',
    {
      'k/Kustomization.yaml': 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a }\nspec: { path: k }\n',
    },
  ],
  ['settings of another program', { 'k/kustomize.yaml': 'version: 5.8.1\n' }],
  ['another name', { 'k/kustomizeconfig.yaml': LISTING, 'k/kustomization.prod.yaml': LISTING }],
])('a file is no such kustomization: %s', async (_, files) => {
  expect(await found(files)).toEqual([]);
});

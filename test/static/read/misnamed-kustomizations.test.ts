import { expect, test } from 'vitest';
import { misnamedKustomizations } from '../../../src/static/read/kustomize/misnamed-kustomizations.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';

const LISTING = 'resources: [p.yaml]\nnamePrefix: x-\n';
const CM = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n';

function found(files: Readonly<Record<string, string>>, isPlaced = false): readonly string[] {
  const entries = misnamedKustomizations(new Map(Object.entries(files)), (of) => isPlaced && of.has('k/a.yaml'));
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
])('a kustomization in the file %s is not evaluated, because kustomize does not read it', (name) => {
  expect(found({ [`k/${name}`]: LISTING, 'k/p.yaml': placementYaml('shop') })).toEqual([`k/${name} true`]);
  expect(found({ [name]: LISTING, 'p.yaml': CM })).toEqual([`${name} false`]);
});

test('it hides objects of KubeFleet and content of placements, in its folder or where it lists them', () => {
  const over = 'apiVersion: kustomize.config.k8s/v1beta1\nkind: Kustomization\nresources: [../base]\n';
  expect(found({ 'o/Kustomization.yaml': over, 'base/deep/p.yaml': placementYaml('shop') })).toEqual(['o/Kustomization.yaml true']);
  expect(found({ 'o/Kustomization.yaml': over, 'other/p.yaml': placementYaml('shop') })).toEqual(['o/Kustomization.yaml false']);
  expect(found({ 'k/Kustomization.yaml': LISTING, 'k/a.yaml': CM }, true)).toEqual(['k/Kustomization.yaml true']);
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
])('a file is no such kustomization: %s', (_, files) => {
  expect(found(files)).toEqual([]);
});

/** `dependsOn` of Flux that names nothing of the tree. */
import { expect, it } from 'vitest';
import { hubsOfManifests } from '../../../src/static/read/deployers/hubs-of-manifests.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { inDependencyCycles, removedDependencies, unmetDependencies } from '../../../src/static/read/deployers/unmet-dependencies.ts';

const GROUPS: Readonly<Record<string, string>> = {
  Kustomization: 'kustomize.toolkit.fluxcd.io/v1',
  HelmRelease: 'helm.toolkit.fluxcd.io/v2',
};

function flux(name: string, dependsOn: string, kind = 'Kustomization', namespace = 'flux-system'): string {
  return `apiVersion: ${GROUPS[kind] ?? ''}\nkind: ${kind}\nmetadata: {name: "${name}", namespace: ${namespace}}\nspec: {dependsOn: ${dependsOn}}\n`;
}

function notes(...objects: readonly string[]): readonly string[] {
  return unmetDependencies(parseManifests(objects.join('---\n'), 'k.yaml').manifests);
}

it.each([
  ['a Kustomization', 'Kustomization', '[{name: plattform}]', 'Kustomization/flux-system/plattform'],
  ['a HelmRelease', 'HelmRelease', '[{name: plattform}]', 'HelmRelease/flux-system/plattform'],
  ['one of another namespace', 'Kustomization', '[{name: plattform, namespace: infra}]', 'Kustomization/infra/plattform'],
])('is named if a similar one is there: %s', (_, kind, dependsOn, missing) => {
  expect(notes(flux('platform', '[]', kind), flux('shop', dependsOn, kind))).toEqual([
    `${kind}/flux-system/shop in k.yaml depends on ${missing}, which is not among these files, so Flux waits until it is ready before it applies anything. Did you mean platform?`,
  ]);
});

it.each<[string, readonly string[]]>([
  ['it is there', [flux('platform', '[]'), flux('shop', '[{name: platform}]')]],
  ['it is in another namespace', [flux('platform', '[]', 'Kustomization', 'infra'), flux('shop', '[{name: platform}]')]],
  ['none is similar', [flux('network', '[]'), flux('shop', '[{name: platform}]')]],
  ['only the object itself is similar', [flux('network', '[]'), flux('shop', '[{name: shops}]')]],
  ['the similar one is of another kind', [flux('platform', '[]', 'HelmRelease'), flux('shop', '[{name: plattform}]')]],
  ['its name has a variable', [flux('platform', '[]'), flux('shop', '[{name: "platform${x}"}]')]],
  ['the name of another one has a variable', [flux('platform', '[]'), flux('${x}', '[]'), flux('shop', '[{name: plattform}]')]],
  ['it depends on nothing', [flux('platform', '[]'), flux('shop', '[]')]],
])('is not named if %s', (_, objects) => {
  expect(notes(...objects)).toEqual([]);
});

it.each(['', '/spec', '/spec/dependsOn', '/spec/dependsOn/0/name'])('is not named if %s is not known', (pointer) => {
  const { manifests } = parseManifests([flux('platform', '[]'), flux('shop', '[{name: plattform}]')].join('---\n'), 'k.yaml');
  expect(unmetDependencies(manifests.map((manifest) => ({ ...manifest, unresolved: [pointer] })))).toEqual([]);
});

type Place = readonly [world: string | undefined, ...objects: readonly string[]];

function removedFrom(base: readonly Place[], head: readonly Place[]): readonly string[] {
  const [before, now] = [base, head].map((places) =>
    places.flatMap(([world, ...objects]) =>
      parseManifests(objects.join('---\n'), 'k.yaml').manifests.map((manifest) =>
        world === undefined ? manifest : { ...manifest, world },
      ),
    ),
  );
  return removedDependencies(now ?? [], before ?? []);
}

const SHOP = flux('shop', '[{name: infra}]');
const ELSEWHERE = flux('shop', '[{name: infra, namespace: base}]');

it.each<[string, readonly Place[], readonly Place[], string?]>([
  ['renames it', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, flux('network', '[]'), SHOP]]],
  ['deletes it', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, SHOP]]],
  ['adds the one that depends on it', [[undefined, flux('infra', '[]')]], [[undefined, SHOP]]],
  ['moves it to another namespace', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, flux('infra', '[]', undefined, 'base'), SHOP]]],
  [
    'moves it from the namespace of the dependency',
    [[undefined, flux('infra', '[]', undefined, 'base'), ELSEWHERE]],
    [[undefined, flux('infra', '[]'), ELSEWHERE]],
    'Kustomization/base/infra',
  ],
  [
    'deletes that of one hub',
    [
      ['eu', flux('infra', '[]'), SHOP],
      ['us', flux('infra', '[]'), SHOP],
    ],
    [
      ['eu', SHOP],
      ['us', flux('infra', '[]'), SHOP],
    ],
  ],
])('of a dependency is named if the change %s', (_, base, head, missing = 'Kustomization/flux-system/infra') => {
  expect(removedFrom(base, head)).toEqual([
    `Kustomization/flux-system/shop in k.yaml depends on ${missing}, which this change removes, renames or moves to another namespace, so Flux waits until it is ready before it applies anything. Change \`dependsOn\` as well.`,
  ]);
});

it.each<[string, readonly Place[], readonly Place[]]>([
  ['the base did not have it', [[undefined, SHOP]], [[undefined, SHOP]]],
  ['the base had it in another namespace', [[undefined, flux('infra', '[]', undefined, 'base'), SHOP]], [[undefined, SHOP]]],
  ['the base had it for another hub', [['us', flux('infra', '[]')]], [['eu', SHOP]]],
  ['the base had another kind', [[undefined, flux('infra', '[]', 'HelmRelease'), SHOP]], [[undefined, SHOP]]],
  ['it no longer depends on it', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, flux('shop', '[]')]]],
  ['the change keeps it', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, flux('infra', '[]'), SHOP]]],
  ['a similar one is named', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, flux('infras', '[]'), SHOP]]],
  ['one may have its name', [[undefined, flux('infra', '[]'), SHOP]], [[undefined, flux('${x}', '[]'), SHOP]]],
  [
    'it may be on the same hub',
    [['eu', flux('infra', '[]'), SHOP]],
    [
      ['eu', SHOP],
      ['', flux('infra', '[]')],
    ],
  ],
])('of a removed dependency is not named if %s', (_, base, head) => {
  expect(removedFrom(base, head)).toEqual([]);
});

function inCycles(...objects: readonly string[]): readonly string[] {
  return [...inDependencyCycles(parseManifests(objects.join('---\n'), 'k.yaml').manifests)].map(({ object }) => object.metadata.name);
}

it.each<[string, readonly string[], readonly string[]]>([
  ['on itself', [flux('a', '[{name: a}]'), flux('b', '[]')], ['a']],
  ['on one another', [flux('a', '[{name: b}]'), flux('b', '[{name: a}]')], ['a', 'b']],
  ['as releases', [flux('a', '[{name: b}]', 'HelmRelease'), flux('b', '[{name: a, namespace: flux-system}]', 'HelmRelease')], ['a', 'b']],
  ['on those that do', [flux('a', '[{name: b}]'), flux('b', '[{name: c}]'), flux('c', '[{name: b}]')], ['a', 'b', 'c']],
])('Kustomizations and releases that depend %s are in cycles', (_, objects, names) => {
  expect(inCycles(...objects)).toEqual(names);
});

it.each<[string, readonly string[]]>([
  ['a chain', [flux('a', '[{name: b}, {name: c}]'), flux('b', '[{name: c}]'), flux('c', '[]')]],
  ['one that is not there', [flux('a', '[{name: b}]')]],
  ['one of another namespace', [flux('a', '[{name: b, namespace: x}]'), flux('b', '[{name: a}]')]],
  ['the kinds', [flux('a', '[{name: b}]'), flux('b', '[{name: a}]', 'HelmRelease')]],
  ['an expression', [flux('a', '[{name: b, readyExpr: "true"}]'), flux('b', '[{name: a}]')]],
  ['one of two of its name', [flux('a', '[{name: b}]'), flux('b', '[{name: a}]'), flux('b', '[]')]],
])('%s makes no cycle', (_, objects) => {
  expect(inCycles(...objects)).toEqual([]);
});

it('two hubs with objects of the same names make no cycle', () => {
  const [ofOne = [], ofOther = []] = [
    [flux('a', '[{name: b}]'), flux('x', '[]')],
    [flux('b', '[{name: a}]'), flux('x', '[]')],
  ].map((objects, index) => parseManifests(objects.join('---\n'), `${index}/k.yaml`).manifests);
  const all = [...ofOne, ...ofOther];
  const hubs = hubsOfManifests(all, [
    { name: 'one', folders: ['0'] },
    { name: 'other', folders: ['1'] },
  ]);
  expect([inDependencyCycles(all).size, inDependencyCycles(all, () => hubs).size]).toEqual([2, 0]);
});

/** `dependsOn` of Flux that names nothing of the tree. */
import { expect, it } from 'vitest';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { unmetDependencies } from '../../../src/static/read/deployers/unmet-dependencies.ts';

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

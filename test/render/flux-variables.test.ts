/** Flux builds a kustomization, and replaces variables in what it makes (`postBuild`). */
import { describe, expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { readRendered, repository } from './lint-rendered.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');

const flux = (name: string, path: string, postBuild: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {interval: 5m, prune: true, path: ${path}, sourceRef: {kind: GitRepository, name: r}, postBuild: ${postBuild}}
`;
const web = (image: string, name = 'web'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: c, image: "${image}"}]
`;
const TREE = {
  'apps/kustomization.yaml': 'resources: [shop.yaml, web.yaml]\n',
  'apps/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'apps/web.yaml': web('ghcr.io/a/web:${TAG}'),
};
const IMAGES = 'images: [{name: ghcr.io/a/web, newTag: "2"}]';
const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: apps, namespace: argocd}
spec:
  source: {repoURL: "https://github.com/o/fleet", path: apps, kustomize: {images: ["ghcr.io/a/web:2"]}}
  destination: {name: in-cluster}
`;
const KNOWN = flux('apps', './apps', '{substitute: {TAG: 1.4.2}}');

const hub = (name: string): Record<string, string> => ({
  [`hubs/${name}/kustomization.yaml`]: `resources: [../base, vars.yaml]
patches: [{target: {kind: Kustomization}, patch: '[{"op": "replace", "path": "/spec/path", "value": "./${name}"}]'}]
`,
  [`hubs/${name}/vars.yaml`]: `apiVersion: v1
kind: ConfigMap
metadata: {name: vars, namespace: flux-system}
data: {TAG: "1.${name}"}
`,
});

/** The placeholders whose values are not known, with their overlays, and the files that are named for their variables. */
async function notKnown(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { notEvaluated } = await readRendered(repository({ ...TREE, ...files }), kustomize ?? '');
  return notEvaluated.map(({ file, reason, rendered }) => {
    const [, placeholder] = /^"(.*)" is a placeholder/.exec(reason) ?? [];
    if (placeholder !== undefined) return [placeholder, ...(rendered?.overlays ?? [])].join(' ');
    return reason.startsWith('It replaces variables in') ? file : reason;
  });
}

describe.skipIf(kustomize === undefined)('a placeholder in a folder with a kustomization', () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    ['has the value of its variable', { 'f/a.yaml': KNOWN }, []],
    ['has its default', { 'apps/web.yaml': web('a/b:${OTHER:=x}'), 'f/a.yaml': KNOWN }, []],
    [
      'has a value in an overlay of a base',
      { 'dev/kustomization.yaml': 'resources: [../apps]\n', 'f/a.yaml': flux('apps', './dev', '{substitute: {TAG: "2"}}') },
      [],
    ],
    [
      'has a value in a new tag',
      {
        'apps/kustomization.yaml': 'resources: [shop.yaml, web.yaml]\nimages: [{name: ghcr.io/a/web, newTag: "${TAG}"}]\n',
        'f/a.yaml': KNOWN,
      },
      [],
    ],
    [
      'is in an image that the Kustomization replaces',
      { 'f/a.yaml': flux('apps', './apps', '{}').replace('prune:', `${IMAGES}, prune:`) },
      [],
    ],
    [
      'is in an image that the Kustomization replaces, which also has variables',
      { 'f/a.yaml': flux('apps', './apps', '{substitute: {OTHER: x}}').replace('prune:', `${IMAGES}, prune:`) },
      [],
    ],
    ['is in an image that Argo CD replaces', { 'f/a.yaml': ARGO }, []],
    [
      'is named beside an image that the Kustomization replaces',
      {
        'apps/web.yaml': web('ghcr.io/a/web:${TAG}').replace('matchLabels: {app: web}', 'matchLabels: {app: "${APP}"}'),
        'f/a.yaml': flux('apps', './apps', '{}').replace('prune:', `${IMAGES}, prune:`),
      },
      ['${APP} apps'],
    ],
    ['has none without a Kustomization', {}, ['${TAG} apps']],
    ['has none in a Secret', { 'f/a.yaml': flux('apps', './apps', '{substituteFrom: [{kind: Secret, name: s}]}') }, ['${TAG} apps']],
    [
      'has none in a ConfigMap that need not exist',
      { 'f/a.yaml': flux('apps', './apps', '{substituteFrom: [{kind: ConfigMap, name: c, optional: true}]}') },
      ['${TAG} apps'],
    ],
    ['has several values', { 'f/a.yaml': `${KNOWN}---\n${flux('again', './apps', '{substitute: {TAG: "2"}}')}` }, ['${TAG} apps']],
    [
      'has a value in one overlay of two',
      {
        'dev/kustomization.yaml': 'resources: [../apps]\n',
        'live/kustomization.yaml': 'resources: [../apps]\n',
        'f/a.yaml': `${flux('dev', './dev', '{substitute: {TAG: "2"}}')}---\n${flux('live', './live', '{substituteFrom: [{kind: Secret, name: s}]}')}`,
      },
      ['${TAG} live'],
    ],
    [
      'is named beside one with a value',
      {
        'apps/web.yaml': web('${REGISTRY}/web:${TAG}'),
        'f/a.yaml': flux('apps', './apps', '{substitute: {REGISTRY: ghcr.io}, substituteFrom: [{kind: Secret, name: s}]}'),
      },
      ['${TAG} apps'],
    ],
    [
      'is named if another text has a value',
      {
        'apps/web.yaml': web('a/b:${TAG}').replace('matchLabels: {app: web}', 'matchLabels: {app: "${APP}"}'),
        'f/a.yaml': flux('apps', './apps', '{substitute: {APP: web}, substituteFrom: [{kind: Secret, name: s}]}'),
      },
      ['${TAG} apps'],
    ],
    ['of another tool stays', { 'apps/web.yaml': web('{{ .registry }}/web:${TAG}'), 'f/a.yaml': KNOWN }, ['{{ .registry }} apps']],
    ['is the value of a variable', { 'f/a.yaml': flux('apps', './apps', '{substitute: {TAG: "<the-tag>"}}') }, ['<the-tag> apps']],
    [
      'has the value of the ConfigMap of its hub, with one Kustomization as the base of both',
      {
        'dev/kustomization.yaml': 'resources: [../apps]\n',
        'live/kustomization.yaml': 'resources: [../apps]\n',
        'hubs/base/kustomization.yaml': 'resources: [a.yaml]\n',
        'hubs/base/a.yaml': flux('apps', './none', '{substituteFrom: [{kind: ConfigMap, name: vars}]}'),
        ...hub('dev'),
        ...hub('live'),
      },
      [],
    ],
    [
      'has the value of a ConfigMap that a kustomization makes',
      {
        'f/kustomization.yaml':
          'namespace: flux-system\nresources: [a.yaml]\nconfigMapGenerator: [{name: vars, literals: [TAG=1.4.2], options: {disableNameSuffixHash: true}}]\n',
        'f/a.yaml': flux('apps', './apps', '{substituteFrom: [{kind: ConfigMap, name: vars}]}'),
      },
      [],
    ],
    [
      'has none if the ConfigMap that a kustomization makes has another name',
      {
        'f/kustomization.yaml': 'namespace: flux-system\nresources: [a.yaml]\nconfigMapGenerator: [{name: vars, literals: [TAG=1.4.2]}]\n',
        'f/a.yaml': flux('apps', './apps', '{substituteFrom: [{kind: ConfigMap, name: vars}]}'),
      },
      ['${TAG} apps'],
    ],
  ])('%s', async (_, files, placeholders) => {
    expect(await notKnown(files)).toEqual(placeholders);
  });
});

/** A kustomization that patches what Flux or Argo CD calls a release of a chart of the repository. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { readRendered, repository } from './lint-rendered.ts';
import { toolFolder } from './tools.ts';

const tools = [toolFolder('kustomize'), toolFolder('helm')];
const PATH = tools.join(path.delimiter);

const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'chart/templates/web.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }} }\n',
};
const PLACED = `${namespaceYaml('shop')}---\n${placementYaml('shop')}`;
const RELEASE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: own, namespace: flux-system }
spec: { url: 'https://example.com/own.git', ref: { branch: main } }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec:
  targetNamespace: default
  chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: own } } }
`;
const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  source: { repoURL: 'https://example.com/own.git', path: chart }
  destination: { server: 'https://kubernetes.default.svc', namespace: default }
`;
const set = (kind: string, pointer: string, value: string): string =>
  `patches:\n  - { target: { kind: ${kind} }, patch: '[{ "op": "replace", "path": "${pointer}", "value": "${value}" }]' }\n`;
const inPlace = (namespace: string): string => set('HelmRelease', '/spec/targetNamespace', namespace);

/** The namespace and the name of what the chart makes, and the reasons why something of it is not known. */
async function madeWith(
  base: string,
  overlay: string,
  more: Readonly<Record<string, string>> = {},
  options = {},
): Promise<readonly string[]> {
  const cwd = repository({
    ...CHART,
    'base/web.yaml': base,
    'base/kustomization.yaml': 'resources: [web.yaml]\n',
    'prod/shop.yaml': PLACED,
    'prod/kustomization.yaml': `resources: [../base, shop.yaml]\n${overlay}`,
    ...more,
  });
  const { manifests, notEvaluated } = await readRendered(cwd, PATH, options);
  const made = manifests.filter(({ object }) => object.kind === 'ConfigMap');
  return [
    ...made.map(({ namespace, object, unresolved }) =>
      unresolved.includes('/metadata/namespace') ? 'unknown' : `${namespace}/${object.metadata.name}`,
    ),
    ...notEvaluated.filter(({ file }) => file.startsWith('chart/')).map(({ reason }) => reason.replace(/;.*/, '')),
  ];
}

const UNKNOWN = '1 other object of this chart depends on the release name or namespace, which are not known';

describe.skipIf(tools.includes(undefined))('a release of a base', () => {
  it.each([
    ['as it is', RELEASE, '', 'default/default-web'],
    ['in the namespace of a patch', RELEASE, inPlace('shop'), 'shop/shop-web'],
    ['in the namespace of a component', RELEASE, 'components: [../part]\n', 'shop/shop-web'],
    ['with the name of a patch', RELEASE, set('HelmRelease', '/metadata/name', 'app'), 'default/default-app'],
    ['in the namespace of the kustomization', RELEASE.replace('  targetNamespace: default\n', ''), 'namespace: shop\n', 'shop/web'],
    ['of Argo CD, in the namespace of a patch', APPLICATION, set('Application', '/spec/destination/namespace', 'shop'), 'shop/web'],
  ])('is rendered %s', async (_, base, overlay, made) => {
    const part = { 'part/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${inPlace('shop')}` };
    expect(await madeWith(base, overlay, part)).toEqual([made]);
  });

  it('is not known with the patches of two overlays', async () => {
    const test = { 'test/kustomization.yaml': `resources: [../base]\n${inPlace('test')}` };
    expect(await madeWith(RELEASE, inPlace('shop'), test)).toEqual(['unknown', UNKNOWN]);
  });

  it('is not known with a patch of an overlay that is not rendered', async () => {
    const only = { what: [{ path: 'chart', place: 'render', values: [], args: [] }] };
    expect(await madeWith(RELEASE, inPlace('shop'), {}, only)).toEqual(['unknown', UNKNOWN]);
  });
});

/** A change of a HelmRelease, or of its chart, that makes Flux uninstall the release and install it again. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
type Files = Readonly<Record<string, string>>;

const KEEP = ', annotations: { helm.sh/resource-policy: keep }';
const namespace = (metadata = ''): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop${metadata} }\n`;
const placement = (metadata = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop${metadata} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: own, namespace: flux-system }
spec: { url: 'https://example.com/own.git', ref: { branch: main } }
---
`;
const release = (
  spec = 'releaseName: shop, targetNamespace: shop',
  chart = 'chart',
): string => `${SOURCE}apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop, namespace: flux-system }
spec:
  { ${spec === '' ? '' : `${spec}, `}chart: { spec: { chart: ./${chart}, reconcileStrategy: Revision, sourceRef: { kind: GitRepository, name: own } } } }
`;
const chart = (name: string, folder = 'chart', version = '1.0.0'): Files => ({
  [`${folder}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: ${version}\n`,
});
const templates = (folder = 'chart', metadata = ''): Files => ({
  [`${folder}/templates/all.yaml`]: `${placement(metadata)}---\n${namespace(metadata)}`,
});
const BASE: Files = { ...chart('shop'), ...templates(), 'hub/shop.yaml': release(), 'clusters.yaml': joinedMembers('e1') };
const hub = (spec: string, folder?: string): Files => ({ 'hub/shop.yaml': release(spec, folder) });

/** The removals, and what the notes say of releases. */
async function told(base: Files, head: Files, ...args: readonly string[]): Promise<readonly [readonly string[], string]> {
  const { dir, git, write } = gitRepository(base);
  git('remote', 'add', 'origin', 'https://example.com/own.git');
  for (const [file, text] of Object.entries(head)) write(file, text);
  const env = { PATH: [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter) };
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', ...args], { env });
  const removals = (report?.removals ?? []).map(
    ({ kind, object, overlay, replacedBy }) =>
      `${kind} ${displayName(object)}${overlay === undefined ? '' : ` ${overlay}`}${replacedBy === undefined ? '' : ' again'}`,
  );
  return [removals, (report?.notes ?? []).filter((note) => note.includes('installs it again')).join('\n')];
}

const CLUSTERS = ['--clusters', 'clusters.yaml', '--fail-on-removal', 'any'];
const AGAIN = 'placement ClusterResourcePlacement/shop again';

describe.skipIf(helm === undefined)('the release is installed again', () => {
  it.each<[string, Files, Files, string]>([
    [
      'a storage namespace',
      {},
      hub('releaseName: shop, targetNamespace: shop, storageNamespace: shop'),
      'its storage namespace (flux-system before, shop now)',
    ],
    ['a target namespace', {}, hub('releaseName: shop, targetNamespace: store'), 'its target namespace (shop before, store now)'],
    ['no target namespace', {}, hub('releaseName: shop'), 'its target namespace (shop before, flux-system now)'],
    ['the name of the release', {}, hub('releaseName: store, targetNamespace: shop'), 'the name of its release (shop before, store now)'],
    ['no name of the release', {}, hub('targetNamespace: shop'), 'the name of its release (shop before, shop-shop now)'],
    ['the name of the chart', {}, chart('store'), 'the name in the Chart.yaml of its chart (shop before, store now)'],
  ])('by %s', async (_, more, head, edit) => {
    const [removals, note] = await told({ ...BASE, ...more }, head, ...CLUSTERS);
    expect(removals).toEqual([AGAIN]);
    expect(note).toContain(
      `HelmRelease/flux-system/shop in hub/shop.yaml uninstalls its release and installs it again, because the change edits ${edit}`,
    );
    expect((await told({ ...BASE, ...more }, head))[0]).toEqual([AGAIN]);
  });

  it('by another chart with the same objects', async () => {
    const other = { ...chart('store', 'other'), ...templates('other') };
    const [removals, note] = await told({ ...BASE, ...other }, hub('releaseName: shop, targetNamespace: shop', 'other'), ...CLUSTERS);
    expect(removals).toEqual([AGAIN]);
    expect(note).toContain('the name in the Chart.yaml of its chart (shop before, store now)');
  });

  it('with content of a placement that stays', async () => {
    const base = { ...BASE, 'chart/templates/all.yaml': namespaceYaml('shop'), 'hub/placement.yaml': placementYaml('shop') };
    expect((await told(base, chart('store'), ...CLUSTERS))[0]).toEqual(['resources ClusterResourcePlacement/shop again']);
  });

  it('on one of two hubs', async () => {
    const self = (name: string): string => `${release()}---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: self, namespace: flux-system }
spec: { path: ./hubs/${name}, prune: true, sourceRef: { kind: GitRepository, name: own } }
`;
    const two = { ...BASE, 'hub/shop.yaml': '', 'hubs/a/all.yaml': self('a'), 'hubs/b/all.yaml': self('b') };
    const head = { 'hubs/b/all.yaml': self('b').replace('targetNamespace: shop', 'targetNamespace: shop, storageNamespace: shop') };
    const [removals, note] = await told(two, head, ...CLUSTERS);
    expect(removals).toEqual(['placement ClusterResourcePlacement/shop hubs/b again']);
    expect(note).toContain('HelmRelease/flux-system/shop in hubs/b/all.yaml uninstalls its release and installs it again');
  });
});

describe.skipIf(helm === undefined)('a HelmRelease that is moved to another chart of the tree with the same objects', () => {
  const other = { ...chart('store', 'other'), ...templates('other') };
  const evaluated = async (head: Files): Promise<readonly unknown[]> => {
    const { dir, git, write } = gitRepository({ ...BASE, ...other });
    git('remote', 'add', 'origin', 'https://example.com/own.git');
    for (const [file, text] of Object.entries(head)) write(file, text);
    const env = { PATH: [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter) };
    const { exitCode, report } = await runCli(dir, ['plan', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml'], { env });
    const { placements = [], deleted = [] } = report?.plan ?? {};
    return [exitCode, placements.map(({ change }) => change?.removed), deleted.length];
  };

  it('is compared with what it deployed', async () => {
    const head = hub('releaseName: shop, targetNamespace: shop', 'other');
    expect(await evaluated(head)).toEqual([0, [[]], 0]);
  });

  it('is compared with other clusters of it', async () => {
    const moved = { 'other/templates/all.yaml': templates('other')['other/templates/all.yaml']?.replace('[e1]', '[e2]') ?? '' };
    const [removals] = await told({ ...BASE, ...other, ...moved }, hub('releaseName: shop, targetNamespace: shop', 'other'), ...CLUSTERS);
    expect(removals).toEqual(['clusters ClusterResourcePlacement/shop']);
  });
});

describe.skipIf(helm === undefined)('the release stays', () => {
  it.each<[string, Files, Files]>([
    ['the storage namespace that it had', {}, hub('releaseName: shop, targetNamespace: shop, storageNamespace: flux-system')],
    ['the target namespace that it had', hub('releaseName: shop'), hub('releaseName: shop, targetNamespace: flux-system')],
    ['the name that it had', hub('targetNamespace: shop'), hub('targetNamespace: shop, releaseName: shop-shop')],
    ['the version of the chart', {}, chart('shop', 'chart', '2.0.0')],
    [
      'a chart name with a change in place',
      hub('releaseName: shop, targetNamespace: shop, upgrade: { chartNameChangeStrategy: InPlaceUpdate }'),
      chart('store'),
    ],
    ['a target namespace while it is suspended', {}, hub('releaseName: shop, targetNamespace: store, suspend: true')],
    ['a variable', {}, hub("releaseName: shop, targetNamespace: shop, storageNamespace: '${STORAGE}'")],
    ['objects that helm keeps', templates('chart', KEEP), chart('store')],
  ])('with %s', async (_, more, head) => {
    expect(await told({ ...BASE, ...more }, head, ...CLUSTERS)).toEqual([[], '']);
  });

  it('with another chart of the same name', async () => {
    const other = { ...chart('shop', 'other'), ...templates('other') };
    expect((await told({ ...BASE, ...other }, hub('releaseName: shop, targetNamespace: shop', 'other'), ...CLUSTERS))[1]).toBe('');
  });

  it.each<[string, string, string]>([
    [
      'helm in a job',
      '.github/workflows/deploy.yaml',
      'on: push\njobs: { a: { runs-on: x, steps: [{ run: helm upgrade --install shop chart -n shop }] } }\n',
    ],
    [
      'Argo CD',
      'hub/app.yaml',
      `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec: { source: { repoURL: 'https://example.com/own.git', path: chart }, destination: { server: 'https://kubernetes.default.svc', namespace: shop } }
`,
    ],
  ])('with another name of a chart of %s', async (_, file, text) => {
    const { 'hub/shop.yaml': _flux, ...base } = BASE;
    expect(await told({ ...base, [file]: text }, chart('store'), ...CLUSTERS)).toEqual([[], '']);
  });
});

const team = (name: string, to: string): string =>
  `${SOURCE}${release(`releaseName: web, targetNamespace: ${to}`).slice(SOURCE.length).replace('name: shop', `name: ${name}`)}`;
const web = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: web }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const TEAMS: Files = {
  ...chart('shop'),
  'chart/templates/web.yaml': web,
  'hub/a.yaml': team('a', 'team-a'),
  'hub/b.yaml': team('b', 'team-b').slice(SOURCE.length),
  'clusters.yaml': joinedMembers('e1'),
};
const application = (name: string, of: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd, finalizers: [resources-finalizer.argocd.argoproj.io] }
spec:
  project: default
  source:
    { repoURL: 'https://example.com/own.git', path: chart, targetRevision: main, helm: { releaseName: ${of}, valueFiles: [../env/${of}.yaml] } }
  destination: { server: https://kubernetes.default.svc, namespace: ${of} }
  syncPolicy: { automated: { prune: true } }
`;
const ARGO: Files = {
  ...chart('app'),
  'chart/templates/all.yaml': placement().replaceAll('name: shop', 'name: {{ .Values.name }}'),
  'env/shop.yaml': 'name: shop\n',
  'env/cart.yaml': 'name: cart\n',
  'hub/shop.yaml': application('shop', 'shop'),
  'hub/cart.yaml': application('cart', 'cart'),
  'clusters.yaml': joinedMembers('e1'),
  '.fleet-gate.yaml': 'render: [{ path: chart, values: [env/shop.yaml] }, { path: chart, values: [env/cart.yaml] }]\n',
};

describe.skipIf(helm === undefined)('of several releases of a chart, only its own objects are removed', () => {
  it.each<[string, Files, Files, readonly string[]]>([
    ['a HelmRelease gets another name', TEAMS, { 'hub/a.yaml': team('alpha', 'team-a') }, ['placement ResourcePlacement/team-a/web again']],
    ['a HelmRelease gets another namespace', TEAMS, { 'hub/a.yaml': team('a', 'team-c') }, ['placement ResourcePlacement/team-a/web']],
    ['an Application with its own values gets another name', ARGO, { 'hub/shop.yaml': application('store', 'shop') }, [AGAIN]],
  ])('%s', async (_, base, head, expected) => {
    expect((await told(base, head, ...CLUSTERS))[0]).toEqual(expected);
  });
});

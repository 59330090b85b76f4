/** A deployer with several sources: each of them is judged by itself. */
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const OWN = 'https://github.com/team/fleet';
const OTHER = 'https://github.com/vendor/charts';
const FILLED =
  'It deploys into namespace shop, which a placement selects. What it deploys is not among these files, so it was not checked.';

type Spec = Readonly<Record<string, unknown>>;

function application(sources: readonly object[], destination: object = {}): object {
  const spec = {
    project: 'default',
    destination: { server: 'https://kubernetes.default.svc', namespace: 'shop', ...destination },
    sources,
  };
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'a', namespace: 'argocd' }, spec };
}

function applicationSet(sources: readonly object[]): object {
  const { spec } = application(sources) as { spec: Spec };
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'a', namespace: 'argocd' },
    spec: { generators: [{ list: { elements: [{ app: 'apps' }] } }], template: { metadata: { name: 'a' }, spec } },
  };
}

function app(fetch: readonly object[]): object {
  const spec = { serviceAccountName: 'a', fetch, template: [{ ytt: {} }], deploy: [{ kapp: { intoNs: 'shop' } }] };
  return { apiVersion: 'kappctrl.k14s.io/v1alpha1', kind: 'App', metadata: { name: 'a', namespace: 'tools' }, spec };
}

function gitRepo(paths: readonly string[], more: Spec = {}): object {
  const spec = { repo: OWN, branch: 'main', targetNamespace: 'shop', paths, ...more };
  return { apiVersion: 'fleet.cattle.io/v1alpha1', kind: 'GitRepo', metadata: { name: 'a', namespace: 'fleet-local' }, spec };
}

function repositoryWith(deployer: object, remote?: string, placement = 'apps/shop.yaml') {
  const repository = gitRepository({
    [placement]: placementYaml('shop'),
    'apps/ns.yaml': namespaceYaml('shop'),
    'envs/values.yaml': 'replicas: 2\n',
    'clusters/a.yaml': JSON.stringify(deployer),
  });
  if (remote !== undefined) repository.git('remote', 'add', 'origin', remote);
  return repository;
}

/** The exit code, and what is said of the sources; what the deployer does to the objects of all of them is another entry. */
async function judged(deployer: object, remote?: string, placement?: string) {
  const { exitCode, report } = await runCli(repositoryWith(deployer, remote, placement).dir, ['lint', '.']);
  const reasons = report?.lint?.notEvaluated.map(({ reason }) => reason) ?? [];
  return [exitCode, ...reasons.filter((reason) => !reason.endsWith('which was not checked.'))];
}

const LOCAL = { repoURL: OWN, path: 'apps', targetRevision: 'HEAD' };
const CHART = { repoURL: 'https://charts.example.com', chart: 'web', targetRevision: '1.0.0' };
const VALUES = { repoURL: OWN, targetRevision: 'HEAD', ref: 'values' };

describe('a source of an Application from elsewhere', () => {
  const OUTSIDE: readonly (readonly [string, readonly object[]])[] = [
    ['a chart', [LOCAL, CHART]],
    ['a chart that YAML reads as a boolean', [LOCAL, { ...CHART, chart: true }]],
    ['a chart with values of this repository', [LOCAL, CHART, VALUES]],
    ['a chart with values of the same source', [{ ...LOCAL, ref: 'values' }, CHART]],
    ['another repository', [LOCAL, { ...LOCAL, repoURL: OTHER, path: 'web' }]],
    ['another repository that has values too', [LOCAL, { ...LOCAL, repoURL: OTHER, path: 'web', ref: 'values' }]],
    ['an artifact', [LOCAL, { ...LOCAL, repoURL: 'oci://registry.example.com/web', path: '.' }]],
    ['a source without a path', [LOCAL, { repoURL: OTHER, targetRevision: 'HEAD' }]],
    ['a path that is not there', [LOCAL, { ...LOCAL, path: 'app' }]],
    ['a path that is not there, of another revision', [LOCAL, { ...LOCAL, path: 'charts/web', targetRevision: 'v1.0.0' }]],
    ['a path that is not there, with values', [LOCAL, { ...LOCAL, path: 'charts/web', ref: 'values' }]],
  ];

  describe.each([
    ['with a remote', OWN],
    ['without a remote', undefined],
  ])('%s', (_, remote) => {
    it.each(OUTSIDE)('fills the namespace: %s', async (_name, sources) => {
      expect(await judged(application(sources), remote)).toEqual([6, FILLED]);
      expect(await judged(application(sources.toReversed()), remote)).toEqual([6, FILLED]);
    });
  });

  it('fills the namespace: of an ApplicationSet', async () => {
    expect(await judged(applicationSet([{ ...LOCAL, path: '{{app}}' }, CHART]), OWN)).toEqual([6, FILLED]);
    expect(await judged(applicationSet([{ ...LOCAL, path: '{{app}}' }, VALUES]), OWN)).toEqual([0]);
  });

  it.each<[string, readonly object[], object]>([
    ['only sources of this repository', [LOCAL, { ...LOCAL, path: './apps/' }], {}],
    ['values of this repository', [LOCAL, VALUES], {}],
    ['values of another repository', [LOCAL, { ...VALUES, repoURL: OTHER }], {}],
    ['values in a folder', [LOCAL, { ...VALUES, path: 'envs' }], {}],
    ['another namespace', [LOCAL, CHART], { namespace: 'tools' }],
    ['another cluster', [LOCAL, CHART], { server: 'https://c.example.com' }],
    ['a namespace that kustomize sets', [LOCAL, { ...LOCAL, repoURL: OTHER, path: 'web', kustomize: { namespace: 'tools' } }], {}],
  ])('does not: %s', async (_, sources, destination) => {
    expect(await judged(application(sources, destination), OWN)).toEqual([0]);
  });

  it('counts with its own namespace only', async () => {
    const local = { ...LOCAL, kustomize: { namespace: 'shop' } };
    expect((await judged(application([local, CHART], { namespace: 'tools' }), OWN))[0]).toBe(0);
  });

  it('may patch objects of KubeFleet beside those of this repository', async () => {
    const patch = { target: { kind: 'ClusterResourcePlacement' }, patch: '[{"op": "remove", "path": "/spec/policy"}]' };
    const source = { ...LOCAL, repoURL: OTHER, path: 'web', kustomize: { patches: [patch] } };
    expect(await judged(application([LOCAL, source], { namespace: 'tools' }), OWN)).toEqual([
      6,
      'It changes objects of KubeFleet with patches. They are not among these files, so the result was not checked.',
    ]);
  });

  it.each<readonly [string, readonly object[], readonly object[]]>([
    ['adds', [LOCAL], [LOCAL, CHART]],
    ['makes of a folder', [LOCAL, { ...LOCAL, path: 'clusters' }], [LOCAL, CHART]],
  ])('is new if the change %s it', async (_, before, now) => {
    const { dir, git, write } = repositoryWith(application(before), OWN);
    git('checkout', '-qb', 'change');
    write('clusters/a.yaml', JSON.stringify(application(now)));
    const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
    expect([exitCode, report?.lint?.notEvaluated.map(({ reason }) => reason)]).toEqual([6, [FILLED]]);
  });
});

describe('a source of another deployer from elsewhere', () => {
  const local = { git: { url: OWN, ref: 'origin/main', subPath: 'apps' } };

  it.each<readonly [string, object]>([
    ['an address', { http: { url: 'https://example.com/a.tgz' } }],
    ['a chart', { helmChart: { name: 'web', repository: { url: 'https://charts.example.com' } } }],
    ['an image', { image: { url: 'registry.example.com/web' } }],
    ['another repository', { git: { url: OTHER } }],
    ['a path that is not there', { git: { url: OWN, subPath: 'charts/web' } }],
  ])('fills the namespace of an App: %s', async (_, fetch) => {
    expect(await judged(app([local, fetch]), OWN)).toEqual([6, FILLED]);
    expect(await judged(app([fetch, local]), OWN)).toEqual([6, FILLED]);
  });

  it('does not if all are of this repository, or in the App', async () => {
    expect(await judged(app([local, { git: { url: OWN } }, { inline: { paths: { 'a.yml': 'a: b' } } }]), OWN)).toEqual([0]);
  });

  it.each<readonly [string, readonly string[], Spec, number]>([
    ['with a path that is not there', ['apps', 'charts'], {}, 6],
    ['with only that', ['charts'], {}, 6],
    ['with paths that are there', ['apps', './clusters/'], {}, 0],
    ['with a pattern', ['app*'], {}, 0],
    ['with that path for another namespace', ['apps', 'charts'], { targetNamespace: 'tools' }, 0],
  ])('fills the namespace of a GitRepo %s', async (_, paths, more, exitCode) => {
    // Rancher Fleet refuses a placement in the folders of a GitRepo with `targetNamespace`.
    expect(await judged(gitRepo(paths, more), OWN, 'hub/shop.yaml')).toEqual(exitCode === 0 ? [0] : [6, FILLED]);
  });

  it('does not fill the namespace of a GitRepo without paths', async () => {
    expect(await judged(gitRepo([]), OWN)).toEqual([6]);
  });
});

/** Flux and Argo CD change only what they take from this repository. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const WRONG = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 'two',
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
};
const REMOTE = 'git@github.com:team/apps.git';
const [OWN, OTHER] = ['https://github.com/team/apps', 'https://github.com/vendor/charts'];

function flux(kind: string, url: string, spec: object): readonly object[] {
  const metadata = { name: 'source', namespace: 'flux-system' };
  return [
    { apiVersion: 'source.toolkit.fluxcd.io/v1', kind, metadata, spec: { url } },
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'vendor', namespace: 'flux-system' },
      spec: { sourceRef: { kind, name: 'source' }, ...spec },
    },
  ];
}

function argo(repoURL: string, path: string, more: object): readonly object[] {
  const spec = { source: { repoURL, path, ...more }, destination: { namespace: 'vendor' } };
  return [{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'vendor', namespace: 'argocd' }, spec }];
}

async function lint(deployers: readonly object[], remote?: string) {
  const { dir, git, write } = gitRepository({
    'deploy/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
    'deploy/web.yaml': JSON.stringify(WRONG),
  });
  if (remote !== undefined) git('remote', 'add', 'origin', remote);
  for (const [index, deployer] of deployers.entries()) write(`clusters/${index}.yaml`, JSON.stringify(deployer));
  const { exitCode, report } = await runCli(dir, ['lint', '.']);
  return { exitCode, rules: report?.lint?.findings.map(({ rule }) => rule) ?? [], notes: report?.notes ?? [] };
}

/** The exit code and the rules that report something, of a tree with a wrong Deployment that a placement selects. */
async function checked(deployers: readonly object[]): Promise<readonly unknown[]> {
  const { exitCode, rules } = await lint(deployers, REMOTE);
  return [exitCode, ...rules];
}

test.each([
  ['a repository', flux('GitRepository', OTHER, { path: './', targetNamespace: 'vendor' })],
  ['a repository that has a folder of the same name', flux('GitRepository', OTHER, { path: './deploy', targetNamespace: 'vendor' })],
  ['an artifact', flux('OCIRepository', 'oci://ghcr.io/vendor/manifests', { path: './', targetNamespace: 'vendor' })],
  ['an artifact without a path', flux('OCIRepository', 'oci://ghcr.io/vendor/manifests', { targetNamespace: 'vendor' })],
  ['a bucket', flux('Bucket', 'https://storage.example.com', { path: '.', commonMetadata: { labels: { a: 'b' } } })],
  ['a repository of Argo CD', argo(OTHER, '.', { kustomize: { namespace: 'vendor' } })],
  ['some files of it', argo(OTHER, 'deploy', { directory: { include: 'vendor.yaml' } })],
])('what comes from elsewhere does not change this tree: %s', async (_, deployers) => {
  expect(await checked(deployers)).toEqual([1, 'object-malformed']);
});

test.each([
  ['a repository', flux('GitRepository', `${OWN}.git`, { path: './deploy', targetNamespace: 'vendor' })],
  ['the whole repository', flux('GitRepository', OWN, { path: './', targetNamespace: 'vendor' })],
  [
    'an artifact with a folder of this tree',
    flux('OCIRepository', 'oci://ghcr.io/team/x', { path: './deploy', targetNamespace: 'vendor' }),
  ],
  ['a repository of Argo CD', argo(OWN, 'deploy', { kustomize: { namespace: 'vendor' } })],
])('what comes from this repository is moved, and the placement still names its old namespace: %s', async (_, deployers) => {
  expect(await checked(deployers)).toEqual([0, 'selects-nothing']);
});

const TAKEN =
  /^Taken from this repository, although it may come from another one: what \w+\/[\w-]+\/vendor in clusters\/\d\.yaml deploys\.$/;

test.each([
  ['Flux without a remote', flux('GitRepository', OTHER, { path: './', targetNamespace: 'vendor' }), undefined],
  ['Argo CD without a remote', argo(OTHER, 'deploy', { kustomize: { namespace: 'vendor' } }), undefined],
  ['an artifact', flux('OCIRepository', 'oci://ghcr.io/team/x', { path: './deploy', targetNamespace: 'vendor' }), REMOTE],
  ['a folder of plain files without a remote', argo(OTHER, 'deploy', { directory: { recurse: true } }), undefined],
])('what may come from elsewhere, and was taken from this repository, is named: %s', async (_, deployers, remote) => {
  const { notes } = await lint(deployers, remote);
  expect(notes).toEqual([expect.stringMatching(TAKEN)]);
});

test.each([
  ['this repository', flux('GitRepository', OWN, { path: './deploy', targetNamespace: 'vendor' })],
  ['a source that is not among the files', flux('GitRepository', OWN, { path: './deploy', targetNamespace: 'vendor' }).slice(1)],
  ['Argo CD', argo(OWN, 'deploy', { directory: { recurse: true } })],
])('what comes from this repository is not named: %s', async (_, deployers) => {
  expect((await lint(deployers, REMOTE)).notes).toEqual([]);
});

test('without a remote, a source with the name of the folder is this repository', async () => {
  const { dir } = gitRepository({ 'apps/deploy/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` });
  execFileSync('git', ['init', '-q'], { cwd: join(dir, 'apps') });
  const [deployer] = argo(OWN, 'deploy', { directory: { recurse: true } });
  writeFileSync(join(dir, 'apps/a.yaml'), JSON.stringify(deployer));
  expect((await runCli(join(dir, 'apps'), ['lint'])).report?.notes).toEqual(undefined);
});

test.each([
  ['a chart', { repoURL: 'https://charts.example.com', chart: 'redis' }],
  ['another repository', { repoURL: OTHER, path: 'redis' }],
])('a source from elsewhere is named, although another source of the Application is this repository: %s', async (_, source) => {
  const sources = [{ repoURL: OWN, path: 'deploy', directory: { recurse: true } }, source];
  const spec = { sources, destination: { namespace: 'vendor' } };
  const metadata = { name: 'vendor', namespace: 'argocd' };
  const { notes } = await lint([{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata, spec }], REMOTE);
  expect(notes).toEqual(['Not checked, because it is not among these files: what Application/argocd/vendor in clusters/0.yaml deploys.']);
});

test('a source with only values for a chart of this repository is not named', async () => {
  const sources = [
    { repoURL: OWN, path: 'deploy', directory: { recurse: true } },
    { repoURL: OTHER, ref: 'values' },
  ];
  const spec = { sources, destination: { namespace: 'vendor' } };
  const metadata = { name: 'vendor', namespace: 'argocd' };
  const { notes } = await lint([{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata, spec }], REMOTE);
  expect(notes).toEqual([]);
});

/** GitRepositories and others of Flux, each `{ kind, name, … }` with a spec. */
function sourcesOfFlux(
  ...all: readonly { readonly kind: string; readonly namespace?: string; readonly spec: object }[]
): readonly object[] {
  return all.map(({ kind, namespace = 'flux-system', spec }) => ({
    apiVersion: kind === 'ArtifactGenerator' ? 'source.extensions.fluxcd.io/v1beta1' : 'source.toolkit.fluxcd.io/v1',
    kind,
    metadata: { name: 'source', namespace },
    spec,
  }));
}

/** A Kustomization whose source has the same name as the others. */
function kustomization(kind: string, more: object = {}, reference: object = {}): object {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'vendor', namespace: 'flux-system' },
    spec: { sourceRef: { kind, name: 'source', ...reference }, path: './', targetNamespace: 'shop', ...more },
  };
}

function application(spec: object): object {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'vendor', namespace: 'argocd' }, spec };
}

function applicationSet(elements: readonly object[], spec: object): object {
  const template = { metadata: { name: 'a' }, spec };
  return { ...application({ goTemplate: true, generators: [{ list: { elements } }], template }), kind: 'ApplicationSet' };
}

const GIT = { kind: 'GitRepository', spec: { url: OWN } };
const OCI = { kind: 'OCIRepository', spec: { url: 'oci://ghcr.io/vendor/manifests' } };
const BUCKET = { kind: 'Bucket', spec: { endpoint: 'minio.example.com', bucketName: 'apps' } };
const GENERATOR = {
  kind: 'ArtifactGenerator',
  spec: {
    sources: [
      { alias: 'own', kind: 'GitRepository', name: 'source' },
      { alias: 'more', kind: 'GitRepository', name: 'source', namespace: 'vendor' },
    ],
    artifacts: [
      {
        name: 'both',
        copy: [
          { from: '@own/**', to: '@artifact/' },
          { from: '@more/deploy/**', to: '@artifact/deploy/' },
        ],
      },
      { name: 'own', copy: [{ from: '@own/**', to: '@artifact/' }] },
    ],
  },
};
const VENDOR = { kind: 'GitRepository', namespace: 'vendor', spec: { url: OTHER } };
const INCLUDE = { include: [{ repository: { name: 'more' }, toPath: 'deploy' }] };
const HERE = { server: 'https://kubernetes.default.svc', namespace: 'vendor' };
const CHART = { repoURL: 'https://charts.example.com', chart: 'redis' };

/** What is reported as not evaluated of deployers beside a placement that selects namespace `shop`. */
async function filling(deployers: readonly object[]): Promise<readonly (number | string)[]> {
  const { dir, git, write } = gitRepository({ 'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` });
  git('remote', 'add', 'origin', REMOTE);
  for (const [index, deployer] of deployers.entries()) write(`clusters/${index}.yaml`, JSON.stringify(deployer));
  write('deploy/settings.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\n');
  const { exitCode, report } = await runCli(dir, ['lint', '.']);
  return [exitCode, ...(report?.lint?.notEvaluated.flatMap(({ object }) => object?.name ?? []) ?? [])];
}

test.each([
  ['an OCIRepository with the name of a GitRepository', [...sourcesOfFlux(GIT, OCI), kustomization('OCIRepository')]],
  ['a Bucket with the name of a GitRepository', [...sourcesOfFlux(GIT, BUCKET), kustomization('Bucket')]],
  ['a GitRepository of another namespace', [...sourcesOfFlux(GIT, VENDOR), kustomization('GitRepository', {}, { namespace: 'vendor' })]],
  [
    'a GitRepository without a namespace',
    [
      ...sourcesOfFlux({ kind: 'GitRepository', spec: { url: OTHER } }).map((each) => ({ ...each, metadata: { name: 'source' } })),
      kustomization('GitRepository'),
    ],
  ],
  [
    'one of two GitRepositories of one name',
    [...sourcesOfFlux({ kind: 'GitRepository', spec: { url: OTHER } }, GIT), kustomization('GitRepository')],
  ],
  [
    'a repository that this one includes',
    [...sourcesOfFlux({ kind: 'GitRepository', spec: { url: OWN, ...INCLUDE } }), kustomization('GitRepository')],
  ],
  [
    'a repository that is included over a folder of this one',
    [...sourcesOfFlux({ kind: 'GitRepository', spec: { url: OWN, ...INCLUDE } }), kustomization('GitRepository', { path: './deploy' })],
  ],
  [
    'a generated artifact of two repositories',
    [...sourcesOfFlux(GIT, VENDOR, GENERATOR), kustomization('ExternalArtifact', { path: './deploy' }, { name: 'both' })],
  ],
  ['kustomize.namespace', [application({ source: { repoURL: OTHER, path: 'a', kustomize: { namespace: 'shop' } }, destination: HERE })]],
  ['helm.namespace', [application({ source: { ...CHART, helm: { namespace: 'shop' } }, destination: HERE })]],
  [
    'kustomize.namespace of one of several sources',
    [
      application({
        sources: [
          { repoURL: OWN, path: 'deploy' },
          { repoURL: OTHER, path: 'a', kustomize: { namespace: 'shop' } },
        ],
        destination: HERE,
      }),
    ],
  ],
  [
    'a namespace of a list',
    [applicationSet([{ to: 'mail' }, { to: 'shop' }], { source: CHART, destination: { ...HERE, namespace: '{{.to}}' } })],
  ],
  [
    'a repository of a list',
    [
      applicationSet([{ url: OWN }, { url: OTHER }], {
        source: { repoURL: '{{.url}}', path: 'deploy' },
        destination: { ...HERE, namespace: 'shop' },
      }),
    ],
  ],
])('what comes from elsewhere into the namespace of a placement is not evaluated: %s', async (_, deployers) => {
  expect(await filling(deployers)).toEqual([6, 'vendor']);
});

test.each([
  ['a GitRepository with the name of an OCIRepository', [...sourcesOfFlux(GIT, OCI), kustomization('GitRepository')]],
  ['a GitRepository of the own namespace', [...sourcesOfFlux(VENDOR, GIT), kustomization('GitRepository', { path: './deploy' })]],
  [
    'a generated artifact of this repository',
    [...sourcesOfFlux(GIT, VENDOR, GENERATOR), kustomization('ExternalArtifact', { path: './deploy' }, { name: 'own' })],
  ],
  [
    'kustomize.namespace instead of that of the destination',
    [application({ source: { repoURL: OTHER, path: 'a', kustomize: { namespace: 'mail' } }, destination: { ...HERE, namespace: 'shop' } })],
  ],
  [
    'helm.namespace of another cluster',
    [application({ source: { ...CHART, helm: { namespace: 'shop' } }, destination: { name: 'member', namespace: 'shop' } })],
  ],
  ['a namespace of a list', [applicationSet([{ to: 'mail' }], { source: CHART, destination: { ...HERE, namespace: '{{.to}}' } })]],
])('what is from here or into another namespace passes: %s', async (_, deployers) => {
  expect(await filling(deployers)).toEqual([0]);
});

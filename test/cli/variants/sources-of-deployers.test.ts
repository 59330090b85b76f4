/** Flux and Argo CD change only what they take from this repository. */
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

/** The rules that report something, and the exit code, of a tree with a wrong Deployment that a placement selects. */
async function checked(deployers: readonly object[]): Promise<readonly unknown[]> {
  const { dir, git, write } = gitRepository({
    'deploy/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
    'deploy/web.json': JSON.stringify(WRONG),
  });
  git('remote', 'add', 'origin', 'git@github.com:team/apps.git');
  for (const [index, deployer] of deployers.entries()) write(`clusters/${index}.json`, JSON.stringify(deployer));
  const { exitCode, report } = await runCli(dir, ['lint', '.']);
  return [exitCode, ...(report?.lint?.findings.map(({ rule }) => rule) ?? [])];
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
])('what comes from this repository is moved: %s', async (_, deployers) => {
  expect(await checked(deployers)).toEqual([0]);
});

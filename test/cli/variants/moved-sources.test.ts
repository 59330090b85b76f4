/** A change that moves a source of Flux or Argo CD to another repository with the same last name. */
import { expect, test } from 'vitest';
import { repositoryAddress } from '../../../src/static/read/deployers/repository-address.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const REMOTE = 'git@github.com:team/apps.git';
const [OWN, FORK, ELSEWHERE] = ['https://github.com/team/apps', 'https://github.com/other/apps', 'https://git.test/team/apps.git'];

type Deployer = (url: string) => readonly object[];

const object = (apiVersion: string, kind: string, spec: object, name = 'shop'): object => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'flux-system' },
  spec,
});
const git = (url: string, name = 'source'): object => object('source.toolkit.fluxcd.io/v1', 'GitRepository', { url }, name);
const kustomization = (name: string, more: object): object =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { sourceRef: { kind: 'GitRepository', name }, path: './apps', ...more });
const application = (spec: object): object =>
  object('argoproj.io/v1alpha1', 'Application', { destination: { name: 'in-cluster', namespace: 'shop' }, ...spec });

const into = { targetNamespace: 'shop' };
const DEPLOYERS: Readonly<Record<string, Deployer>> = {
  'Flux with a namespace': (url) => [git(url), kustomization('source', into)],
  'Flux with another GitRepository': (url) => [
    git(OWN),
    ...(url === OWN ? [] : [git(url, 'more')]),
    kustomization(url === OWN ? 'source' : 'more', into),
  ],
  'Flux with objects of KubeFleet': (url) => [git(url), kustomization('source', { path: './fleet' })],
  'Flux with content of a placement': (url) => [git(url), kustomization('source', {})],
  'a HelmRelease': (url) => [
    git(url),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
      chart: { spec: { chart: './chart', sourceRef: { kind: 'GitRepository', name: 'source' } } },
      ...into,
    }),
  ],
  'Argo CD': (repoURL) => [application({ source: { repoURL, path: 'apps' } })],
  'one of several sources': (repoURL) => [
    application({
      sources: [
        { repoURL: OWN, path: 'fleet' },
        { repoURL, path: 'apps' },
      ],
    }),
  ],
  'an ApplicationSet': (repoURL) => [
    object('argoproj.io/v1alpha1', 'ApplicationSet', {
      generators: [{ list: { elements: [{ url: repoURL }] } }],
      template: { metadata: { name: 'a' }, spec: { source: { repoURL: '{{url}}', path: 'apps' }, destination: { namespace: 'shop' } } },
    }),
  ],
  'Config Sync': (repo) => [
    object('configsync.gke.io/v1beta1', 'RootSync', { git: { repo, dir: 'apps' }, helm: { deployNamespace: 'shop' } }),
  ],
};

/** The exit code and the notes of a change from the first URL to the second one. */
async function moved(deployer: Deployer, from: string, to: string, remote: string | undefined = REMOTE) {
  const { dir, git: run, write, commit } = gitRepository();
  if (remote !== '') run('remote', 'add', 'origin', remote);
  write('fleet/shop.yaml', `${placementYaml('shop')}---\n${namespaceYaml('shop')}`);
  write('apps/settings.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\n');
  const put = (url: string): void => write('clusters/hub.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: deployer(url) }));
  put(from);
  const base = commit();
  put(to);
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', base]);
  return { exitCode, notes: report?.notes ?? [] };
}

const NOT_TAKEN = 'Not taken from this repository, because this change moves it to';

test.each(Object.keys(DEPLOYERS))('another address is not taken for this repository: %s', async (name) => {
  const deployer = DEPLOYERS[name] ?? (() => []);
  for (const to of [FORK, ELSEWHERE]) {
    const { exitCode, notes } = await moved(deployer, OWN, to);
    expect([exitCode, notes.filter((note) => note.startsWith(`${NOT_TAKEN} ${repositoryAddress(to)}`)).length]).toEqual([6, 1]);
  }
});

test.each([
  ['of another protocol', OWN, 'ssh://git@github.com:22/Team/apps.git'],
  ['back to the remote', FORK, OWN],
  ['that is not moved', FORK, FORK],
])('an address %s is taken for this repository', async (_, from, to) => {
  const { exitCode, notes } = await moved(DEPLOYERS['Argo CD'] ?? (() => []), from, to);
  expect([exitCode, notes.filter((note) => note.startsWith(NOT_TAKEN))]).toEqual([0, []]);
});

test('without a remote, the address of the base is the one of this repository', async () => {
  const { exitCode, notes } = await moved(DEPLOYERS['Flux with a namespace'] ?? (() => []), OWN, FORK, '');
  expect(exitCode).toBe(6);
  expect(notes.join('\n')).toContain(NOT_TAKEN);
});

test.each([
  [FORK, true],
  [ELSEWHERE, true],
  [OWN, false],
  ['https://localhost:3000/team/apps', false],
  ['https://git.example.com/team/apps', false],
])('a source that only has the last name of a remote is named: %s', async (url, isNamed) => {
  const { exitCode, notes } = await moved(DEPLOYERS['Argo CD'] ?? (() => []), url, url);
  const named =
    'Taken from this repository, although it may come from another one: what Application/flux-system/shop in clusters/hub.json deploys.';
  expect([exitCode, notes.includes(named)]).toEqual([0, isNamed]);
});

test.each([
  ['git@github.com:team/apps.git', 'github.com/team/apps'],
  ['https://user:word@github.com/Team/apps/', 'github.com/team/apps'],
  ['ssh://git@github.com:22/team/apps.git', 'github.com/team/apps'],
  ['ssh://git@github.com/team/apps', 'github.com/team/apps'],
  ['https://github.com:443/team//apps', 'github.com/team/apps'],
  ['git@dev.azure.com:v3/team/project/apps', 'dev.azure.com/v3/team/project/apps'],
  ['oci://ghcr.io/team/apps', 'ghcr.io/team/apps'],
])('the address of %s is %s', (url, address) => {
  expect(repositoryAddress(url)).toBe(address);
});

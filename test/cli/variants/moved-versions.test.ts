/** A change that makes Flux, Argo CD or another deployer take another version of this repository, or a source that is not in the tree. */
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import type { Tree } from '../../support/unread/places.ts';

const URL = 'https://github.com/team/apps';

const object = (apiVersion: string, kind: string, spec: object, name = 'shop'): object => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'flux-system' },
  spec,
});
const source = (kind: string, spec: object, name = 'source'): object => object('source.toolkit.fluxcd.io/v1', kind, spec, name);
const git = (ref: object | undefined, name = 'source'): object =>
  source('GitRepository', { url: URL, ...(ref === undefined ? {} : { ref }) }, name);
const kustomization = (more: object = {}, sourceRef: object = {}): object =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
    sourceRef: { kind: 'GitRepository', name: 'source', ...sourceRef },
    path: './apps',
    ...more,
  });
const release = (sourceRef: object = {}): object =>
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    chart: { spec: { chart: './apps', sourceRef: { kind: 'GitRepository', name: 'source', ...sourceRef } } },
    targetNamespace: 'shop',
  });
const application = (spec: object, name = 'shop'): object =>
  object('argoproj.io/v1alpha1', 'Application', { destination: { name: 'in-cluster', namespace: 'shop' }, ...spec }, name);
const set = (generators: readonly object[], targetRevision: string): object =>
  object('argoproj.io/v1alpha1', 'ApplicationSet', {
    generators,
    template: {
      metadata: { name: 'a' },
      spec: { source: { repoURL: URL, path: 'apps', targetRevision }, destination: { namespace: 'shop' } },
    },
  });
const inFiles = (...objects: readonly object[]): Tree => ({
  'clusters/hub.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
});
/** A Kustomization that brings `clusters/` with variables. */
const root = (more: object): Tree => ({
  'root/root.yaml': JSON.stringify({
    ...kustomization({ path: './clusters', ...more }, { name: 'root' }),
    metadata: { name: 'root', namespace: 'flux-system' },
  }),
});

interface Change {
  readonly before: Tree;
  readonly after: Tree;
}

/** The exit code, the reasons and the notes of a change of deployers beside a placement of namespace `shop`. */
async function lint(
  { before, after }: Change,
  { base, origin, env = {} }: { base?: string; origin?: string; env?: Readonly<Record<string, string>> } = {},
) {
  const {
    dir,
    git: run,
    write,
    remove,
    commit,
  } = gitRepository({
    'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
    'apps/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\n',
    ...before,
  });
  run('remote', 'add', 'origin', `${URL}.git`);
  if (origin !== undefined) run('symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${origin}`);
  const from = commit();
  for (const file of Object.keys(before)) if (!Object.hasOwn(after, file)) remove(file);
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', base ?? from], { env });
  return {
    exitCode,
    reasons: report?.lint?.notEvaluated.map(({ reason }) => reason) ?? [],
    notes: report?.notes ?? [],
  };
}

const both = (before: object, after: object, beside: readonly object[] = [kustomization()]): Change => ({
  before: inFiles(...beside, before),
  after: inFiles(...beside, after),
});
const oci = (spec: object): object => source('OCIRepository', { url: 'oci://ghcr.io/team/apps', ...spec });
const fromOci = [kustomization({}, { kind: 'OCIRepository' })];
const elements = (rev: string): readonly object[] => [{ list: { elements: [{ rev }] } }];
const generator = (revision: string): object => ({ git: { repoURL: URL, revision, directories: [{ path: 'apps' }] } });
const other = (apiVersion: string, kind: string, spec: object): object => object(apiVersion, kind, spec);

const MOVED: Readonly<Record<string, readonly [Change, name: string]>> = {
  'another branch of Flux': [both(git({ branch: 'main' }), git({ branch: 'evil' })), 'revision evil'],
  'a branch instead of the default': [both(git(undefined), git({ branch: 'evil' })), 'revision evil'],
  'the default instead of a branch': [both(git({ branch: 'main' }), git(undefined)), 'revision master'],
  'another tag': [both(git({ tag: 'v1' }), git({ tag: 'v2' })), 'revision v2'],
  'a tag with the name of the branch': [both(git({ branch: 'v1' }), git({ tag: 'v1' })), 'revision v1'],
  'other versions': [both(git({ semver: '1.x' }), git({ semver: '*' })), 'revision *'],
  'a commit of the same branch': [both(git({ branch: 'main' }), git({ branch: 'main', commit: 'f00' })), 'revision f00'],
  'a reference': [both(git({ name: 'refs/heads/main' }), git({ name: 'refs/pull/1/head' })), 'revision refs/pull/1/head'],
  'another branch of a chart': [both(git({ branch: 'main' }), git({ branch: 'evil' }), [release()]), 'revision evil'],
  'another branch, with objects of KubeFleet': [
    both(git({ branch: 'main' }), git({ branch: 'evil' }), [kustomization({ path: './fleet' })]),
    'revision evil',
  ],
  'another branch of an older version': [
    both({ ...git({ branch: 'main' }), apiVersion: 'source.toolkit.fluxcd.io/v1beta2' }, git({ branch: 'evil' }), [
      { ...kustomization(), apiVersion: 'kustomize.toolkit.fluxcd.io/v1beta2' },
    ]),
    'revision evil',
  ],
  'another GitRepository with another branch': [
    both(kustomization(), kustomization({}, { name: 'more' }), [git({ branch: 'main' }), git({ branch: 'evil' }, 'more')]),
    'revision evil',
  ],
  'another tag of an artifact': [both(oci({ ref: { tag: 'a' } }), oci({ ref: { tag: 'b' } }), fromOci), 'b from oci://ghcr.io/team/apps'],
  'an artifact of another place': [
    both(oci({}), oci({ url: 'oci://ghcr.io/other/apps' }), fromOci),
    'the newest version from oci://ghcr.io/other/apps',
  ],
  'another folder of a bucket': [
    both(
      source('Bucket', { endpoint: 'e', bucketName: 'b', prefix: 'a' }),
      source('Bucket', { endpoint: 'e', bucketName: 'b', prefix: 'c' }),
      [kustomization({}, { kind: 'Bucket' })],
    ),
    'the newest version from e/b/c',
  ],
  'a variable of Flux': [
    {
      before: { ...inFiles(git({ branch: '${branch}' }), kustomization()), ...root({ postBuild: { substitute: { branch: 'main' } } }) },
      after: { ...inFiles(git({ branch: '${branch}' }), kustomization()), ...root({ postBuild: { substitute: { branch: 'evil' } } }) },
    },
    'revision evil',
  ],
  'a variable of Flux with a default': [
    {
      before: { ...inFiles(git({ branch: '${branch:=main}' }), kustomization()), ...root({ postBuild: { substitute: { a: 'b' } } }) },
      after: {
        ...inFiles(git({ branch: '${branch:=main}' }), kustomization()),
        ...root({ postBuild: { substitute: { a: 'b', branch: 'evil' } } }),
      },
    },
    'revision evil',
  ],
  'a variable of a ConfigMap': [{ before: ofConfigMap('main'), after: ofConfigMap('evil') }, 'revision evil'],
  'the branch of one of two clusters': [{ before: clusters('dev', 'main'), after: clusters('dev', 'dev') }, 'revision dev'],
  'fewer files': [
    both(git({ branch: 'main' }), { ...git({}), spec: { url: URL, ref: { branch: 'main' }, ignore: 'apps' } }),
    'some files of revision main',
  ],
  'a patch of Flux': [
    {
      before: { ...inFiles(git({ branch: 'main' }), kustomization()), ...root({ patches: [patchOf('main')] }) },
      after: { ...inFiles(git({ branch: 'main' }), kustomization()), ...root({ patches: [patchOf('evil')] }) },
    },
    'revision main',
  ],
  'a patch of an overlay': [{ before: overlay('main'), after: overlay('evil') }, 'revision evil'],
  'another revision of Argo CD': [
    both(
      application({ source: { repoURL: URL, path: 'apps', targetRevision: 'main' } }),
      application({ source: { repoURL: URL, path: 'apps', targetRevision: 'evil' } }),
    ),
    'revision evil',
  ],
  'a revision instead of the default': [
    both(
      application({ source: { repoURL: URL, path: 'apps' } }),
      application({ source: { repoURL: URL, path: 'apps', targetRevision: 'v1' } }),
    ),
    'revision v1',
  ],
  'one of several sources': [
    both(
      application({
        sources: [
          { repoURL: URL, path: 'fleet' },
          { repoURL: URL, path: 'apps' },
        ],
      }),
      application({
        sources: [
          { repoURL: URL, path: 'fleet' },
          { repoURL: URL, path: 'apps', targetRevision: 'evil' },
        ],
      }),
    ),
    'revision evil',
  ],
  'an Application of another name': [
    both(
      application({ source: { repoURL: URL, path: 'apps', targetRevision: 'main' } }),
      application({ source: { repoURL: URL, path: 'apps', targetRevision: 'evil' } }, 'new'),
    ),
    'revision evil',
  ],
  'the branch of a hydrated Application': [
    both(
      application({ sourceHydrator: { drySource: { repoURL: URL, path: 'apps' }, syncSource: { targetBranch: 'env', path: 'apps' } } }),
      application({ sourceHydrator: { drySource: { repoURL: URL, path: 'apps' }, syncSource: { targetBranch: 'evil', path: 'apps' } } }),
    ),
    'revision evil',
  ],
  'a parameter of an ApplicationSet': [both(set(elements('main'), '{{rev}}'), set(elements('evil'), '{{rev}}')), 'revision evil'],
  'a parameter in a file': [
    {
      before: { ...inFiles(set([{ git: { repoURL: URL, files: [{ path: 'env/*.yaml' }] } }], '{{rev}}')), 'env/a.yaml': '{"rev": "main"}' },
      after: { ...inFiles(set([{ git: { repoURL: URL, files: [{ path: 'env/*.yaml' }] } }], '{{rev}}')), 'env/a.yaml': '{"rev": "evil"}' },
    },
    'revision evil',
  ],
  'the revision of a generator': [both(set([generator('main')], ''), set([generator('evil')], '')), 'with generators of revision evil'],
  'the revision of a generator in a matrix': [
    both(
      set([{ matrix: { generators: [...elements('a'), generator('main')] } }], ''),
      set([{ matrix: { generators: [...elements('a'), generator('evil')] } }], ''),
    ),
    'with generators of revision evil',
  ],
  'Config Sync': [
    both(
      other('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: URL, dir: 'fleet', branch: 'main' } }),
      other('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: URL, dir: 'fleet', branch: 'evil' } }),
    ),
    'revision evil',
  ],
  'Rancher Fleet': [
    both(
      other('fleet.cattle.io/v1alpha1', 'GitRepo', { repo: URL, paths: ['fleet'], branch: 'main' }),
      other('fleet.cattle.io/v1alpha1', 'GitRepo', { repo: URL, paths: ['fleet'], branch: 'main', revision: 'f00' }),
    ),
    'revision f00',
  ],
  'kapp-controller': [
    both(
      other('kappctrl.k14s.io/v1alpha1', 'App', { fetch: [{ git: { url: URL, ref: 'origin/main', subPath: 'apps' } }] }),
      other('kappctrl.k14s.io/v1alpha1', 'App', { fetch: [{ git: { url: URL, ref: 'origin/evil', subPath: 'apps' } }] }),
    ),
    'revision origin/evil',
  ],
  'Flux Operator': [
    both(
      other('fluxcd.controlplane.io/v1', 'FluxInstance', { sync: { url: URL, path: 'fleet', ref: 'refs/heads/main' } }),
      other('fluxcd.controlplane.io/v1', 'FluxInstance', { sync: { url: URL, path: 'fleet', ref: 'refs/heads/evil' } }),
    ),
    'revision evil',
  ],
  'a source that is not in the tree': [
    both(kustomization(), kustomization({}, { name: 'more' }), [git({ branch: 'main' })]),
    'from GitRepository flux-system/more',
  ],
  'a source that is no more in the tree': [
    { before: inFiles(git({ branch: 'main' }), kustomization()), after: inFiles(kustomization()) },
    'from GitRepository flux-system/source',
  ],
  'another source that is not in the tree': [
    both(kustomization(), kustomization({}, { namespace: 'team' }), []),
    'from GitRepository team/source',
  ],
  'an artifact that is not in the tree': [
    both(kustomization(), kustomization({}, { kind: 'OCIRepository' }), [git({ branch: 'main' })]),
    'from OCIRepository flux-system/source',
  ],
  'a chart of a source that is not in the tree': [
    both(release(), release({ name: 'more' }), [git({ branch: 'main' })]),
    'from GitRepository flux-system/more',
  ],
  'a repository of another name': [
    both(git(undefined), source('GitRepository', { url: 'https://github.com/vendor/x' })),
    'from github.com/vendor/x',
  ],
  'a repository of another name instead of a source that is not in the tree': [
    { before: inFiles(kustomization()), after: inFiles(kustomization(), source('GitRepository', { url: 'https://github.com/vendor/x' })) },
    'from github.com/vendor/x',
  ],
  'a repository of another name for Argo CD': [
    both(
      application({ source: { repoURL: URL, path: 'apps' }, destination: { namespace: 'mail' } }),
      application({ source: { repoURL: 'https://github.com/vendor/x', path: 'apps' }, destination: { namespace: 'mail' } }),
    ),
    'from github.com/vendor/x',
  ],
  'a repository of another name for Config Sync': [
    both(
      other('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: URL, dir: 'fleet' } }),
      other('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: 'https://github.com/vendor/x', dir: 'fleet' } }),
    ),
    'from github.com/vendor/x',
  ],
  'a revision in one of several ConfigMaps of one name, one for each hub': [
    { before: { ...varsOf('other', 'main'), ...ofConfigMap('main') }, after: { ...varsOf('other', 'main'), ...ofConfigMap('evil') } },
    'revision ${rev}',
  ],
  'a source in the tree instead of one that is not, with another branch': [
    { before: inFiles(kustomization()), after: inFiles(kustomization(), git({ branch: 'evil' })) },
    'revision evil',
  ],
};

function overlay(branch: string): Tree {
  return {
    'clusters/source.yaml': JSON.stringify(git({ branch: 'main' })),
    'clusters/apps.yaml': JSON.stringify(kustomization()),
    'clusters/kustomization.yaml': 'resources: [source.yaml, apps.yaml]\n',
    'hub/kustomization.yaml': `resources: [../clusters]\npatches: [${JSON.stringify(patchOf(branch))}]\n`,
  };
}

/** Deployers of the same names in the folders of two clusters. */
function clusters(dev: string, prod: string): Tree {
  return Object.fromEntries(
    Object.entries({ dev, prod }).map(([name, branch]) => [
      `clusters/${name}/hub.yaml`,
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [git({ branch }), kustomization()] }),
    ]),
  );
}

function varsOf(folder: string, rev: string): Tree {
  return {
    [`${folder}/vars.yaml`]: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars, namespace: flux-system}\ndata: {rev: ${rev}}\n`,
  };
}

function ofConfigMap(rev: string): Tree {
  return {
    ...inFiles(application({ source: { repoURL: URL, path: 'apps', targetRevision: '${rev}' } })),
    ...root({ postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } }),
    ...varsOf('root', rev),
  };
}

function patchOf(branch: string): object {
  return { target: { kind: 'GitRepository' }, patch: `[{"op": "replace", "path": "/spec/ref/branch", "value": "${branch}"}]` };
}

test.each(Object.entries(MOVED))('what a change makes a deployer take is not checked: %s', async (_, [change, name]) => {
  const { exitCode, reasons, notes } = await lint(change);
  expect([exitCode, reasons]).toEqual([
    6,
    expect.arrayContaining([`This change makes it deploy ${name}. What is there is not among these files, so it was not checked.`]),
  ]);
  expect(notes.join('\n')).toContain(` deploy ${name}. The content there was not checked.`);
});

const SAME: Readonly<Record<string, Change>> = {
  'the same branch in another form': both(git({ branch: 'main' }), git({ name: 'refs/heads/main' })),
  'an interval': both(git({ branch: 'main' }), {
    ...git({ branch: 'main' }),
    metadata: { name: 'source', namespace: 'flux-system', labels: { a: 'b' } },
  }),
  'another variable': {
    before: {
      ...inFiles(git({ branch: '${branch}' }), kustomization()),
      ...root({ postBuild: { substitute: { branch: 'main', a: 'b' } } }),
    },
    after: {
      ...inFiles(git({ branch: '${branch}' }), kustomization()),
      ...root({ postBuild: { substitute: { branch: 'main', a: 'c' } } }),
    },
  },
  'another path of a source that is not in the tree': both(kustomization({ path: './fleet' }), kustomization(), []),
  'a second deployer of a source that is not in the tree': both(kustomization({ path: './fleet' }), release({ name: 'root' }), [
    kustomization({ path: './clusters' }, { name: 'root' }),
  ]),
  'another folder of two clusters': {
    before: { ...clusters('main', 'main') },
    after: Object.fromEntries(Object.entries(clusters('main', 'main')).map(([file, text]) => [file.replace('clusters', 'hubs'), text])),
  },
  'another name of the source': {
    before: inFiles(git({ branch: 'main' }), kustomization()),
    after: inFiles(git({ branch: 'main' }, 'new'), kustomization({}, { name: 'new' })),
  },
  'the first deployer': { before: {}, after: inFiles(git({ branch: 'main' }), kustomization()) },
  'the first deployer, of a source that is not in the tree': { before: {}, after: inFiles(kustomization()) },
  'a branch that nothing deploys': both(git({ branch: 'main' }, 'more'), git({ branch: 'evil' }, 'more'), [
    git(undefined),
    kustomization(),
  ]),
  'a removed deployer': { before: inFiles(git({ branch: 'main' }), kustomization()), after: inFiles(git({ branch: 'evil' })) },
};

test.each(Object.entries(SAME))('what a deployer takes as before is checked: %s', async (_, change) => {
  const { exitCode, reasons, notes } = await lint(change);
  // Some of them leave files behind that nothing deploys any longer, which is another matter.
  const others = notes.filter((note) => !note.startsWith('Flux or Argo CD no longer deploys '));
  expect([exitCode, reasons.filter((reason) => !reason.includes('placeholder')), others]).toEqual([0, [], []]);
});

const TO_MAIN = both(git({ branch: 'next' }), git({ branch: 'main' }));

test.each([
  ['of the base', TO_MAIN, { base: 'main' }, 0],
  ['of a pull request on GitHub', TO_MAIN, { env: { GITHUB_BASE_REF: 'main' } }, 0],
  ['of a merge request on GitLab', TO_MAIN, { env: { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' } }, 0],
  ['of a push', TO_MAIN, { env: { GITHUB_EVENT_NAME: 'push', GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' } }, 0],
  ['of another event', TO_MAIN, { env: { GITHUB_EVENT_NAME: 'issue_comment', GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' } }, 6],
  ['of a pull request for another branch', TO_MAIN, { env: { GITHUB_BASE_REF: 'next' } }, 6],
] as const)('the branch into which the change goes has the content of this tree: %s', async (_, change, options, wanted) => {
  expect((await lint(change, options)).exitCode).toBe(wanted);
});

const revision = (targetRevision?: string): object =>
  application({ source: { repoURL: URL, path: 'apps', ...(targetRevision === undefined ? {} : { targetRevision }) } });
const configSync = (branch?: string): object =>
  other('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: URL, dir: 'fleet', ...(branch === undefined ? {} : { branch }) } });

test.each<[string, Change, { origin?: string; base?: string }, wanted: number]>([
  ['HEAD instead of main', both(revision('main'), revision('HEAD')), { base: 'main' }, 0],
  ['HEAD instead of main, with a commit as the base', both(revision('main'), revision('HEAD')), {}, 0],
  ['HEAD instead of main, which the clone knows', both(revision('main'), revision('HEAD')), { origin: 'main' }, 0],
  ['HEAD instead of master', both(revision('master'), revision('HEAD')), {}, 0],
  ['no revision instead of main', both(revision('main'), revision()), { base: 'main' }, 0],
  ['no revision instead of HEAD', both(revision('HEAD'), revision()), {}, 0],
  ['main instead of HEAD', both(revision('HEAD'), revision('main')), {}, 0],
  ['main instead of no revision', both(revision(), revision('refs/heads/main')), {}, 0],
  ['HEAD instead of another branch', both(revision('next'), revision('HEAD')), { base: 'main' }, 0],
  ['HEAD instead of another branch, with a commit as the base', both(revision('next'), revision('HEAD')), {}, 6],
  ['HEAD instead of another default branch', both(revision('trunk'), revision('HEAD')), { origin: 'trunk' }, 0],
  ['HEAD instead of main, which is not the default', both(revision('main'), revision('HEAD')), { origin: 'next', base: 'main' }, 6],
  ['no revision instead of main, which is not the default', both(revision('main'), revision()), { origin: 'next', base: 'main' }, 6],
  ['another branch instead of HEAD', both(revision('HEAD'), revision('next')), { base: 'main' }, 6],
  ['master instead of main', both(revision('main'), revision('master')), {}, 6],
  ['HEAD in a generator', both(set([generator('main')], ''), set([generator('HEAD')], '')), {}, 0],
  ['another branch in a generator', both(set([generator('HEAD')], ''), set([generator('next')], '')), {}, 6],
  ['the default of Flux', both(git({ branch: 'main' }), git(undefined)), { base: 'main' }, 6],
  ['the default of Config Sync', both(configSync('main'), configSync()), { base: 'main' }, 6],
])('HEAD is the default branch for Argo CD: %s', async (_, change, options, wanted) => {
  expect((await lint(change, options)).exitCode).toBe(wanted);
});

test('another version of content that no placement selects is named', async () => {
  const mail = kustomization({ targetNamespace: 'mail' });
  const { exitCode, reasons, notes } = await lint(both(git({ branch: 'main' }), git({ branch: 'evil' }), [mail]));
  expect([exitCode, reasons]).toEqual([0, []]);
  expect(notes).toEqual([
    'This change makes Kustomization/flux-system/shop in clusters/hub.yaml deploy revision evil. The content there was not checked.',
  ]);
});

const inCluster = (cluster: object): object => ({
  ...application({ source: { repoURL: URL, path: 'apps' }, destination: { ...cluster, namespace: 'shop' } }),
});
const ofKubeconfig = (name: string): object => kustomization({ kubeConfig: { secretRef: { name } } });

test.each([
  [
    'an Application with a name',
    inCluster({ name: 'hub-1' }),
    inCluster({ name: 'hub-2' }),
    'the cluster hub-2 instead of the cluster hub-1',
  ],
  [
    'an Application that leaves its cluster',
    inCluster({ name: 'in-cluster' }),
    inCluster({ server: 'https://hub' }),
    'the cluster https://hub instead of its own cluster',
  ],
  ['a Kustomization', ofKubeconfig('one'), ofKubeconfig('two'), 'the cluster of kubeconfig two instead of the cluster of kubeconfig one'],
  ['a Kustomization that had none', kustomization(), ofKubeconfig('two'), 'the cluster of kubeconfig two instead of its own cluster'],
])('another cluster is named: %s', async (_, before, after, named) => {
  const { notes } = await lint(both(before, after, [git({ branch: 'main' })]));
  expect(notes.filter((note) => note.includes('instead of'))).toEqual([
    expect.stringMatching(/^This change makes \w+\/flux-system\/shop in clusters\/hub\.yaml deploy apps to /),
  ]);
  expect(notes.join('\n')).toContain(`deploy apps to ${named}. If these are two clusters`);
});

test('a cluster that is written in another way is the same', async () => {
  const { notes } = await lint(both(inCluster({ name: 'in-cluster' }), inCluster({ server: 'https://kubernetes.default.svc' }), []));
  expect(notes.filter((note) => note.includes('instead of'))).toEqual([]);
});

/** A second Kustomization that the change adds. */
const added = (name: string, more: object = {}): object => ({
  ...kustomization({ path: './more', ...more }, { name }),
  metadata: { name: 'more', namespace: 'flux-system' },
});

test.each<[string, Change, boolean]>([
  [
    'a misspelt one',
    { before: inFiles(git({ branch: 'main' }), kustomization()), after: inFiles(git({ branch: 'main' }), kustomization(), added('sorce')) },
    true,
  ],
  ['one beside another that is not there', { before: inFiles(kustomization()), after: inFiles(kustomization(), added('sorce')) }, true],
  [
    'one that is there',
    {
      before: inFiles(git({ branch: 'main' }), kustomization()),
      after: inFiles(git({ branch: 'main' }), kustomization(), added('source')),
    },
    false,
  ],
  ['one that the base uses', { before: inFiles(kustomization()), after: inFiles(kustomization(), added('source')) }, false],
  ['one of the only deployer', { before: inFiles(), after: inFiles(added('sorce')) }, false],
])('a new deployer whose source is not among the files is named: %s', async (_, change, isNamed) => {
  const { notes } = await lint(change);
  const named = notes.filter((note) => note.includes('deploys more from GitRepository flux-system/sorce, which is not among the files'));
  expect(named.length).toBe(isNamed ? 1 : 0);
});

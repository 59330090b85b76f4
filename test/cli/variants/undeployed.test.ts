/** What a change no longer deploys, although the file stays in the tree. */
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const NS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const list = (...names: readonly string[]): string => `resources: [${names.join(', ')}]\n`;
const COMPONENT = `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${list('shop.yaml')}`;
const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
`;
const flux = (path: string): string => `${SOURCE}---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: fleet, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const argo = (path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: fleet, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: ${path}, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: fleet }
`;
const pipeline = (command: string): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: ${command}\n`;

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

async function judged(files: Files, change: Change): Promise<{ readonly code: number; readonly removed: string; readonly notes: string }> {
  const repository = gitRepository({ ...files, 'clusters/e1.yaml': joinedMembers('e1') });
  repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  change(repository);
  const argv = ['lint', '.', '--base', 'HEAD', '--clusters', 'clusters/e1.yaml', '--fail-on-removal', 'any'];
  const { exitCode, report } = await runCli(repository.dir, argv);
  const removed = (report?.removals ?? []).map(({ object, clusters }) => `${displayName(object)} off ${clusters?.join(' ') ?? '?'}`);
  return { code: exitCode, removed: removed.join('; '), notes: (report?.notes ?? []).join('\n') };
}

const LISTED: Files = { 'tree/shop.yaml': SHOP, 'tree/ns.yaml': NS, 'tree/kustomization.yaml': list('shop.yaml', 'ns.yaml') };
const DROP: Change = ({ write }) => write('tree/kustomization.yaml', list('ns.yaml'));
const PLAIN: Files = { 'tree/shop.yaml': SHOP, 'tree/ns.yaml': NS };
const BASES: Files = {
  'base/shop/shop.yaml': SHOP,
  'base/shop/ns.yaml': NS,
  'base/shop/kustomization.yaml': list('shop.yaml', 'ns.yaml'),
  'base/other/ns.yaml': NS.replace('shop', 'other'),
  'base/other/kustomization.yaml': list('ns.yaml'),
  'prod/kustomization.yaml': list('../base/shop', '../base/other'),
  'flux/fleet.yaml': flux('./prod'),
};
const DROP_BASE: Change = ({ write }) => write('prod/kustomization.yaml', list('../base/other'));
const ONE_BASE: Files = {
  'base/shop.yaml': SHOP,
  'base/ns.yaml': NS,
  'base/kustomization.yaml': list('shop.yaml', 'ns.yaml'),
  'prod/kustomization.yaml': list('../base'),
};
const EMPTY: Change = ({ write }) => write('prod/kustomization.yaml', list());
const WORKFLOW = '.github/workflows/deploy.yml';
const BY_PIPELINE: Files = { ...ONE_BASE, [WORKFLOW]: pipeline('kubectl apply -k prod') };
/** The pipeline applies the base in place of the overlay, which the change empties, deletes or fills with something else. */
const toBase =
  (change: Change, command = 'kubectl apply -k base'): Change =>
  (at) => (change(at), at.write(WORKFLOW, pipeline(command)));
const OLD_AND_NEW: Files = { 'tree/old/shop.yaml': SHOP, 'tree/old/ns.yaml': NS, 'tree/new/ns.yaml': NS };

describe('is a removal, although the file stays', () => {
  it.each<readonly [string, Files, Change, string]>([
    [
      'an entry of a kustomization that is dropped',
      LISTED,
      DROP,
      'No kustomization uses tree/shop.yaml any longer, and it is still there: its objects were checked, and `plan` takes them as removed',
    ],
    [
      'a component that is dropped',
      {
        'app/ns.yaml': NS,
        'comp/shop.yaml': SHOP,
        'comp/kustomization.yaml': COMPONENT,
        'app/kustomization.yaml': `${list('ns.yaml')}components: [../comp]\n`,
      },
      ({ write }) => write('app/kustomization.yaml', list('ns.yaml')),
      'No kustomization uses comp/shop.yaml any longer',
    ],
    [
      'an entry that is dropped, in a folder that Flux deploys',
      { ...LISTED, 'flux/fleet.yaml': flux('./tree') },
      DROP,
      'No kustomization uses tree/shop.yaml any longer',
    ],
    [
      'an entry that is dropped, in a folder that a pipeline builds',
      { ...LISTED, '.github/workflows/deploy.yml': pipeline('kubectl apply -k tree') },
      DROP,
      'No kustomization uses tree/shop.yaml any longer',
    ],
    [
      'the only base of an overlay, without a deployer',
      ONE_BASE,
      EMPTY,
      'No kustomization uses base any longer, and it is still there: its',
    ],
    [
      'the only base of an overlay that still sets a namespace',
      ONE_BASE,
      ({ write }) => write('prod/kustomization.yaml', 'namespace: shop\n'),
      'No kustomization uses base any longer, and it is still there: its',
    ],
    [
      'a base with a base of its own',
      {
        ...ONE_BASE,
        'base/kustomization.yaml': list('shop.yaml', '../common'),
        'common/ns.yaml': NS,
        'common/kustomization.yaml': list('ns.yaml'),
      },
      EMPTY,
      'No kustomization uses base any longer',
    ],
    [
      'the only base of an overlay that a pipeline builds, beside a script that is not read',
      { ...ONE_BASE, '.github/workflows/deploy.yml': pipeline('kubectl apply -k prod'), 'deploy.sh': 'kubectl apply -k "$1"\n' },
      EMPTY,
      'No kustomization uses base any longer',
    ],
    [
      'an entry of a base that a pipeline applies in place of its emptied overlay',
      BY_PIPELINE,
      toBase((at) => (EMPTY(at), at.write('base/kustomization.yaml', list('ns.yaml')))),
      'No kustomization uses base/shop.yaml any longer',
    ],
    ['a base that is dropped', BASES, DROP_BASE, 'No kustomization uses base/shop any longer, and it is still there'],
    [
      'a base that is dropped from what a pipeline builds',
      { ...BASES, 'flux/fleet.yaml': SOURCE, '.github/workflows/deploy.yml': pipeline('kubectl apply -k prod') },
      DROP_BASE,
      'No kustomization uses base/shop any longer',
    ],
    [
      'a folder that Flux leaves',
      { ...OLD_AND_NEW, 'flux/fleet.yaml': flux('./tree/old') },
      ({ write }) => write('flux/fleet.yaml', flux('./tree/new')),
      'Flux or Argo CD no longer deploys tree/old, whose files are still there',
    ],
    [
      'a folder of a deleted Kustomization of Flux',
      { ...OLD_AND_NEW, 'flux/fleet.yaml': flux('./tree/old'), 'flux/source.yaml': SOURCE.replaceAll('name: fleet', 'name: other') },
      ({ remove }) => remove('flux/fleet.yaml'),
      'no longer deploys tree/old',
    ],
    [
      'a file of Flux that a new kustomization leaves out',
      { ...PLAIN, 'flux/fleet.yaml': flux('./tree') },
      ({ write }) => write('tree/kustomization.yaml', list('ns.yaml')),
      'No kustomization uses tree/shop.yaml, so Flux or Argo CD no longer deploys it: its objects were checked',
    ],
    [
      'a file of Argo CD that a new kustomization leaves out',
      { ...PLAIN, 'argo/app.yaml': argo('tree') },
      ({ write }) => write('tree/kustomization.yaml', list('ns.yaml')),
      'No kustomization uses tree/shop.yaml, so Flux or Argo CD no longer deploys it: its objects were checked',
    ],
    ...[
      ['exclude', "exclude: 'sh*.yaml'"],
      ['include', 'include: ns.yaml'],
    ].map(([name, directory]): readonly [string, Files, Change, string] => [
      `a file that a new \`${name ?? ''}\` of Argo CD leaves out`,
      { ...PLAIN, 'argo/app.yaml': argo('tree') },
      ({ write }) => write('argo/app.yaml', argo('tree').replace('path: tree', `path: tree, directory: { ${directory ?? ''} }`)),
      'Flux or Argo CD no longer deploys tree/shop.yaml, which is still there: its objects were checked, and `plan` takes them as removed.',
    ]),
    [
      'a file that a new marker makes Argo CD skip',
      { ...PLAIN, 'argo/app.yaml': argo('tree') },
      ({ write }) => write('tree/shop.yaml', `${SHOP}# do not write +argocd:skip-file-rendering\n`),
      'Flux or Argo CD no longer deploys tree/shop.yaml, which is still there: its objects were checked, and `plan` takes them as removed.',
    ],
    [
      'what an Application deployed whose file gets the marker',
      { ...PLAIN, 'argo/app.yaml': argo('tree'), 'top/root.yaml': argo('argo').replace('name: fleet', 'name: root') },
      ({ write }) => write('argo/app.yaml', `# +argocd:skip-file-rendering\n${argo('tree')}`),
      'Flux or Argo CD no longer deploys argo, tree, whose files are still there: their objects were checked',
    ],
    [
      'a file of a folder below that Argo CD no longer reads',
      {
        'tree/ns.yaml': NS,
        'tree/sub/shop.yaml': SHOP,
        'argo/app.yaml': argo('tree').replace('path: tree', 'path: tree, directory: { recurse: true }'),
      },
      ({ write }) => write('argo/app.yaml', argo('tree')),
      'Flux or Argo CD no longer deploys tree/sub, whose files are still there: their objects',
    ],
    [
      'an overlay of a deleted Application',
      { ...LISTED, 'argo/app.yaml': argo('tree'), 'argo/other.yaml': argo('other').replace('name: fleet,', 'name: other,') },
      ({ remove }) => remove('argo/app.yaml'),
      'no longer deploys tree,',
    ],
    [
      'an overlay that an Application leaves',
      { ...LISTED, 'new/ns.yaml': NS, 'argo/app.yaml': argo('tree') },
      ({ write }) => write('argo/app.yaml', argo('new')),
      'no longer deploys tree,',
    ],
  ])('%s', async (_what, files, change, note) => {
    const { code, removed, notes } = await judged(files, change);
    expect([code, removed]).toEqual([1, 'ClusterResourcePlacement/shop off e1']);
    expect(notes).toContain(note);
  });
});

const move =
  (from: string, to: string, text = SHOP): Change =>
  ({ write, remove }) => (write(to, text), remove(from));
const PRUNED = argo('tree').replace('spec:\n', 'spec:\n  syncPolicy: { automated: { prune: true } }\n');
const BY_FLUX: Files = { ...PLAIN, 'flux/fleet.yaml': flux('./tree') };
const MOVED = 'This change moves ClusterResourcePlacement/shop out of what Flux or Argo CD deploys and prunes, into ';
/** Flux deploys `hub`, in which a Kustomization deploys `tree`. */
const NESTED: Files = {
  ...PLAIN,
  'sync.yaml': flux('./hub')
    .replaceAll('name: fleet, ', 'name: all, ')
    .replace('kind: GitRepository, name: fleet', 'kind: GitRepository, name: all'),
  'hub/fleet.yaml': flux('./tree'),
  'hub/ns.yaml': NS.replace('shop', 'other'),
  'hub/kustomization.yaml': list('fleet.yaml', 'ns.yaml'),
};

describe('is a removal if it leaves what a deployer prunes', () => {
  it.each<readonly [string, Files, Change, string]>([
    ['a file of Flux', BY_FLUX, move('tree/shop.yaml', 'archive/shop.yaml'), `${MOVED}archive/shop.yaml. Nothing that was read deploys it`],
    ['a file that is edited as well', BY_FLUX, move('tree/shop.yaml', 'archive/a.yaml', SHOP.replace('e1', 'e2')), MOVED],
    ['a file of Argo CD', { ...PLAIN, 'argo/app.yaml': PRUNED }, move('tree/shop.yaml', 'archive/shop.yaml'), MOVED],
    [
      'a file in a folder below, which Argo CD does not read',
      { ...PLAIN, 'argo/app.yaml': PRUNED },
      move('tree/shop.yaml', 'tree/sub/shop.yaml'),
      MOVED,
    ],
    [
      'a file that a kustomization no longer lists',
      { ...LISTED, 'flux/fleet.yaml': flux('./tree') },
      (at) => (DROP(at), move('tree/shop.yaml', 'archive/shop.yaml')(at)),
      MOVED,
    ],
    [
      'a file that moves to an overlay which nothing deploys',
      BY_FLUX,
      (at) => (move('tree/shop.yaml', 'old/shop.yaml')(at), at.write('old/kustomization.yaml', list('shop.yaml'))),
      MOVED,
    ],
    [
      'a file that a script which is not read may apply',
      { ...BY_FLUX, 'deploy.sh': 'kubectl apply -f "$1"\n' },
      move('tree/shop.yaml', 'archive/shop.yaml'),
      'Deployers that are not read (deploy.sh) may apply it again.',
    ],
    [
      'a Kustomization that its kustomization no longer lists',
      NESTED,
      ({ write }) => write('hub/kustomization.yaml', list()),
      'no longer deploys tree, ',
    ],
    [
      'a Kustomization that moves',
      NESTED,
      (at) => (move('hub/fleet.yaml', 'off/fleet.yaml', flux('./tree'))(at), at.write('hub/kustomization.yaml', list('ns.yaml'))),
      'no longer deploys tree, ',
    ],
  ])('%s', async (_what, files, change, note) => {
    const { code, removed, notes } = await judged(files, change);
    expect([code, removed]).toEqual([1, 'ClusterResourcePlacement/shop off e1']);
    expect(notes).toContain(note);
  });

  it.each<readonly [string, Files, Change]>([
    ['a file that stays in a deployed folder', BY_FLUX, move('tree/shop.yaml', 'tree/sub/shop.yaml')],
    [
      'a file of Flux that does not prune',
      { ...BY_FLUX, 'flux/fleet.yaml': flux('./tree').replace('prune: true', 'prune: false') },
      move('tree/shop.yaml', 'new/a.yaml'),
    ],
    [
      'a file of Flux that the change makes keep it',
      BY_FLUX,
      (at) => (
        move('tree/shop.yaml', 'new/a.yaml')(at),
        at.write('flux/fleet.yaml', flux('./tree').replace('prune: true', 'prune: false'))
      ),
    ],
    [
      'an object that Flux never prunes',
      {
        ...BY_FLUX,
        'tree/shop.yaml': SHOP.replace('name: shop }', 'name: shop, annotations: { kustomize.toolkit.fluxcd.io/prune: disabled } }'),
      },
      move('tree/shop.yaml', 'new/a.yaml'),
    ],
    ['a file of an Application without pruning', { ...PLAIN, 'argo/app.yaml': argo('tree') }, move('tree/shop.yaml', 'new/a.yaml')],
    [
      'a file that a pipeline applied',
      { ...PLAIN, '.github/workflows/deploy.yml': pipeline('kubectl apply -f tree') },
      move('tree/shop.yaml', 'new/a.yaml'),
    ],
    [
      'a folder that is gone, which makes its deployer fail',
      BY_FLUX,
      (at) => (move('tree/shop.yaml', 'new/shop.yaml')(at), move('tree/ns.yaml', 'new/ns.yaml', NS)(at)),
    ],
    ['a file that nothing deploys', PLAIN, move('tree/shop.yaml', 'new/a.yaml')],
    [
      'a file that becomes a base of the folder',
      BY_FLUX,
      (at) => (
        move('tree/shop.yaml', 'base/shop.yaml')(at),
        at.write('base/kustomization.yaml', list('shop.yaml')),
        at.write('tree/kustomization.yaml', list('../base', 'ns.yaml'))
      ),
    ],
    [
      'a folder that moves with the path of its Kustomization',
      BY_FLUX,
      (at) => (
        move('tree/shop.yaml', 'new/shop.yaml')(at),
        move('tree/ns.yaml', 'new/ns.yaml', NS)(at),
        at.write('flux/fleet.yaml', flux('./new'))
      ),
    ],
  ])('but not %s', async (_what, files, change) => {
    expect((await judged(files, change)).removed).toBe('');
  });
});

describe('is not a removal', () => {
  it.each<readonly [string, Files, Change]>([
    [
      'an entry that another kustomization lists',
      {
        ...LISTED,
        'all/kustomization.yaml': list('../other'),
        'other/kustomization.yaml': list('ns.yaml'),
        'other/ns.yaml': NS.replace('shop', 'other'),
      },
      ({ write }) => (
        write('tree/kustomization.yaml', list('ns.yaml')),
        write('tree/deep/shop.yaml', SHOP),
        write('tree/deep/kustomization.yaml', list('shop.yaml')),
        write('tree/kustomization.yaml', list('ns.yaml', 'deep'))
      ),
    ],
    [
      'a file that moves to another kustomization',
      { ...LISTED },
      ({ write }) => (
        write('tree/kustomization.yaml', list('ns.yaml', 'sub')),
        write('tree/sub/kustomization.yaml', list('shop.yaml')),
        write('tree/sub/shop.yaml', SHOP)
      ),
    ],
    [
      'a dropped entry that a pipeline applies as a file',
      { ...LISTED, '.github/workflows/deploy.yml': pipeline('kubectl apply -k tree -f tree/shop.yaml') },
      ({ write }) => (
        DROP({ write } as GitRepository),
        write('.github/workflows/deploy.yml', pipeline('kubectl apply -k tree && kubectl apply -f tree/shop.yaml'))
      ),
    ],
    [
      'a dropped base that a pipeline applies',
      { ...BASES, '.github/workflows/deploy.yml': pipeline('kubectl apply -k prod && kubectl apply -k base/shop') },
      DROP_BASE,
    ],
    [
      'a base that another overlay takes',
      { ...BASES, 'prod/sub/kustomization.yaml': list('../../base/other') },
      ({ write }) => (
        write('prod/kustomization.yaml', list('../base/other', 'sub')),
        write('prod/sub/kustomization.yaml', list('../../base/shop'))
      ),
    ],
    ['a base that a pipeline applies in place of its emptied overlay', BY_PIPELINE, toBase(EMPTY)],
    ['a base that a pipeline applies in place of its deleted overlay', BY_PIPELINE, toBase(({ remove }) => remove('prod'))],
    [
      'a base that a pipeline applies in place of its overlay without a kustomization',
      BY_PIPELINE,
      toBase(({ write, remove }) => (remove('prod/kustomization.yaml'), write('prod/README.md', 'empty\n'))),
    ],
    [
      'a base that a pipeline applies in place of its overlay with other objects',
      BY_PIPELINE,
      toBase(({ write }) => (write('prod/ns.yaml', NS), write('prod/kustomization.yaml', list('ns.yaml')))),
    ],
    [
      'a base that a loop of a pipeline applies in place of its emptied overlay',
      BY_PIPELINE,
      toBase(EMPTY, 'for each in base; do kubectl apply -k $each; done'),
    ],
    ['a base that a pipeline applies beside its overlay', BY_PIPELINE, toBase(() => {}, 'kubectl apply -k base && kubectl apply -k prod')],
    [
      'a base that Flux applies in place of its emptied overlay',
      { ...ONE_BASE, 'flux/fleet.yaml': flux('./prod') },
      (at) => (EMPTY(at), at.write('flux/fleet.yaml', flux('./base'))),
    ],
    ['a base of an overlay that is gone', BASES, ({ remove }) => remove('prod')],
    [
      'a base of an overlay with another name',
      ONE_BASE,
      ({ write, remove }) => (remove('prod'), write('production/kustomization.yaml', list('../base'))),
    ],
    [
      'a base whose objects the change copies into its overlay',
      ONE_BASE,
      ({ write }) => (
        write('prod/shop.yaml', SHOP),
        write('prod/ns.yaml', NS),
        write('prod/kustomization.yaml', list('shop.yaml', 'ns.yaml'))
      ),
    ],
    [
      'a base whose objects become files in place of the kustomization',
      ONE_BASE,
      ({ write, remove }) => (remove('prod/kustomization.yaml'), write('prod/shop.yaml', SHOP), write('prod/ns.yaml', NS)),
    ],
    [
      'a base of an overlay that cannot be read',
      ONE_BASE,
      ({ write }) => write('prod/kustomization.yaml', '<<<<<<< a\nresources: []\n=======\n>>>>>>> b\n'),
    ],
    ['a kustomization that is gone', LISTED, ({ remove }) => remove('tree/kustomization.yaml')],
    [
      'a folder that Flux deploys by another path',
      { ...OLD_AND_NEW, 'flux/fleet.yaml': flux('./tree/old') },
      ({ write }) => write('flux/fleet.yaml', flux('./tree')),
    ],
    [
      'a folder of Flux whose objects are in the new folder too',
      { ...OLD_AND_NEW, 'flux/fleet.yaml': flux('./tree/old') },
      ({ write }) => (write('tree/new/shop.yaml', SHOP), write('flux/fleet.yaml', flux('./tree/new'))),
    ],
    [
      'a folder that Flux leaves and a pipeline applies',
      { ...OLD_AND_NEW, 'flux/fleet.yaml': flux('./tree/old'), '.github/workflows/deploy.yml': pipeline('kubectl apply -f tree/old') },
      ({ write }) => write('flux/fleet.yaml', flux('./tree/new')),
    ],
    [
      'a patch that is dropped',
      {
        ...LISTED,
        'tree/patch.yaml': SHOP.replace('name: shop }', 'name: shop, labels: { a: b } }'),
        'tree/kustomization.yaml': `${list('shop.yaml', 'ns.yaml')}patches: [{ path: patch.yaml }]\n`,
      },
      ({ write }) => write('tree/kustomization.yaml', list('shop.yaml', 'ns.yaml')),
    ],
    [
      'an entry of a kustomization that cannot be read',
      LISTED,
      ({ write }) => write('tree/kustomization.yaml', '<<<<<<< a\nresources: [ns.yaml]\n=======\n>>>>>>> b\n'),
    ],
    [
      'an entry that is written in another way',
      LISTED,
      ({ write }) => write('tree/kustomization.yaml', list('./shop.yaml', '../tree/ns.yaml')),
    ],
    [
      'an entry of a kustomization with another file name',
      LISTED,
      ({ write, remove }) => (remove('tree/kustomization.yaml'), write('tree/kustomization.yml', LISTED['tree/kustomization.yaml'] ?? '')),
    ],
    ['nothing', { ...LISTED, 'flux/fleet.yaml': flux('./tree') }, () => {}],
  ])('%s', async (_what, files, change) => {
    const { removed } = await judged(files, change);
    expect(removed).toBe('');
  });

  it('a base that a pipeline applies in place of its deleted overlay, which had one more placement', async () => {
    const extra = { 'prod/extra.yaml': SHOP.replaceAll('shop', 'extra'), 'prod/kustomization.yaml': list('../base', 'extra.yaml') };
    const { removed } = await judged(
      { ...BY_PIPELINE, ...extra },
      toBase(({ remove }) => remove('prod')),
    );
    expect(removed).toBe('ClusterResourcePlacement/extra off e1');
  });

  it('a renamed folder that still fits the globs of two ApplicationSets, also where it has only a kustomization', async () => {
    const set = (name: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: ${name}, namespace: argocd }
spec:
  syncPolicy: { preserveResourcesOnDeletion: true }
  generators: [{ git: { repoURL: https://github.com/o/fleet, revision: main, directories: [{ path: apps/*/${name} }] } }]
  template:
    metadata: { name: "{{path[1]}}" }
    spec:
      project: default
      source: { repoURL: https://github.com/o/fleet, path: "{{path}}", targetRevision: main }
      destination: { name: hub-${name}, namespace: shop }
      syncPolicy: { automated: { prune: true } }
`;
    const overlay = `${list('../base')}configMapGenerator: [{ name: settings, namespace: shop, literals: [a=b] }]\n`;
    const before = {
      'apps/shop/base/shop.yaml': SHOP,
      'apps/shop/base/ns.yaml': NS,
      'apps/shop/base/kustomization.yaml': list('shop.yaml', 'ns.yaml'),
      'apps/shop/dev/kustomization.yaml': overlay,
      'apps/shop/prod/kustomization.yaml': overlay.replace('../base', '../base, other.yaml'),
      'apps/shop/prod/other.yaml': NS.replace('shop', 'other'),
      'argo/dev.yaml': set('dev'),
      'argo/prod.yaml': set('prod'),
    };
    const { removed, notes } = await judged(before, ({ git }) => git('mv', 'apps/shop', 'apps/store'));
    expect([removed, notes]).toEqual(['', expect.not.stringContaining('This change moves')]);
  });

  it('what a deployer may still deploy, and that is named', async () => {
    const set = argo('"{{path}}"')
      .replace('kind: Application', 'kind: ApplicationSet')
      .replace('spec:\n', 'spec:\n  generators: [{ plugin: { configMapRef: { name: x } } }]\n  template:\n    spec:\n')
      .replaceAll(/\n  (project|source|destination)/g, '\n      $1');
    const { removed, notes } = await judged({ ...OLD_AND_NEW, 'argo/app.yaml': argo('tree/old') }, ({ write }) =>
      write('argo/app.yaml', set),
    );
    expect([removed, notes]).toEqual(['', expect.stringContaining('Flux or Argo CD may no longer deploy tree/old')]);
  });
});

it('content that a kustomization no longer lists is a removal of the placement', async () => {
  const files = {
    ...LISTED,
    'tree/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n',
    'tree/kustomization.yaml': list('shop.yaml', 'ns.yaml', 'a.yaml'),
  };
  const { code, removed } = await judged(files, ({ write }) => write('tree/kustomization.yaml', list('shop.yaml', 'ns.yaml')));
  expect([code, removed]).toEqual([1, 'ClusterResourcePlacement/shop off e1']);
});

it.each<readonly [string, Files]>([
  ['no deployer is known to apply what had it', { ...BASES, 'flux/fleet.yaml': SOURCE }],
  ['a deployer that is not read may apply it', { ...BASES, 'deploy.sh': 'kubectl apply -k "$1"\n' }],
])('a base that is dropped may still be deployed if %s', async (_, files) => {
  expect((await judged(files, DROP_BASE)).notes).not.toContain('No kustomization uses');
});

it('a base of an overlay that is gone is named, because a deployer may have deleted its objects', async () => {
  const { code, removed, notes } = await judged(ONE_BASE, ({ remove }) => remove('prod'));
  expect([code, removed]).toEqual([0, '']);
  expect(notes).toContain(
    'No kustomization uses base any longer, and it is still there, so its objects were checked as if they were still',
  );
});

it('an object of a base that is dropped is not open for a placement that selects it', async () => {
  const { 'base/shop/shop.yaml': shop = '', ...others } = BASES;
  const repository = gitRepository({
    ...others,
    'fleet/shop.yaml': shop,
    'base/shop/kustomization.yaml': list('ns.yaml'),
    'flux/more.yaml': flux('./fleet').replaceAll('name: fleet', 'name: more'),
  });
  DROP_BASE(repository);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD']);
  const open = report?.lint?.notEvaluated.filter(({ fleetObject }) => fleetObject === true);
  expect([exitCode, report?.lint?.findings.map(({ rule }) => rule), open]).toEqual([0, ['selects-nothing'], []]);
});

it('content of two namespaces is removed only from the one whose Kustomization is deleted', async () => {
  const team = (name: string): Files => ({
    [`flux/${name}.yaml`]: flux('./tree')
      .replace('spec: { path', `spec: { targetNamespace: ${name}, path`)
      .replaceAll('name: fleet', `name: ${name}`),
    [`ns/${name}.yaml`]: NS.replace('shop', name),
    [`ns/of-${name}.yaml`]: SHOP.replaceAll('shop', name),
  });
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\n';
  const { removed } = await judged({ ...team('team-a'), ...team('team-b'), 'tree/map.yaml': map }, ({ remove }) =>
    remove('flux/team-b.yaml'),
  );
  expect(removed).toBe('ClusterResourcePlacement/team-b off e1');
});

describe('a path that a step still deploys, and that the change removes or renames, is named', () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n';
  const moveAll: Change = ({ write, remove }) => {
    for (const name of ['shop.yaml', 'ns.yaml', 'kustomization.yaml']) {
      write(`moved/${name}`, LISTED[`tree/${name}`] ?? '');
      remove(`tree/${name}`);
    }
    remove('tree');
  };
  it.each<readonly [string, Files, Change, string]>([
    [
      'a folder',
      { 'tree/shop.yaml': SHOP, 'deploy.sh': 'kubectl apply -f tree\n' },
      ({ remove }) => remove('tree'),
      'deploy.sh deploys tree, ',
    ],
    [
      'a file',
      { ...LISTED, 'a.yaml': map, 'deploy.sh': 'kubectl apply -f a.yaml -k tree\n' },
      ({ remove }) => remove('a.yaml'),
      'deploy.sh deploys a.yaml, ',
    ],
    ['a kustomization', { ...LISTED, 'deploy.sh': 'kubectl apply -k tree\n' }, moveAll, 'deploy.sh deploys tree, '],
    [
      'an overlay without files of its own',
      { ...LISTED, 'prod/kustomization.yaml': list('../tree'), '.github/workflows/deploy.yml': pipeline('kubectl apply -k prod') },
      ({ remove }) => remove('prod'),
      '.github/workflows/deploy.yml deploys prod, ',
    ],
    [
      'a chart that is deployed to two hubs',
      {
        ...LISTED,
        'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 0.1.0\n',
        'chart/templates/a.yaml': map,
        'deploy.sh': ['a', 'b'].map((hub) => `helm upgrade --install r chart --kube-context ${hub}\n`).join(''),
      },
      ({ remove }) => remove('chart'),
      'deploy.sh deploys chart, ',
    ],
  ])('%s', async (_, files, change, note) => {
    const { notes } = await judged({ 'other/ns.yaml': NS, ...files }, change);
    expect(notes).toContain(`${note}which this change removes or renames, so that step fails.`);
    expect(notes.split('so that step fails')).toHaveLength(2);
  });

  it.each<readonly [string, Files, Change]>([
    ['a path that a step makes', { ...LISTED, 'deploy.sh': 'kubectl apply -f out -k tree\n' }, ({ write }) => write('a.yaml', map)],
    [
      'a step that the change corrects',
      { ...LISTED, 'deploy.sh': 'kubectl apply -k tree\n' },
      (at) => (moveAll(at), at.write('deploy.sh', 'kubectl apply -k moved\n')),
    ],
    [
      'a file of a folder that stays',
      { ...LISTED, 'tree/a.yaml': map, 'deploy.sh': 'kubectl apply -k tree\n' },
      ({ remove }) => remove('tree/a.yaml'),
    ],
  ])('but not %s', async (_, files, change) => {
    expect((await judged(files, change)).notes).not.toContain('so that step fails');
  });
});

describe('a path that the change makes a step deploy, and that is not there, is named', () => {
  const TREE: Files = { 'base/ns.yaml': NS, 'env/shop.yaml': SHOP };
  const KUSTOMIZED: Files = { ...TREE, 'base/kustomization.yaml': list('ns.yaml'), 'env/kustomization.yaml': list('shop.yaml') };
  const DEPLOY = '.github/workflows/deploy.yml';
  const steps = (...lines: readonly string[]): string => pipeline(`|\n${lines.map((line) => `          ${line}\n`).join('')}`);
  const action = (folder: string): string =>
    pipeline('true').replace(
      'run: true',
      `uses: azure/k8s-deploy@v5\n        with:\n          manifests: |\n            base\n            ${folder}`,
    );
  const notesOf = async (files: Files, file: string, before: string, now: string): Promise<string> =>
    (
      await judged({ ...files, [file]: before }, ({ write }) => {
        write(file, now);
      })
    ).notes;

  it.each<readonly [string, Files, string, (folder: string) => string]>([
    ['kubectl apply -f', TREE, DEPLOY, (folder) => steps('kubectl apply -f base/', `kubectl apply -f ${folder}/`)],
    ['kubectl apply -k', KUSTOMIZED, DEPLOY, (folder) => steps('kubectl apply -k base', `kubectl apply -k ${folder}`)],
    ['kubectl apply -R', TREE, DEPLOY, (folder) => steps('kubectl apply -f base', `kubectl apply -R -f ./${folder}`)],
    ['a loop', TREE, DEPLOY, (folder) => steps(`for d in base ${folder}; do kubectl apply -f $d; done`)],
    ['an action', TREE, DEPLOY, action],
    ['a Makefile', TREE, 'Makefile', (folder) => `deploy:\n\tkubectl apply -f base\n\tkubectl apply -f ${folder}\n`],
    ['a script in a folder', TREE, 'ci/deploy.sh', (folder) => `kubectl apply -f base\nkubectl apply -f ${folder}\n`],
    ['a script in its own folder', TREE, 'ci/deploy.sh', (folder) => `kubectl apply -f ../base\nkubectl apply -f ../${folder}\n`],
  ])('%s', async (_, files, file, script) => {
    expect(await notesOf(files, file, script('env'), script('envs'))).toContain(
      `${file} deploys envs, which is not in this repository, so that step fails. Did you mean env, which no deployer that was read applies any longer?`,
    );
  });

  it('and the file that nothing applies any longer', async () => {
    const script = (folder: string): string => steps('kubectl apply -f base', `kubectl apply -f ${folder}`);
    const { notes } = await judged({ ...TREE, [DEPLOY]: script('env') }, ({ write }) => {
      write('env/more.yaml', SHOP.replace('name: shop }\nspec', 'name: more }\nspec'));
      write(DEPLOY, script('envs'));
    });
    expect(notes).toContain('No deployer that was read applies env/more.yaml');
  });

  it.each<readonly [string, string]>([
    ['if the other path is still applied', 'kubectl apply -f env'],
    ['if no path is similar', 'kubectl apply -f base'],
  ])('also %s', async (_, other) => {
    const now = steps(other, 'make all', 'kubectl apply -f envs');
    expect(await notesOf(TREE, DEPLOY, steps(other), now)).toContain(
      `${DEPLOY} deploys envs, which is not in this repository: that step fails unless a step before makes it.`,
    );
  });

  it.each<readonly [what: string, now: readonly string[], more: Files]>([
    ['a folder that a step makes', ['mkdir envs', 'kustomize build env > envs/x.yaml', 'kubectl apply -f envs/'], {}],
    ['a file that a step makes', ['kustomize build env > envs/x.yaml', 'kubectl apply -f envs/x.yaml'], {}],
    ['a folder that a step copies', ['cp -r env envs', 'kubectl apply -f envs'], {}],
    ['a folder that is tested first', ['if [ -d envs ]; then kubectl apply -f envs; fi'], {}],
    ['a folder that git ignores', ['make all', 'kubectl apply -f envs'], { '.gitignore': 'envs/\n' }],
    ['a path with a variable', ['kubectl apply -f $DIR/envs', 'kubectl apply -f ${{ inputs.dir }}'], {}],
    ['an address', ['kubectl apply -f https://example.com/envs'], {}],
    ['a chart of a registry', ['helm upgrade web envs/web', 'helm template envs/web | kubectl apply -f -'], {}],
    ['a test on a cluster of its own', ['kind create cluster', 'kubectl apply -f envs'], {}],
  ])('but not %s', async (_, now, more) => {
    const notes = await notesOf(
      { ...TREE, ...more },
      DEPLOY,
      steps('kubectl apply -f base -f env'),
      steps('kubectl apply -f base', ...now),
    );
    expect(notes).not.toContain('which is not in this repository');
  });

  it('also a pattern that matches no file', async () => {
    const note = `${DEPLOY} deploys env/*.yml, which is not in this repository: that step fails unless a step before makes it.`;
    const now = (...more: readonly string[]): string => steps(...more, "kubectl apply -f base -f 'env/*.yml'");
    const before = steps('kubectl apply -f base -f env');
    expect(await notesOf(TREE, DEPLOY, before, now())).toContain(note);
    const no = expect.not.stringContaining('which is not in this repository');
    expect(await notesOf({ ...TREE, 'env/more.yml': SHOP.replace('name: shop', 'name: more') }, DEPLOY, before, now())).toEqual(no);
    expect(await notesOf(TREE, DEPLOY, before, now('envsubst < env/shop.yaml > env/made.yml'))).toEqual(no);
    expect(await notesOf(TREE, DEPLOY, now(), `${now()}# more\n`)).toEqual(no);
    expect(await notesOf(TREE, DEPLOY, before, steps('for f in env/*.yml; do kubectl apply -f "$f"; done'))).toEqual(no);
  });

  describe('also a folder that is applied with -k and has no kustomization', () => {
    const NOTE = 'with `kubectl apply -k`, but there is no kustomization: that step fails unless a step before makes one.';
    const { 'env/kustomization.yaml': _, ...WITHOUT } = KUSTOMIZED;

    it.each<readonly [what: string, file: string, script: string]>([
      ['a step', DEPLOY, steps('kubectl apply -k base', 'kubectl apply -k env')],
      ['a step in the folder, after a trigger and a title', DEPLOY, `${steps('cd env', 'kubectl apply -k .')}# on: env\nname: env\n`],
      ['a script', 'deploy.sh', 'kubectl --context hub apply --kustomize=./env/\n'],
    ])('because the change removes it: %s', async (_what, file, script) => {
      const { notes } = await judged({ ...KUSTOMIZED, [file]: script }, ({ remove }) => remove('env/kustomization.yaml'));
      expect(notes).toContain(`${file} applies env ${NOTE}`);
    });

    it('because it is applied as one from now on', async () => {
      const notes = await notesOf(
        WITHOUT,
        DEPLOY,
        steps('kubectl apply -k base -f env'),
        steps('kubectl apply -k base', 'kubectl apply -k env'),
      );
      expect(notes).toContain(`${DEPLOY} applies env ${NOTE}`);
    });

    it.each<readonly [what: string, now: readonly string[], more: Files]>([
      ['with one of another name', ['kubectl apply -k env'], { 'env/Kustomization': list('shop.yaml') }],
      ['for which a step makes one', ['cd env', 'kustomize create --autodetect', 'kubectl apply -k .'], {}],
      ['into which a step writes one', ['cat env.tpl > env/kustomization.yaml', 'kubectl apply -k env'], {}],
      ['that another program fills', ['./render.sh --out env', 'kubectl apply -k env'], {}],
      ['in which git ignores it', ['make all', 'kubectl apply -k env'], { '.gitignore': 'env/kustomization.yaml\n' }],
      ['of which the files are applied otherwise', ['kubectl apply -k env || kubectl apply -f env'], {}],
      ['if it is tested first', ['if [ -f env/kustomization.yaml ]; then kubectl apply -k env; else kubectl apply -f env; fi'], {}],
      ['that is no folder of this repository', ['kubectl apply -k github.com/o/r', 'kubectl apply -k $DIR/env'], {}],
      ['on a cluster for a test', ['kind create cluster', 'kubectl apply -k env'], {}],
    ])('but not one %s', async (_what, now, more) => {
      const notes = await notesOf(
        { ...WITHOUT, ...more },
        DEPLOY,
        steps('kubectl apply -f base -f env'),
        steps('kubectl apply -f base', ...now),
      );
      expect(notes).not.toContain('there is no kustomization');
    });

    it('but not if it had none before', async () => {
      const script = steps('kubectl apply -k env');
      expect(await notesOf(WITHOUT, DEPLOY, script, `${script}# more\n`)).not.toContain('there is no kustomization');
    });
  });

  it('but not one that the base applied as well', async () => {
    const script = steps('make all', 'kubectl apply -f base -f env -f envs');
    expect(await notesOf(TREE, DEPLOY, script, `${script}# more\n`)).not.toContain('which is not in this repository');
  });
});

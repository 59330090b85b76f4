/** What a change no longer deploys to one of several hubs. */
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const placement = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const app = (name: string): string => `${placement(name)}---\n${namespace(name)}`;
const source = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
`;
const flux = (name: string, path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const argo = (name: string, path: string, hub: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: ${path}, targetRevision: main }
  destination: { server: "https://${hub}.io" }
  syncPolicy: { automated: { prune: true } }
`;
const set = (...hubs: readonly string[]): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: fleet, namespace: argocd }
spec:
  generators: [{ list: { elements: [${hubs.map((hub) => `{ hub: "https://${hub}.io" }`).join(', ')}] } }]
  template:
    metadata: { name: fleet }
    spec:
      project: default
      source: { repoURL: https://github.com/o/fleet, path: shared, targetRevision: main }
      destination: { server: "{{hub}}" }
`;
const UNKNOWN = set('dev')
  .replace(/generators: .*/, 'generators: [{ plugin: { configMapRef: { name: x } } }]')
  .replace('path: shared', 'path: "{{path}}"');
const pipeline = (hub: string, path: string): string => `on: push
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: kubectl --context ${hub} apply -f ${path}
`;
const list = (...names: readonly string[]): string => `resources: [${names.join(', ')}]\n`;

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

/** A hub on which Flux is, which deploys folders. */
const hub = (name: string, ...folders: readonly string[]): Files => ({
  [`clusters/${name}/flux-system/sync.yaml`]: `${source}---\n${flux('flux-system', `./clusters/${name}`)}`,
  ...Object.fromEntries(folders.map((folder) => [`clusters/${name}/${folder}.yaml`, flux(folder, `./${folder}`)])),
});
const SHARED: Files = { 'shared/mon.yaml': app('mon') };
const TWO: Files = { ...SHARED, ...hub('dev', 'shared'), ...hub('prod', 'shared') };
const THREE: Files = { ...TWO, ...hub('stage', 'shared') };
const ARGO: Files = {
  ...SHARED,
  'argo/dev.yaml': argo('dev', 'shared', 'dev'),
  'argo/prod.yaml': argo('prod', 'shared', 'prod'),
};
const REMOVE: Change = ({ remove }) => remove('clusters/dev/shared.yaml');

const ANY = ['--fail-on-removal', 'any'];

interface Judged {
  readonly code: number;
  readonly removed: readonly string[];
  readonly notes: string;
}

async function judged(files: Files, change: Change, flags: readonly string[] = ['--clusters', 'e1.yaml', ...ANY]): Promise<Judged> {
  const repository = gitRepository({ ...files, 'e1.yaml': joinedMembers('e1') });
  repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  change(repository);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD', ...flags]);
  const removed = (report?.removals ?? []).map(
    ({ kind, object, overlay }) => `${kind} ${displayName(object).replace('ClusterResourcePlacement/', '')} of ${overlay ?? 'any hub'}`,
  );
  return { code: exitCode, removed: removed.toSorted(), notes: (report?.notes ?? []).join('\n') };
}

const MON = ['placement mon of clusters/dev'];
const OF_ARGO = ['placement mon of https://dev.io'];

describe('is a removal from the hub that loses it', () => {
  it.each<readonly [string, Files, Change, readonly string[]]>([
    ['a folder of a deleted Kustomization of Flux', TWO, REMOVE, MON],
    ['a folder of a deleted Kustomization, with three hubs', THREE, REMOVE, MON],
    [
      'a folder of two deleted Kustomizations, with three hubs',
      THREE,
      (r) => (REMOVE(r), r.remove('clusters/stage/shared.yaml')),
      [...MON, 'placement mon of clusters/stage'],
    ],
    [
      'a folder that a Kustomization leaves',
      { ...TWO, 'other/other.yaml': app('other') },
      ({ write }) => write('clusters/dev/shared.yaml', flux('shared', './other')),
      MON,
    ],
    [
      'a folder of a Kustomization that is no longer deployed itself',
      { ...TWO, 'clusters/dev/kustomization.yaml': list('shared.yaml', 'flux-system/sync.yaml') },
      ({ write }) => write('clusters/dev/kustomization.yaml', list('flux-system/sync.yaml')),
      MON,
    ],
    ['a folder with a kustomization', { ...TWO, 'shared/kustomization.yaml': list('mon.yaml') }, REMOVE, MON],
    [
      'a folder of a hub that is deleted',
      { ...TWO, ...hub('dev', 'shared', 'own'), 'own/own.yaml': app('own') },
      ({ remove }) => remove('clusters/dev'),
      ['placement mon of clusters/dev', 'placement own of clusters/dev'],
    ],
    [
      'a folder of a deployer that is deleted, while the other hub gets another one',
      TWO,
      (r) => (
        REMOVE(r),
        r.write('clusters/a.yaml', source),
        r.write('clusters/prod/a.yaml', flux('a', './more')),
        r.write('more/ns.yaml', namespace('more'))
      ),
      MON,
    ],
    [
      'the content of a placement',
      { ...hub('dev', 'shared', 'own'), ...hub('prod', 'shared'), 'shared/ns.yaml': namespace('mon'), 'own/mon.yaml': placement('mon') },
      REMOVE,
      ['resources mon of clusters/dev'],
    ],
    [
      'what goes from one hub to two others',
      { ...SHARED, ...hub('dev', 'shared'), ...hub('prod'), ...hub('stage') },
      (r) => {
        REMOVE(r);
        for (const name of ['prod', 'stage']) r.write(`clusters/${name}/shared.yaml`, flux('shared', './shared'));
      },
      MON,
    ],
    [
      'more than there are new hubs',
      THREE,
      (r) => {
        for (const name of ['dev', 'stage']) r.remove(`clusters/${name}`);
        for (const [path, text] of Object.entries(hub('next', 'shared'))) r.write(path, text);
      },
      ['placement mon of clusters/dev', 'placement mon of clusters/stage'],
    ],
    [
      'an object that one hub had from a folder of its own, and others have from a shared one',
      {
        'shared/mon.yaml': app('mon'),
        'own/mon.yaml': app('mon'),
        ...hub('dev', 'own'),
        ...hub('prod', 'shared'),
        ...hub('stage', 'shared'),
      },
      ({ remove }) => (remove('clusters/dev/own.yaml'), remove('own')),
      MON,
    ],
    ['a folder of a deleted Application', ARGO, ({ remove }) => remove('argo/dev.yaml'), OF_ARGO],
    [
      'a folder of an Application that goes to the other hub',
      ARGO,
      ({ write }) => write('argo/dev.yaml', argo('dev', 'shared', 'prod')),
      OF_ARGO,
    ],
    [
      'an element of an ApplicationSet',
      { ...SHARED, 'argo/set.yaml': set('dev', 'prod') },
      ({ write }) => write('argo/set.yaml', set('prod')),
      OF_ARGO,
    ],
    [
      'a folder of hubs of the configuration',
      { ...TWO, '.fleet-gate.yaml': 'worlds: { dev: [clusters/dev, shared], prod: [clusters/prod, shared] }\n' },
      REMOVE,
      ['placement mon of dev'],
    ],
  ])('%s', async (_what, files, change, removed) => {
    const found = await judged(files, change);
    expect([found.code, found.removed]).toEqual([1, removed]);
    expect(found.notes).toMatch(/no longer deploys (?:shared|own) to \S+, and still to another hub/);
  });

  it.each([
    ['clusters', 1],
    ['resources', 0],
    ['none', 0],
  ])('--fail-on-removal %s', async (asked, code) => {
    expect(await judged(TWO, REMOVE, ['--clusters', 'e1.yaml', '--fail-on-removal', asked])).toMatchObject({ code, removed: MON });
  });

  it('without clusters', async () => {
    expect(await judged(TWO, REMOVE, ANY)).toMatchObject({ code: 1, removed: MON });
    expect(await judged(THREE, REMOVE, ANY)).toMatchObject({ code: 1, removed: MON });
  });
});

describe('content of a placement that stays is removed, if', () => {
  const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: config, namespace: mon }\ndata: { a: b }\n';
  const sync = (place: string, path: string): Files => ({ [`clusters/${place}/sync.yaml`]: `${source}---\n${flux('flux-system', path)}` });
  const deleteInner: Change = ({ remove }) => (remove('apps/inner.yaml'), remove('deep'));
  const APPS: Files = { 'apps/mon.yaml': app('mon'), 'apps/inner.yaml': flux('inner', './deep'), 'deep/config.yaml': config };

  it.each<readonly [string, Files, Change]>([
    ['its deployer is deleted, which another one brings', { ...APPS, ...sync('dev', './apps') }, deleteInner],
    ['its deployer is deleted, which Argo CD brings', { ...APPS, 'clusters/dev.yaml': argo('dev', 'apps', 'dev') }, deleteInner],
    [
      'the only deployer of the folder around that of Flux is deleted',
      {
        ...sync('dev/flux-system', './clusters/dev'),
        'clusters/dev/mon.yaml': app('mon'),
        'clusters/dev/deep.yaml': flux('deep', './deep'),
        'deep/config.yaml': config,
      },
      ({ remove }) => (remove('clusters/dev/deep.yaml'), remove('deep')),
    ],
    [
      'only one of two hubs no longer gets it',
      {
        ...APPS,
        ...sync('dev', './apps'),
        ...sync('prod', './more'),
        'more/mon.yaml': app('mon'),
        'more/deep.yaml': flux('deep', './deep'),
      },
      ({ remove }) => remove('apps/inner.yaml'),
    ],
  ])('%s', async (_what, files, change) => {
    const found = await judged(files, change);
    expect([found.code, found.removed]).toEqual([1, [expect.stringMatching(/^resources mon of /)]]);
  });
});

describe('is no removal', () => {
  it.each<readonly [string, Files, Change]>([
    [
      'a second hub',
      { ...SHARED, ...hub('dev', 'shared') },
      ({ write }) => Object.entries(hub('prod', 'shared')).forEach(([path, text]) => write(path, text)),
    ],
    ['a third hub', TWO, ({ write }) => Object.entries(hub('stage', 'shared')).forEach(([path, text]) => write(path, text))],
    [
      'a deployer with another name that does not prune',
      { ...TWO, 'clusters/dev/shared.yaml': flux('shared', './shared').replace('prune: true', 'prune: false') },
      (r) => (REMOVE(r), r.write('clusters/dev/monitoring.yaml', flux('monitoring', './shared'))),
    ],
    [
      'a hub with another name',
      TWO,
      (r) => {
        r.remove('clusters/dev');
        for (const [path, text] of Object.entries(hub('next', 'shared'))) r.write(path, text);
      },
    ],
    [
      'a copy of the folder',
      TWO,
      (r) => (r.write('copy/mon.yaml', app('mon')), r.write('clusters/dev/shared.yaml', flux('shared', './copy'))),
    ],
    [
      'a folder above',
      { ...TWO, 'shared/deep/other.yaml': app('other') },
      ({ write }) => write('clusters/dev/shared.yaml', flux('shared', './shared/')),
    ],
    ['a renamed Application', ARGO, (r) => (r.remove('argo/dev.yaml'), r.write('argo/mon.yaml', argo('mon', 'shared', 'dev')))],
    [
      'the elements of an ApplicationSet in another order',
      { ...SHARED, 'argo/set.yaml': set('dev', 'prod') },
      ({ write }) => write('argo/set.yaml', set('prod', 'dev')),
    ],
    [
      'a deployer in a place that comes first',
      { ...TWO, 'more/ns.yaml': namespace('more') },
      (r) => (REMOVE(r), r.write('clusters/dev/a/shared.yaml', flux('shared', './shared'))),
    ],
    [
      'moved files',
      TWO,
      (r) => {
        r.remove('shared');
        r.write('common/mon.yaml', app('mon'));
        for (const name of ['dev', 'prod']) r.write(`clusters/${name}/shared.yaml`, flux('shared', './common'));
      },
    ],
  ])('%s', async (_what, files, change) => {
    const found = await judged(files, change);
    expect([found.code, found.removed]).toEqual([0, []]);
    expect(found.notes).not.toMatch(/longer deploys?/);
  });

  it('a deployer with another name, which deletes the objects before they are created again', async () => {
    const rename = (r: GitRepository): void => (REMOVE(r), r.write('clusters/dev/monitoring.yaml', flux('monitoring', './shared')));
    const found = await judged(TWO, rename);
    expect(found.notes).toContain('they are deleted on the hub and created again');
    expect(found.notes).not.toMatch(/longer deploys?/);
  });

  it('what a pipeline no longer applies to one of two hubs, as nothing deletes it there', async () => {
    const files: Files = {
      ...SHARED,
      '.github/workflows/dev.yml': pipeline('dev', 'shared'),
      '.github/workflows/prod.yml': pipeline('prod', 'shared'),
    };
    expect(await judged(files, ({ remove }) => remove('.github/workflows/dev.yml'))).toMatchObject({ code: 0, removed: [] });
  });
});

describe('a folder that a hub leaves for another one with the same objects', () => {
  const OWN: Files = { 'a/mon.yaml': app('mon'), 'b/mon.yaml': app('mon'), ...hub('dev', 'a'), ...hub('prod', 'b') };
  const ONE: Files = { 'a/mon.yaml': app('mon'), ...hub('dev', 'a') };
  const copied =
    (text = app('mon')): Change =>
    (r) => (r.write('copy/mon.yaml', text), r.write('clusters/dev/a.yaml', flux('a', './copy')));
  const toOther: Change = ({ write }) => write('clusters/dev/a.yaml', flux('a', './b'));
  const MOVED = 'Nothing that was read deploys a any longer, and this change deploys objects of it from elsewhere';

  /** How the plan changes the placements, as the number of kept clusters and the added ones. */
  async function planned(files: Files, change: Change): Promise<{ readonly changes: string; readonly notes: string }> {
    const repository = gitRepository({ ...files, 'e1.yaml': joinedMembers('e1', 'e2') });
    repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
    change(repository);
    const { report } = await runCli(repository.dir, ['lint', '.', '--plan', '--base', 'HEAD', '--clusters', 'e1.yaml']);
    const changes = (report?.plan?.placements ?? []).map(({ change: made, overlay }) => {
      return `${overlay ?? 'any'}: ${made?.kept ?? 0} + ${made?.added.join(' ') ?? ''}`;
    });
    const removed = (report?.removals ?? []).map(({ overlay }) => `${overlay ?? 'any'} removed`);
    return { changes: [...changes, ...removed].toSorted().join('; '), notes: (report?.notes ?? []).join('\n') };
  }

  it.each<readonly [string, Files, Change, string]>([
    ['a copy, with two hubs', OWN, copied(), 'clusters/dev: 1 + ; clusters/prod: 1 + '],
    ['a copy, with one hub', ONE, copied(), 'any: 1 + '],
    ['an edited copy', OWN, copied(app('mon').replace('[e1]', '[e1, e2]')), 'clusters/dev: 1 + e2; clusters/prod: 1 + '],
    ['the folder of the other hub', OWN, toOther, 'any: 1 + '],
    [
      'an edited folder of the other hub',
      OWN,
      (r) => (toOther(r), r.write('b/mon.yaml', app('mon').replace('[e1]', '[e1, e2]'))),
      'any: 1 + e2',
    ],
  ])('is not compared, and its objects are not new: %s', async (_what, files, change, changes) => {
    const found = await planned(files, change);
    expect(found.changes).toBe(changes);
    expect(found.notes).toContain(MOVED);
    expect(found.notes).not.toContain('takes them as removed');
  });

  it.each<readonly [string, Files, Change, string]>([
    ['it has an object that the other folder lacks', { ...OWN, 'a/own.yaml': app('own') }, toOther, 'clusters/dev removed'],
    [
      'only the other hub gets its objects from a new file',
      { ...ONE, ...hub('prod', 'b'), 'b/ns.yaml': namespace('b'), 'c/ns.yaml': namespace('c') },
      (r) => (r.write('b/mon.yaml', app('mon')), r.write('clusters/dev/a.yaml', flux('a', './c'))),
      'clusters/dev removed',
    ],
  ])('is shown as removed if %s', async (_what, files, change, changes) => {
    expect((await planned(files, change)).changes).toContain(changes);
  });
});

describe('a note says that it may be removed', () => {
  it.each<readonly [string, Files, Change]>([
    ['if another deployer has a path that is not known', TWO, (r) => (REMOVE(r), r.write('argo/set.yaml', UNKNOWN))],
    ['if a pipeline applies it', { ...TWO, '.github/workflows/deploy.yml': pipeline('dev', 'shared') }, REMOVE],
  ])('%s', async (_what, files, change) => {
    const found = await judged(files, change);
    expect([found.code, found.removed]).toEqual([0, []]);
    expect(found.notes).toContain('may no longer deploy shared to clusters/dev');
  });
});

describe('a hub with another name is named, as it may be another hub', () => {
  const renamed =
    (from: string, to: string): Change =>
    (r) => {
      r.remove(`clusters/${from}`);
      for (const [path, text] of Object.entries(hub(to, 'shared'))) r.write(path, text);
    };
  it.each<readonly [string, Files, Change, string]>([
    [
      'of Flux',
      TWO,
      renamed('dev', 'next'),
      'deploy shared to clusters/next and no longer to clusters/dev, which was taken for the same hub',
    ],
    [
      'of Argo CD, that deploys a shared folder',
      ARGO,
      (r) => (r.remove('argo/dev.yaml'), r.write('argo/eu.yaml', argo('eu', 'shared', 'eu'))),
      'deploy shared to https://eu.io and no longer to https://dev.io',
    ],
    [
      'of Argo CD, the only one',
      { ...SHARED, 'argo/dev.yaml': argo('dev', 'shared', 'dev') },
      (r) => (r.remove('argo/dev.yaml'), r.write('argo/eu.yaml', argo('eu', 'shared', 'eu'))),
      'deploy shared to https://eu.io and no longer to https://dev.io',
    ],
  ])('%s', async (_what, files, change, note) => {
    const found = await judged(files, change);
    expect([found.code, found.removed, found.notes]).toEqual([0, [], expect.stringContaining(note)]);
  });

  it.each<readonly [string, Files, Change]>([
    ['if all deployers are in one cluster', { ...SHARED, ...hub('dev', 'shared') }, renamed('dev', 'next')],
    ['if another note names both', ARGO, ({ write }) => write('argo/dev.yaml', argo('dev', 'shared', 'eu'))],
    [
      'if the new hub gets other objects',
      { ...TWO, 'other/other.yaml': app('other') },
      (r) => {
        r.remove('clusters/dev');
        for (const [path, text] of Object.entries(hub('next', 'other'))) r.write(path, text);
      },
    ],
    ['if it is only removed', TWO, ({ remove }) => remove('clusters/dev')],
  ])('not %s', async (_what, files, change) => {
    expect((await judged(files, change)).notes).not.toContain('the same hub with another name');
  });
});

describe('what another hub gets as well', () => {
  const addHub =
    (name: string): Change =>
    ({ write }) =>
      Object.entries(hub(name, 'shared')).forEach(([path, text]) => write(path, text));
  const JOBS: Files = { ...SHARED, '.github/workflows/dev.yml': pipeline('dev', 'shared') };

  it.each<readonly [string, Files, Change, string]>([
    ['a second hub of Flux', { ...SHARED, ...hub('dev', 'shared') }, addHub('prod'), 'shared to clusters/prod'],
    ['a third hub of Flux', TWO, addHub('stage'), 'shared to clusters/stage'],
    [
      'two hubs',
      { ...SHARED, ...hub('dev', 'shared') },
      (r) => (addHub('prod')(r), addHub('stage')(r)),
      'shared to clusters/prod, clusters/stage',
    ],
    [
      'a hub with other folders',
      { ...TWO, ...hub('stage', 'own'), 'own/own.yaml': app('own') },
      ({ write }) => write('clusters/stage/shared.yaml', flux('shared', './shared')),
      'shared to clusters/stage',
    ],
    ['an Application', ARGO, ({ write }) => write('argo/qa.yaml', argo('qa', 'shared', 'qa')), 'shared to https://qa.io'],
    [
      'an element of an ApplicationSet',
      { ...SHARED, 'argo/set.yaml': set('dev') },
      ({ write }) => write('argo/set.yaml', set('dev', 'prod')),
      'shared to https://prod.io',
    ],
    [
      'a pipeline',
      JOBS,
      ({ write }) => write('.github/workflows/prod.yml', pipeline('prod', 'shared')),
      'shared to .github/workflows/prod.yml',
    ],
  ])('is in a note: %s', async (_what, files, change, places) => {
    const found = await judged(files, change);
    expect([found.code, found.removed]).toEqual([0, []]);
    expect(found.notes).toContain(`This change also deploys ${places}. All of it is new there`);
  });

  it.each<readonly [string, Files, Change]>([
    [
      'a hub with another name',
      TWO,
      (r) => {
        r.remove('clusters/dev');
        addHub('next')(r);
      },
    ],
    ['another server of an Application', ARGO, ({ write }) => write('argo/dev.yaml', argo('dev', 'shared', 'next'))],
    ['another name of a context', JOBS, ({ write }) => write('.github/workflows/dev.yml', pipeline('next', 'shared'))],
    ['a deployer of the same hub', TWO, ({ write }) => write('clusters/dev/again.yaml', flux('again', './shared'))],
    [
      'a folder of its own',
      TWO,
      (r) => (Object.entries(hub('stage', 'own')).forEach(([path, text]) => r.write(path, text)), r.write('own/mon.yaml', app('mon'))),
    ],
    [
      'a job that may be for the same hub',
      { ...SHARED, ...hub('dev', 'shared') },
      ({ write }) => write('.github/workflows/dev.yml', pipeline('dev', 'shared')),
    ],
    ['a removal', TWO, REMOVE],
    ['an edit', TWO, ({ write }) => write('shared/mon.yaml', app('mon').replace('PickFixed', 'PickAll'))],
  ])('is not in a note: %s', async (_what, files, change) => {
    expect((await judged(files, change)).notes).not.toContain('also deploys');
  });
});

/** Files with objects of KubeFleet beside a kustomization that no kustomization lists. */
import { expect, it } from 'vitest';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const crp = (name: string, more = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name}${more} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
`;
const NS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const BASE = {
  'tree/ns.yaml': NS,
  'tree/old.yaml': crp('old'),
  'tree/kustomization.yaml': 'resources: [ns.yaml]\n',
  'plain/a.yaml': crp('a'),
};
const NOTE = 'beside the kustomization of tree';

async function notes(
  change: (repository: GitRepository) => void,
  files: Readonly<Record<string, string>> = BASE,
): Promise<readonly [number, string]> {
  const repository = gitRepository(files);
  change(repository);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD']);
  return [exitCode, (report?.notes ?? []).join('\n')];
}

it.each<readonly [string, (repository: GitRepository) => void, string]>([
  ['adds', ({ write }) => write('tree/new.yaml', crp('new')), 'tree/new.yaml'],
  ['edits', ({ write }) => write('tree/old.yaml', crp('old', ', labels: { a: b }')), 'tree/old.yaml'],
])('a file that the change %s is named, and passes', async (_how, change, file) => {
  expect(await notes(change)).toEqual([
    0,
    expect.stringContaining(
      `No kustomization lists ${file}, beside the kustomization of tree: it was checked as if something else applied it. Add it to \`resources\` there if the kustomization should deploy it.`,
    ),
  ]);
});

const PATCH = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { revisionHistoryLimit: 5 }
`;
const step = (command: string): string =>
  `on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ uses: azure/aks-set-context@v4, with: { cluster-name: hub } }, { run: "${command}" }] } }\n`;
const PATCHED = {
  'base/all.yaml': `${NS}---\n${crp('shop')}`,
  'base/kustomization.yaml': 'resources: [all.yaml]\n',
  'prod/kustomization.yaml': 'resources: [../base]\npatches: [{ path: patch.yaml }]\n',
  'prod/patch.yaml': PATCH,
  '.github/workflows/deploy.yml': step('kubectl apply -k prod'),
};
const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: prod, namespace: flux-system }
spec: { interval: 10m, path: ./prod, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const unlist = ({ write }: GitRepository): void => write('prod/kustomization.yaml', 'resources: [../base]\n');
const addPatch =
  (file: string) =>
  ({ write }: GitRepository) =>
    write(file, PATCH);

it.each<[string, (repository: GitRepository) => void, string, Readonly<Record<string, string>>?]>([
  ['delists', unlist, 'prod/patch.yaml'],
  ['adds', addPatch('prod/other.yaml'), 'prod/other.yaml'],
  ['adds beside the base', addPatch('base/other.yaml'), 'base/other.yaml'],
  ['does not touch', () => undefined, 'prod/patch.yaml', { ...PATCHED, 'prod/kustomization.yaml': 'resources: [../base]\n' }],
  ['delists, with Flux', unlist, 'prod/patch.yaml', { ...PATCHED, '.github/workflows/deploy.yml': '', 'clusters/hub/prod.yaml': FLUX }],
])('a patch that is not used, and that the change %s, is named, and passes', async (_how, change, file, files = PATCHED) => {
  expect(await notes(change, files)).toEqual([
    0,
    expect.stringContaining(
      `No kustomization lists ${file}, and the kustomization beside makes ClusterResourcePlacement/shop: it was taken for a patch that is not used, and not checked.`,
    ),
  ]);
});

it.each<readonly [string, Readonly<Record<string, string>>]>([
  ['a step applies the file', { '.github/workflows/deploy.yml': step('kubectl apply -k prod && kubectl apply -f prod/patch.yaml') }],
  [
    'a step applies the files of the folder',
    { '.github/workflows/deploy.yml': step('kubectl apply -k prod && kubectl apply -f prod/*.yaml') },
  ],
  [
    'a step applies the folder without its kustomization',
    { '.github/workflows/deploy.yml': step('kubectl apply -k prod && kubectl apply -f prod') },
  ],
  ['it is not known what applies the kustomization', { '.github/workflows/deploy.yml': step('true') }],
  ['the kustomization does not make its object', { 'prod/patch.yaml': PATCH.replace('shop', 'new') }],
])('a file that no kustomization lists is checked if %s', async (_why, files) => {
  const change = ({ write }: GitRepository): void => {
    for (const [file, content] of Object.entries(files)) write(file, content);
  };
  const [exitCode, text] = await notes(change, { ...PATCHED, 'prod/kustomization.yaml': 'resources: [../base]\n' });
  expect([exitCode, text.includes('is not used')]).toEqual([1, false]);
});

it.each<readonly [string, (repository: GitRepository) => void]>([
  ['the change does not touch it', ({ write }) => write('tree/ns.yaml', `${NS}# x\n`)],
  [
    'the kustomization lists it',
    ({ write }) => (write('tree/new.yaml', crp('new')), write('tree/kustomization.yaml', 'resources: [ns.yaml, new.yaml]\n')),
  ],
  [
    'it is a patch',
    ({ write }) => (
      write('tree/new.yaml', crp('new')),
      write('tree/patch.yaml', crp('new', ', labels: { a: b }')),
      write('tree/kustomization.yaml', 'resources: [ns.yaml, new.yaml]\npatches: [{ path: patch.yaml }]\n')
    ),
  ],
  ['it has no object of KubeFleet', ({ write }) => write('tree/new.yaml', NS.replace('shop', 'other'))],
  ['there is no kustomization beside it', ({ write }) => write('plain/b.yaml', crp('b'))],
  [
    'a pipeline applies it',
    ({ write }) => (
      write('tree/new.yaml', crp('new')),
      write(
        '.github/workflows/deploy.yml',
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: kubectl apply -k tree && kubectl apply -f tree/new.yaml\n',
      )
    ),
  ],
])('nothing is said if %s', async (_why, change) => {
  expect((await notes(change))[1]).not.toContain(NOTE);
});

const OTHER = { 'other/all.yaml': crp('other'), 'other/kustomization.yaml': 'resources: [all.yaml]\n' };
const OF_TWO = { ...PATCHED, ...OTHER, 'prod/kustomization.yaml': 'resources: [../base, ../other]\npatches: [{ path: patch.yaml }]\n' };
/** The overlay brings the placement no longer, and its patch stays. */
const drop = ({ write }: GitRepository): void => write('prod/kustomization.yaml', 'resources: [../other]\n');
const LEFT = 'No kustomization lists prod/patch.yaml any longer: it is a patch that nothing uses, and was not checked.';

it.each<[string, Readonly<Record<string, string>>]>([
  ['in part', OF_TWO],
  ['as a whole', { ...OF_TWO, 'prod/patch.yaml': crp('shop', ', labels: { a: b }') }],
  ['with Flux', { ...OF_TWO, '.github/workflows/deploy.yml': '', 'clusters/hub/prod.yaml': FLUX }],
])('a patch that stays does not keep the object that its kustomization no longer makes: %s', async (_, files) => {
  const { dir, write } = gitRepository({ ...files, 'clusters.yaml': joinedMembers('oslo') });
  write('prod/kustomization.yaml', 'resources: [../other]\n');
  const flags = ['--base', 'HEAD', '--plan', '--clusters', 'clusters.yaml'];
  const { exitCode, report } = await runCli(dir, ['lint', '.', ...flags]);
  const deleted = (report?.plan?.deleted ?? []).map(({ object }) => object.name);
  expect([exitCode, deleted]).toEqual([0, ['shop']]);
  expect(report?.notes).toContain(LEFT);
});

it.each<[string, (repository: GitRepository) => void, Readonly<Record<string, string>>?]>([
  ['it is not known what applies the kustomization', drop, { ...OF_TWO, '.github/workflows/deploy.yml': step('true') }],
  [
    'a step applies the file',
    drop,
    { ...OF_TWO, '.github/workflows/deploy.yml': step('kubectl apply -k prod; kubectl apply -f prod/patch.yaml') },
  ],
  ['the change edits it', (repository) => (drop(repository), repository.write('prod/patch.yaml', `${PATCH}# x\n`))],
  ['the kustomization is gone', ({ remove }) => remove('prod/kustomization.yaml')],
])('a patch of the base is checked if %s', async (_, change, files = OF_TWO) => {
  const [exitCode, text] = await notes(change, files);
  expect([exitCode, text.includes(LEFT)]).toEqual([1, false]);
});

/** Pipelines and scripts of a change say where the folders go that it adds, and not where those of the base go. */
import { expect, test } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const apply = (hub: string, folder: string): string => `kubectl --context ${hub} apply -f ${folder}`;
const [ONE, OTHER] = [apply('one', 'deploy/a'), apply('other', 'deploy/b')];
const workflow = (...runs: readonly string[]): string =>
  `on: push\njobs:\n${runs.map((run, index) => `  j${index}: { runs-on: x, steps: [{ run: "${run}" }] }\n`).join('')}`;

const DIVIDED_AS_BEFORE =
  'This change edits which hub pipelines and scripts deploy files to. The files of the base were checked as its own pipelines and scripts deploy them.';

/** Two placements of one Namespace, which only two hubs accept. */
async function checked(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--base', 'HEAD'],
): Promise<readonly unknown[]> {
  const { dir, write } = gitRepository({ 'deploy/a/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`, ...before });
  write('deploy/b/all.yaml', placementYaml('shop').replace('name: shop', 'name: twin'));
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', 'deploy', ...flags]);
  return [exitCode, report?.lint?.findings.map(({ rule }) => rule), (report?.notes ?? []).filter((note) => note.includes('pipelines'))];
}

test.each<[what: string, after: Record<string, string>]>([
  ['a script', { 'scripts/deploy.sh': `${ONE}\n${OTHER}\n` }],
  ['a workflow', { '.github/workflows/deploy.yaml': workflow(ONE, OTHER) }],
  ['a Makefile', { Makefile: `a:\n\t${ONE}\nb:\n\t${OTHER}\n` }],
])('a change does not take what was there to another hub: %s', async (_, after) => {
  expect(await checked({}, after)).toEqual([1, ['overlapping-placements'], [DIVIDED_AS_BEFORE]]);
});

test.each<[what: string, before: Record<string, string>, after: Record<string, string>]>([
  ['a script that was edited', { 'deploy.sh': ONE }, { 'deploy.sh': `${ONE}\n${OTHER}\n` }],
  ['another workflow', { '.github/workflows/a.yaml': workflow(ONE) }, { '.github/workflows/b.yaml': workflow(OTHER) }],
])('a change brings the folder that it adds to another hub: %s', async (_, before, after) => {
  expect(await checked(before, after)).toEqual([0, [], []]);
});

test('a change does not hide what it removes from clusters', async () => {
  const kept = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;
  const { dir, write, remove } = gitRepository({ 'deploy/a/all.yaml': kept, 'deploy/b/map.yaml': map('b') });
  write('clusters.yaml', joinedMembers('east'));
  const removals = async (): Promise<unknown> => {
    const { exitCode, report } = await runCli(dir, [
      'plan',
      'deploy',
      '--base',
      'HEAD',
      '--clusters',
      'clusters.yaml',
      '--fail-on-removal',
      'any',
    ]);
    return [exitCode, report?.removals?.flatMap(({ resources }) => resources.map(({ name }) => name))];
  };
  remove('deploy/b/map.yaml');
  expect(await removals()).toEqual([1, ['map']]);
  write('deploy.sh', `${ONE}\n${OTHER}\n`);
  expect(await removals()).toEqual([1, ['map']]);
});

test('pipelines and scripts that the base has are believed, and without a base nothing is known', async () => {
  const both = { 'scripts/deploy.sh': `${ONE}\n${OTHER}\n` };
  expect(await checked(both, {})).toEqual([0, [], []]);
  expect(await checked({}, both, [])).toEqual([0, [], []]);
  expect(await checked({}, {})).toEqual([1, ['overlapping-placements'], []]);
  expect(await checked({}, { 'scripts/deploy.sh': `${ONE}\n${apply('one', 'deploy/b')}\n` })).toEqual([1, ['overlapping-placements'], []]);
});

test('a change of a script that divides nothing in another way is not named', async () => {
  expect(await checked({ 'x.sh': `${ONE}\n${OTHER}\n` }, { 'x.sh': `# again\n${ONE}\n${OTHER}\n` })).toEqual([0, [], []]);
  const { dir, write } = gitRepository({ 'deploy/a/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` });
  write('deploy/b/all.yaml', `${placementYaml('books')}---\n${namespaceYaml('books')}`);
  write('x.sh', `${ONE}\n${OTHER}\n`);
  const { exitCode, report } = await runCli(dir, ['lint', 'deploy', '--base', 'HEAD']);
  expect([exitCode, report?.silenced]).toEqual([0, undefined]);
});

const LOOP = `on: push
jobs:
  d:
    strategy: { matrix: { hub: [one, other] } }
    runs-on: x
    steps: [{ run: 'for d in teams/*/\${{ matrix.hub }}/; do kubectl --context \${{ matrix.hub }} apply -f "$d"; done' }]
`;
const each = (folder: string): string => ['one', 'other'].map((hub) => apply(hub, `${folder}/${hub}`)).join('\n');

test.each<[what: string, before: string, after: string, moves: boolean, notes: readonly string[]]>([
  ['deletes a folder of a loop', LOOP, LOOP, false, []],
  ['renames a folder of a loop', LOOP, LOOP, true, []],
  ['renames a folder and its commands', each('teams/red'), each('teams/blue'), true, []],
  ['deletes a folder and its commands', `${each('teams/red')}\n${each('teams/new')}`, each('teams/new'), false, []],
  [
    'swaps two hubs',
    each('teams/new'),
    [apply('one', 'teams/new/other'), apply('other', 'teams/new/one')].join('\n'),
    false,
    [DIVIDED_AS_BEFORE],
  ],
])('a change that deletes or moves files is not one of hubs: it %s', async (_, before, after, moves, expected) => {
  const script = before === LOOP ? '.github/workflows/d.yaml' : 'd.sh';
  const files = (team: string): readonly (readonly [string, string])[] =>
    ['one', 'other'].map((hub) => [`teams/${team}/${hub}/all.yaml`, `${placementYaml(team)}---\n${namespaceYaml(team)}`]);
  const { dir, write, remove } = gitRepository({ [script]: before, ...Object.fromEntries([...files('red'), ...files('new')]) });
  for (const [file] of files('red')) remove(file);
  if (moves) for (const [file, text] of files('blue')) write(file, text);
  write(script, after);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  expect((report?.notes ?? []).filter((note) => note.includes('pipelines'))).toEqual(expected);
});

const application = (hub: string, path: string): string =>
  JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: hub, namespace: 'argocd' },
    spec: { source: { repoURL: 'x', path }, destination: { server: `https://${hub}` } },
  });
const TWO_HUBS = { 'argo/one.json': application('one', 'deploy/a'), 'argo/other.json': application('other', 'deploy/b') };
const map = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map, namespace: shop }\ndata: { value: ${value} }\n`;
const WHOLE = 'kubectl apply -R -f .';

test.each<[what: string, script: Record<string, string>]>([
  ['a workflow', { '.github/workflows/deploy.yaml': workflow(WHOLE) }],
  ['a workflow that names the top', { '.github/workflows/deploy.yaml': workflow('kubectl apply --recursive -f ${{ github.workspace }}') }],
  ['a script at the top', { 'deploy.sh': WHOLE }],
  ['a script that names the folder above', { 'scripts/deploy.sh': 'kubectl apply -R -f ..' }],
])('deployers that a change adds do not divide what is applied as a whole: %s', async (_, script) => {
  expect(await checked(script, TWO_HUBS, ['argo', '--base', 'HEAD'])).toEqual([1, ['overlapping-placements'], []]);
});

test.each<[what: string, before: Record<string, string>, after: Record<string, string>]>([
  ['no script', {}, TWO_HUBS],
  ['a script that applies only the files at the top', { 'deploy.sh': 'kubectl apply -f .' }, TWO_HUBS],
  ['a script that applies its own folder', { 'scripts/deploy.sh': WHOLE }, TWO_HUBS],
  [
    'a tree with the same object for both hubs, of which the script can only apply a part',
    { 'deploy.sh': WHOLE },
    { ...TWO_HUBS, 'deploy/b/map.yaml': map('b'), 'deploy/a/map.yaml': map('a') },
  ],
])('deployers divide what is not applied as a whole: %s', async (_, before, after) => {
  expect(await checked(before, after, ['argo', '--base', 'HEAD'])).toEqual([0, [], []]);
});

test('what the base applies as a whole stays together', async () => {
  expect(await checked({ 'deploy.sh': WHOLE }, { 'deploy.sh': `${ONE}\n${OTHER}\n` })).toEqual([
    1,
    ['overlapping-placements'],
    [DIVIDED_AS_BEFORE],
  ]);
});

const TWO = `${apply('one', 'deploy/prod')}; ${apply('other', 'deploy/dev')}`;
const ALL = 'kubectl --context one apply -R -f deploy';

/** A folder with a placement is moved into `deploy/prod`, and `deploy/dev` has it too, with one more object. */
async function split(before: string, after: string): Promise<readonly unknown[]> {
  const all = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;
  const { dir, write, remove } = gitRepository({
    'deploy/all.yaml': all,
    'clusters.yaml': joinedMembers('east'),
    '.github/workflows/d.yaml': workflow(before),
  });
  remove('deploy/all.yaml');
  write('deploy/prod/all.yaml', all);
  write('deploy/dev/all.yaml', `${all}---\n${map('shop')}`);
  write('.github/workflows/d.yaml', workflow(...after.split('; ')));
  const { exitCode, report } = await runCli(dir, [
    'plan',
    '.',
    '--base',
    'HEAD',
    '--clusters',
    'clusters.yaml',
    '--fail-on-removal',
    'any',
  ]);
  const placements = report?.plan?.placements.map(({ resources, change }) => [
    resources.map(({ kind }) => kind),
    change === undefined ? 'new' : (change.resources?.added.map(({ resource }) => resource.kind) ?? 'unchanged'),
  ]);
  return [exitCode, placements];
}

const PROD = [['Namespace'], 'unchanged'];
test.each([
  [
    'two hubs',
    ALL,
    TWO,
    [
      PROD,
      [
        ['Namespace', 'ConfigMap'],
        ['Namespace', 'ConfigMap'],
      ],
    ],
  ],
  ['two hubs, of which the base names none', 'kubectl apply -R -f deploy', TWO, [PROD, [['Namespace', 'ConfigMap'], ['ConfigMap']]]],
  ['one hub', ALL, ALL, [[['Namespace', 'ConfigMap'], ['ConfigMap']]]],
])('the files of a folder that a change splits go to %s', async (_, before, after, placements) => {
  expect(await split(before, after)).toEqual([0, placements]);
});

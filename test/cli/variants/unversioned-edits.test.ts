/** Edits of a chart that Flux deploys only with a new version of the chart. helm is not installed here. */
import { describe, expect, it, test } from 'vitest';
import { memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import type { Tree } from '../../support/unread/places.ts';

const URL = 'https://github.com/team/fleet';

const object = (group: string, kind: string, spec: object, name = 'shop'): object => ({
  apiVersion: `${group}.toolkit.fluxcd.io/v1`,
  kind,
  metadata: { name, namespace: 'flux-system' },
  spec,
});
const inFile = (...objects: readonly object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
const SOURCE = object('source', 'GitRepository', { url: URL, ref: { branch: 'main' } }, 'fleet');
const SOURCE_REF = { kind: 'GitRepository', name: 'fleet' };
/** @param chart more of the HelmChart @param more of the HelmRelease */
const release = (chart: object = {}, more: object = {}, name = 'shop'): object =>
  object('helm', 'HelmRelease', { chart: { spec: { chart: './charts/shop', sourceRef: SOURCE_REF, ...chart } }, ...more }, name);
const hub = (...objects: readonly object[]): Tree => ({ 'hub/flux.yaml': inFile(SOURCE, ...objects) });
const version = (text: string): Tree => ({ 'charts/shop/Chart.yaml': `apiVersion: v2\nname: shop\nversion: ${text}\n` });
const image = (tag: string): Tree => ({
  'charts/shop/templates/job.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: job, namespace: shop}\ndata: {image: "{{ .Values.image }}:${tag}"}\n`,
});
const BASE: Tree = {
  'fleet/shop.yaml': [placementYaml('shop'), namespaceYaml('shop'), memberYaml('oslo')].join('---\n'),
  'charts/shop/values.yaml': 'image: nginx\n',
  'charts/shop/values-hub.yaml': 'image: httpd\n',
  'charts/shop/README.md': 'A shop.\n',
  'charts/shop/tests/job_test.yaml': 'suite: job\n',
  'env/hub.yaml': 'image: httpd\n',
  ...version('1.0.0'),
  ...image('1'),
};
const NEW_TAG = image('2');

/** The notes about versions of a change. @param before in addition to `BASE` @param after a text of `undefined` removes the file */
async function notesOf(
  before: Tree,
  after: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = ['lint', '.'],
): Promise<readonly string[]> {
  const { dir, git, write, remove, commit } = gitRepository({ ...BASE, ...before });
  git('remote', 'add', 'origin', `${URL}.git`);
  const base = commit();
  for (const [file, text] of Object.entries(after)) {
    if (text === undefined) remove(file);
    else write(file, text);
  }
  const { report } = await runCli(dir, [...args, '--base', base]);
  return (report?.notes ?? []).filter((note) => note.includes('without a new `version`'));
}

const note = (files: string, releases = 'HelmRelease/flux-system/shop in hub/flux.yaml does', them = 'it'): string =>
  `This change edits ${files} of the chart charts/shop without a new \`version\` in its Chart.yaml. Until it has one, ${releases} not deploy these edits, which were checked as if ${them} did. Flux makes a new chart from a GitRepository only for a new version. Give the chart a new \`version\`, or set \`reconcileStrategy: Revision\` beside its \`sourceRef\`.`;

const ofFiles = (...valuesFiles: readonly string[]): Tree => hub(release({ valuesFiles }));
const REFERENCE = { chart: undefined, chartRef: { kind: 'HelmChart', name: 'shop' } };
const chartObject = (more: object = {}): object =>
  object('source', 'HelmChart', { chart: './charts/shop', sourceRef: SOURCE_REF, ...more });

describe('a note names the edit', () => {
  it.each<[string, Tree, Tree, string]>([
    ['of a template', hub(release()), NEW_TAG, 'templates/job.yaml'],
    ['of the values', hub(release()), { 'charts/shop/values.yaml': 'image: httpd\n' }, 'values.yaml'],
    [
      'of the version of the application',
      hub(release()),
      { 'charts/shop/Chart.yaml': `${version('1.0.0')['charts/shop/Chart.yaml']}appVersion: 2\n` },
      'Chart.yaml',
    ],
    ['of a new template', hub(release()), { 'charts/shop/templates/more.yaml': 'kind: ConfigMap\n' }, 'templates/more.yaml'],
    ['with the strategy in words', hub(release({ reconcileStrategy: 'ChartVersion' })), NEW_TAG, 'templates/job.yaml'],
    ['of a HelmChart', hub(chartObject(), release({}, REFERENCE)), NEW_TAG, 'templates/job.yaml'],
    [
      'of a file of values in the chart',
      ofFiles('charts/shop/values-hub.yaml'),
      { 'charts/shop/values-hub.yaml': 'image: a\n' },
      'values-hub.yaml',
    ],
    ['of a file of values elsewhere', ofFiles('./env/hub.yaml'), { 'env/hub.yaml': 'image: a\n' }, 'env/hub.yaml'],
    [
      'beside an edit of the values of the release',
      hub(release()),
      { ...NEW_TAG, ...hub(release({}, { values: { image: 'a' } })) },
      'templates/job.yaml',
    ],
    [
      'beside an edit of another field of the HelmChart',
      hub(release()),
      { ...NEW_TAG, ...hub(release({ interval: '1m' })) },
      'templates/job.yaml',
    ],
  ])('%s', async (_, before, after, files) => {
    expect(await notesOf(before, after)).toEqual([note(files)]);
  });

  it('in plan', async () => {
    expect(await notesOf(hub(release()), NEW_TAG, ['plan', '.'])).toEqual([note('templates/job.yaml')]);
  });

  it('of a chart whose release is not among the paths', async () => {
    expect(await notesOf(hub(release()), NEW_TAG, ['lint', 'charts', 'fleet'])).toEqual([note('templates/job.yaml')]);
  });

  it('once for two releases', async () => {
    const releases = 'HelmRelease/flux-system/shop in hub/flux.yaml, HelmRelease/flux-system/store in hub/flux.yaml do';
    expect(await notesOf(hub(release(), release({}, {}, 'store')), NEW_TAG)).toEqual([note('templates/job.yaml', releases, 'they')]);
  });

  it('of a chart that moves with its release', async () => {
    const moved = Object.entries({ ...BASE, ...NEW_TAG }).filter(([file]) => file.startsWith('charts/shop/'));
    const gone = Object.fromEntries(moved.map(([file]) => [file, undefined]));
    const there = Object.fromEntries(moved.map(([file, text]) => [file.replace('charts', 'apps'), text]));
    const after = { ...gone, ...there, ...hub(release({ chart: './apps/shop' })) };
    expect(await notesOf(hub(release()), after)).toEqual([note('templates/job.yaml').replace('charts/shop', 'apps/shop')]);
  });
});

test.each<[string, Tree, Tree]>([
  ['the version is new', hub(release()), { ...NEW_TAG, ...version('1.0.1') }],
  ['the name is new', hub(release()), { ...NEW_TAG, 'charts/shop/Chart.yaml': 'apiVersion: v2\nname: store\nversion: 1.0.0\n' }],
  ['each revision is deployed', hub(release({ reconcileStrategy: 'Revision' })), NEW_TAG],
  ['each revision is deployed from now on', hub(release()), { ...NEW_TAG, ...hub(release({ reconcileStrategy: 'Revision' })) }],
  ['each revision of the HelmChart is deployed', hub(chartObject({ reconcileStrategy: 'Revision' }), release({}, REFERENCE)), NEW_TAG],
  ['the strategy has a variable', hub(release({ reconcileStrategy: '${strategy}' })), NEW_TAG],
  ['the release is new', hub(), { ...NEW_TAG, ...hub(release()) }],
  ['the chart is not in this repository', hub(release({ sourceRef: { kind: 'HelmRepository', name: 'fleet' } })), NEW_TAG],
  ['only values of the release change', hub(release()), hub(release({}, { values: { image: 'a' } }))],
  [
    'texts for people change',
    hub(release()),
    { 'charts/shop/README.md': 'The shop.\n', 'charts/shop/tests/job_test.yaml': 'suite: jobs\n' },
  ],
  ['values of others change', hub(release()), { 'charts/shop/values-hub.yaml': 'image: a\n' }],
  ['the files of values do not have the values of the chart', ofFiles('env/hub.yaml'), { 'charts/shop/values.yaml': 'image: a\n' }],
  [
    'the list of files of values changes',
    ofFiles('env/hub.yaml'),
    { ...NEW_TAG, ...ofFiles('env/hub.yaml', 'charts/shop/values-hub.yaml') },
  ],
  [
    'the HelmChart changes with the values of the release',
    hub(release()),
    { ...NEW_TAG, ...hub(release({ interval: '1m' }, { values: { image: 'a' } })) },
  ],
  [
    'Argo CD deploys it',
    {
      'hub/app.yaml': inFile({
        ...object('', 'Application', { source: { repoURL: URL, path: 'charts/shop' } }),
        apiVersion: 'argoproj.io/v1alpha1',
      }),
    },
    NEW_TAG,
  ],
])('there is no note if %s', async (_, before, after) => {
  expect(await notesOf(before, after)).toEqual([]);
});

test.each([
  ['sets the strategy', '{ op: add, path: /spec/chart/spec/reconcileStrategy, value: Revision }', []],
  ['sets something else', '{ op: add, path: /spec/timeout, value: 1m }', [note('templates/job.yaml')]],
])('a patch of Flux that %s is minded', async (_, operation, notes) => {
  const patches = [{ target: { kind: 'HelmRelease' }, patch: `[${operation}]` }];
  const root = object('kustomize', 'Kustomization', { path: './hub', sourceRef: SOURCE_REF, patches }, 'hub');
  expect(await notesOf({ ...hub(release()), 'root.yaml': inFile(root) }, NEW_TAG)).toEqual(notes);
});

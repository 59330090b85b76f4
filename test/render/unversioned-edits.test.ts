/** Edits of a chart that Flux deploys only with a new version, if helm shows what the edit changes. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import type { Tree } from '../support/unread/places.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const URL = 'https://github.com/team/fleet';

const release = (more: object = {}): Tree => ({
  'hub/shop.yaml': [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: 'flux-system' },
      spec: { url: URL },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: { chart: { spec: { chart: './charts/shop', sourceRef: { kind: 'GitRepository', name: 'fleet' } } }, ...more },
    },
  ]
    .map((object) => JSON.stringify(object))
    .join('\n---\n'),
});
const configMap = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: job, namespace: shop }\ndata:\n  image: {{ .Values.image }}\n${data}`;
const TEMPLATE = 'charts/shop/templates/job.yaml';
const BASE: Tree = {
  'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/values.yaml': 'image: nginx\nhasPort: false\n',
  'charts/shop/notes.txt': 'one',
  [TEMPLATE]: configMap(''),
};
const VALUES = { values: { hasPort: true } };
const LISTED: Tree = { '.fleet-gate.yaml': 'render: [{ path: charts/shop, args: [--set=hasPort=true] }]\n' };
const PORT = '{{- if .Values.hasPort }}\n  port: "80"\n{{- end }}\n';
const READING = configMap('  notes: {{ .Files.Get "notes.txt" }}\n');

it.skipIf(helm === undefined).each<[string, Tree, Tree, readonly string[]]>([
  ['a comment in a template', release(), { [TEMPLATE]: configMap('  # The image.\n') }, []],
  ['a comment in the values', release(), { 'charts/shop/values.yaml': '# The image.\nimage: nginx\nhasPort: false\n' }, []],
  ['notes for people', release(), { 'charts/shop/templates/NOTES.txt': 'Released.\n' }, []],
  [
    'a test',
    release(),
    { 'charts/shop/templates/tests/test.yaml': configMap('').replace('name:', 'annotations: { helm.sh/hook: test }, name:') },
    [],
  ],
  ['a part that the values turn off', release(), { [TEMPLATE]: configMap(PORT) }, []],
  ['a part that the values of the release turn on', release(VALUES), { [TEMPLATE]: configMap(PORT) }, ['templates/job.yaml']],
  ['such a part if the values are listed', { ...release(VALUES), ...LISTED }, { [TEMPLATE]: configMap(PORT) }, ['templates/job.yaml']],
  ['a comment if the values are listed', { ...release(VALUES), ...LISTED }, { [TEMPLATE]: configMap('  # The image.\n') }, []],
  ['the image', release(), { 'charts/shop/values.yaml': 'image: httpd\nhasPort: false\n' }, ['values.yaml']],
  ['a file that a template reads', { ...release(), [TEMPLATE]: READING }, { 'charts/shop/notes.txt': 'two' }, ['notes.txt']],
  ['a file that no template reads', release(), { 'charts/shop/notes.txt': 'two' }, []],
])('an edit without a new version: %s', async (_, before, after, files) => {
  const { dir, git, write, commit } = gitRepository({ ...BASE, ...before });
  git('remote', 'add', 'origin', `${URL}.git`);
  const base = commit();
  for (const [file, text] of Object.entries(after)) write(file, text);
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(dir, ['lint', '.', '--base', base], { env: { PATH } });
  const edits = (report?.notes ?? []).flatMap((note) => /^This change edits (.+) of the chart charts\/shop without/.exec(note)?.[1] ?? []);
  expect(edits).toEqual(files);
});

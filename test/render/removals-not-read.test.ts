/** What a deployer makes of a chart with values that are not known: a removal is only not known if the change edits how it makes that. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const URL = 'https://github.com/o/fleet';
const TREE = {
  'fleet/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'clusters.yaml': joinedMembers('east'),
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/prod.yaml': 'a: y\n',
  'chart/templates/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map, namespace: shop }\ndata: { a: "{{ .Values.a }}" }\n',
};
const APP = { metadata: { name: 'shop', namespace: 'argocd', finalizers: ['resources-finalizer.argocd.argoproj.io'] } };
const spec = (given?: object): object => ({
  source: { repoURL: URL, path: 'chart', ...(given === undefined ? {} : { helm: given }) },
  destination: { server: 'https://hub.example.com' },
  syncPolicy: { automated: { prune: true } },
});
const application = (given?: object): string =>
  JSON.stringify({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', ...APP, spec: spec(given) });
const set = (given?: object): string =>
  JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: { generators: [{ list: { elements: [{ env: 'one' }, { env: 'two' }] } }], template: { ...APP, spec: spec(given) } },
  }).replaceAll('"name":"shop","namespace":"argocd","finalizers"', '"name":"shop-{{env}}","namespace":"argocd","finalizers"');
const source = JSON.stringify({
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  metadata: { name: 'fleet', namespace: 'flux-system' },
  spec: { url: URL, ref: { branch: 'main' } },
});
const release = ({
  valuesFiles,
  ...given
}: { readonly valuesFiles?: readonly string[] } & Readonly<Record<string, unknown>> = {}): string =>
  `${source}\n---\n${JSON.stringify({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'shop', namespace: 'flux-system' },
    spec: { ...given, chart: { spec: { chart: './chart', valuesFiles, sourceRef: { kind: 'GitRepository', name: 'fleet' } } } },
  })}`;

type Files = Readonly<Record<string, string | undefined>>;

const judged = (before: string, after: Files): ReturnType<typeof judgedWith> => judgedWith(before, after, 'at the base');

async function judgedWith(before: string, after: Files, saying: string): Promise<readonly [exitCode: number, said: readonly string[]]> {
  const { dir, git, write, remove } = gitRepository({ ...TREE, 'deployers/a.yaml': before });
  git('remote', 'add', 'origin', URL);
  for (const [file, text] of Object.entries(after))
    if (text === undefined) remove(file);
    else write(file, text);
  const env = { PATH: [helm, process.env['PATH'] ?? ''].join(path.delimiter) };
  const argv = ['lint', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any'];
  const { exitCode, report } = await runCli(dir, argv, { env });
  const reasons = (report?.lint?.notEvaluated ?? []).map(({ reason }) => reason);
  return [exitCode, reasons.filter((reason) => reason.includes(saying))];
}

const OF_ARGO: readonly (readonly [string, object])[] = [
  ['releaseName', { releaseName: 'other' }],
  ['valueFiles', { valueFiles: ['prod.yaml'] }],
  ['values', { values: 'a: z' }],
  ['valuesObject', { valuesObject: { a: 'z' } }],
  ['parameters', { parameters: [{ name: 'a', value: 'z' }] }],
  ['values, releaseName', { releaseName: 'other', values: 'a: z' }],
];
const RENAMED = [{ kustomize: { patches: [{ target: { kind: 'ConfigMap' }, patch: '- {op: replace, path: /metadata/name, value: b}' }] } }];
const OF_FLUX: readonly (readonly [string, Parameters<typeof release>[0]])[] = [
  ['valuesFiles', { valuesFiles: ['./chart/prod.yaml'] }],
  ['values', { values: { a: 'z' } }],
  ['valuesFrom', { valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] }],
  ['postRenderers', { postRenderers: RENAMED }],
];
const ALL = [
  ...OF_ARGO.map(([name, given]) => ['an Application', name, application(given), application()] as const),
  ...OF_ARGO.map(([name, given]) => ['an ApplicationSet', name, set(given), set()] as const),
  ...OF_FLUX.map(([name, given]) => ['a HelmRelease', name, release(given), release()] as const),
];

describe.skipIf(helm === undefined)('a chart that a deployer gives values', () => {
  it.each(ALL)('removes nothing if it is as it was: %s with %s', async (_, __, before) => {
    expect(await judged(before, { 'README.md': 'x' })).toEqual([0, []]);
    expect(await judged(before, { 'deployers/a.yaml': undefined, 'deployers/b.yaml': before })).toEqual([0, []]);
  });

  const VALUED = ALL.filter(([, name]) => !['releaseName', 'postRenderers'].includes(name));
  it.each(VALUED)('may remove something if a file of it changes: %s with %s', async (_, __, before) => {
    for (const [file, text] of [
      ['chart/templates/map.yaml', `${TREE['chart/templates/map.yaml']}# x\n`],
      ['chart/templates/more.yaml', '{{- if .Values.more }}\na: b\n{{- end }}\n'],
      ['chart/values.yaml', 'a: x\n'],
    ] as const) {
      const [exitCode, said] = await judgedWith(before, { [file]: text }, 'This change edits');
      expect([exitCode, said]).toEqual([6, [expect.stringContaining(`This change edits ${file}, and what the chart makes`)]]);
    }
  });

  it.each([
    ['an Application', application({ valueFiles: ['prod.yaml'] })],
    ['an Application, from the top', application({ valueFiles: ['/chart/prod.yaml'] })],
    ['a HelmRelease', release({ valuesFiles: ['./chart/prod.yaml'] })],
  ])('may remove something if its file of values changes: %s', async (_, before) => {
    const [exitCode, said] = await judgedWith(before, { 'chart/prod.yaml': 'a: n\n' }, 'This change edits');
    expect([exitCode, said]).toEqual([6, [expect.stringContaining('This change edits chart/prod.yaml, and what the chart makes')]]);
  });

  it('removes nothing if only a name is given, or if it deletes nothing', async () => {
    const edit = { 'chart/values.yaml': 'a: x\n' };
    const keeping = application({ values: 'a: z' }).replace('"prune":true', '"prune":false');
    for (const before of [application({ releaseName: 'other' }), application(), keeping])
      expect(await judgedWith(before, edit, 'This change')).toEqual([0, []]);
  });

  it.each(ALL)('may remove something if it has none any more: %s with %s', async (_, name, before, after) => {
    const [exitCode, said] = await judged(before, { 'deployers/a.yaml': after });
    expect([exitCode, said]).toEqual([6, [expect.stringContaining(`This change removes its ${name}.`)]]);
  });
});

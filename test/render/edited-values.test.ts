/** A change of the values that a deployer gives to a chart is seen although no file of the chart changes. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const CHART = {
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'c/templates/all.yaml': `${placementYaml('shop', { policy: 'placementType: PickAll' }).replace('PickAll', '{{ .Values.type }}')}---\n${namespaceYaml('shop')}`,
  'c/values.yaml': 'type: PickAll\ntag: zero\n',
  'v/common.yaml': 'type: PickAll\n',
  'v/prod.yaml': 'type: PickAll\n',
  'v/tags.yaml': 'tag: one\n',
};
const SETTINGS = ['--name-template=c', '--namespace=shop'];

/** A configuration that lists the chart once for each list of values. */
function configured(releases: readonly { readonly values?: readonly string[]; readonly args?: readonly string[] }[]): string {
  return JSON.stringify({ render: releases.map(({ values = [], args = [] }) => ({ path: 'c', values, args: [...SETTINGS, ...args] })) });
}
const PROD = { values: ['v/common.yaml', 'v/prod.yaml'] };

type Files = Readonly<Record<string, string>>;
const script = (command: string): Files => ({ 'deploy.sh': `${command}\n` });
const argo = (options: object): Files => ({
  'a.yaml': JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'c', namespace: 'argocd' },
    spec: {
      source: { repoURL: 'https://github.com/o/fleet', path: 'c', helm: { releaseName: 'c', ...options } },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
    },
  }),
});
const flux = (valuesFiles: readonly string[]): Files => ({
  'f.yaml': [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: 'flux-system' },
      spec: { url: 'https://github.com/o/fleet', ref: { branch: 'main' } },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'c', namespace: 'flux-system' },
      spec: {
        interval: '10m',
        releaseName: 'c',
        targetNamespace: 'shop',
        chart: { spec: { chart: './c', reconcileStrategy: 'Revision', valuesFiles, sourceRef: { kind: 'GitRepository', name: 'fleet' } } },
      },
    },
  ]
    .map((object) => JSON.stringify(object))
    .join('\n---\n'),
});
const bake = (overrides: string): Files => ({
  '.github/workflows/deploy.yml': JSON.stringify({
    on: 'push',
    jobs: {
      a: {
        'runs-on': 'ubuntu-latest',
        steps: [{ uses: 'azure/k8s-bake@v3', with: { renderEngine: 'helm', helmChart: 'c', overrideFiles: overrides } }],
      },
    },
  }),
});

async function judged(config: string | undefined, before: Files, after: Files): Promise<readonly [number | string, string]> {
  const repository = gitRepository({ ...CHART, ...before, ...(config === undefined ? {} : { '.fleet-gate.yaml': config }) });
  repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  for (const file of Object.keys(before)) if (!(file in after)) repository.git('rm', '-q', file);
  for (const [file, text] of Object.entries(after)) repository.write(file, text);
  const PATH = [helm, process.env['PATH'] ?? ''].join(path.delimiter);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '--base', 'HEAD'], { env: { PATH } });
  const edited = (report?.lint?.notEvaluated ?? []).filter(({ reason }) =>
    reason.includes('edits the values that it gives to the chart c,'),
  );
  return [exitCode, edited.length === 0 ? '' : 'edited'];
}

const UPGRADE = 'helm upgrade --install c c -n shop';
const TEMPLATE = 'helm template c c -n shop';

describe.skipIf(helm === undefined)('a chart of which `render` lists the values that its deployer gives', () => {
  it.each([
    ['a file is dropped', PROD, script(`${UPGRADE} -f v/common.yaml -f v/prod.yaml`), script(`${UPGRADE} -f v/common.yaml`)],
    ['files are swapped', PROD, script(`${UPGRADE} -f v/common.yaml -f v/prod.yaml`), script(`${UPGRADE} -f v/prod.yaml -f v/common.yaml`)],
    [
      'the first file is given again',
      PROD,
      script(`${UPGRADE} -f v/common.yaml,v/prod.yaml`),
      script(`${UPGRADE} -f v/common.yaml,v/prod.yaml,v/common.yaml`),
    ],
    [
      'the own values come last',
      PROD,
      script(`${UPGRADE} -f v/common.yaml,v/prod.yaml`),
      script(`${UPGRADE} -f v/common.yaml,v/prod.yaml,c/values.yaml`),
    ],
    ['only a value stays', PROD, script(`${UPGRADE} -f v/common.yaml,v/prod.yaml`), script(`${UPGRADE} --set tag=1`)],
    [
      'all are dropped of a template',
      PROD,
      script(`${TEMPLATE} -f v/common.yaml,v/prod.yaml | kubectl apply -f -`),
      script(`${TEMPLATE} | kubectl apply -f -`),
    ],
    ['all are dropped with --reset-values', PROD, script(`${UPGRADE} -f v/common.yaml,v/prod.yaml`), script(`${UPGRADE} --reset-values`)],
    [
      'a value is dropped',
      { args: ['--set=type=PickAll'] },
      script(`${UPGRADE} --set type=PickAll,tag=1`),
      script(`${UPGRADE} --set tag=1`),
    ],
    [
      'a value is another one',
      { args: ['--set=type=PickAll'] },
      script(`${UPGRADE} --set type=PickAll`),
      script(`${UPGRADE} --set type=PickN`),
    ],
    ['the file of an Application is dropped', { values: ['v/prod.yaml'] }, argo({ valueFiles: ['../v/prod.yaml'] }), argo({})],
    [
      'the parameter of an Application is another one',
      { args: ['--set=type=PickAll'] },
      argo({ parameters: [{ name: 'type', value: 'PickAll' }] }),
      argo({ parameters: [{ name: 'type', value: 'PickN' }] }),
    ],
    [
      'the files of a HelmRelease are swapped',
      { values: ['v/prod.yaml'] },
      flux(['./c/values.yaml', './v/prod.yaml']),
      flux(['./v/prod.yaml', './c/values.yaml']),
    ],
    [
      'the file of a HelmRelease is dropped',
      { values: ['v/prod.yaml'] },
      flux(['./c/values.yaml', './v/prod.yaml']),
      flux(['./c/values.yaml']),
    ],
    ['the files of a step that bakes are dropped', { values: ['v/prod.yaml'] }, bake('v/prod.yaml'), bake('')],
    ['another deployer gives less', PROD, script(`${UPGRADE} -f v/common.yaml,v/prod.yaml`), argo({ valueFiles: ['../v/common.yaml'] })],
  ])('is not evaluated if %s', async (_, release, before, after) => {
    expect(await judged(configured([release]), before, after)).toEqual([6, 'edited']);
  });

  it.each([
    ['a file of content is dropped', script(`${UPGRADE} -f v/common.yaml,v/prod.yaml`), 'edited'],
    ['it upgrades without values, which keeps those of the last release', script(UPGRADE), ''],
    ['it upgrades with --reuse-values', script(`${UPGRADE} --reuse-values --set tag=1`), ''],
    ['the same files are written in another way', script(`${UPGRADE} --values ./v/common.yaml,v/prod.yaml --values=v/tags.yaml`), ''],
    ['an Application gives the same', argo({ valueFiles: ['../v/common.yaml', '../v/prod.yaml', '../v/tags.yaml'] }), ''],
    ['the files have a variable', script(`${UPGRADE} -f v/common.yaml -f v/$ENV.yaml -f v/tags.yaml`), ''],
    ['nothing deploys it any more', {}, ''],
  ])('passes if %s', async (_, after, entry) => {
    const release = { values: [...PROD.values, 'v/tags.yaml'] };
    expect(await judged(configured([release]), script(`${UPGRADE} -f v/common.yaml -f v/prod.yaml -f v/tags.yaml`), after)).toEqual([
      0,
      entry,
    ]);
  });
});

describe.skipIf(helm === undefined)('a chart that is not listed', () => {
  const before = script(`${UPGRADE} -f v/common.yaml -f v/prod.yaml`);

  it.each([
    ['only a value of content stays', script(`${UPGRADE} --set tag=1`), 6],
    ['all are dropped of a template', script(`${TEMPLATE} | kubectl apply -f -`), 6],
    ['nothing is given, which keeps those of the last release', script(UPGRADE), 0],
  ])('ends as it must if %s', async (_, after, exitCode) => {
    expect((await judged(undefined, before, after))[0]).toBe(exitCode);
  });
});

const file = (text: object, name = 'tool.yaml'): Files => ({ [name]: JSON.stringify(text) });
const rancher = (all: readonly string[], ...targets: readonly (readonly string[])[]): Files =>
  file(
    { helm: { chart: './c', valuesFiles: all }, targetCustomizations: targets.map((valuesFiles) => ({ helm: { valuesFiles } })) },
    'fleet.yaml',
  );
const helmfile = (...releases: readonly (readonly string[])[]): Files =>
  file({ releases: releases.map((values, at) => ({ name: `c${at}`, chart: './c', namespace: 'shop', values })) });
const bakes = (...overrides: readonly string[]): Files => ({
  '.github/workflows/deploy.yml': JSON.stringify({
    on: 'push',
    jobs: Object.fromEntries(
      overrides.map((overrideFiles, at) => [
        `j${at}`,
        {
          'runs-on': 'ubuntu-latest',
          steps: [{ uses: 'azure/k8s-bake@v3', with: { renderEngine: 'helm', helmChart: 'c', overrideFiles } }],
        },
      ]),
    ),
  }),
});

describe.skipIf(helm === undefined)('a file that deploys several releases of a chart', () => {
  const BOTH = configured([{ values: ['v/prod.yaml'] }, { values: ['v/common.yaml', 'v/tags.yaml'] }]);
  async function open(config: string, files: Files): Promise<readonly [number | string, readonly string[]]> {
    const repository = gitRepository({ ...CHART, ...files, '.fleet-gate.yaml': config });
    const PATH = [helm, process.env['PATH'] ?? ''].join(path.delimiter);
    const { exitCode, report } = await runCli(repository.dir, ['lint'], { env: { PATH } });
    return [exitCode, (report?.lint?.notEvaluated ?? []).filter(({ reason }) => reason.includes('gives values')).map(({ file: at }) => at)];
  }

  it.each<[string, Files]>([
    ['a Helmfile', helmfile(['v/prod.yaml'], ['v/common.yaml', 'v/tags.yaml'])],
    [
      'Skaffold',
      file({
        deploy: {
          helm: {
            releases: [
              { chartPath: 'c', valuesFiles: ['v/prod.yaml'] },
              { chartPath: 'c', valuesFiles: ['v/common.yaml', 'v/tags.yaml'] },
            ],
          },
        },
      }),
    ],
    ['Rancher Fleet', rancher(['v/common.yaml'], ['v/tags.yaml'])],
    ['steps that bake', bakes('v/prod.yaml', 'v/common.yaml\nv/tags.yaml')],
  ])('is checked with what `render` lists for each: %s', async (_, files) => {
    expect(await open(BOTH, files)).toEqual([0, []]);
  });

  it.each<[string, Files]>([
    ['a Helmfile', helmfile(['v/prod.yaml', 'v/tags.yaml'], ['v/common.yaml', 'v/tags.yaml'])],
    ['Rancher Fleet', rancher(['v/common.yaml'], ['v/tags.yaml'], ['v/prod.yaml'])],
    ['steps that bake', bakes('v/prod.yaml', 'v/common.yaml\nv/prod.yaml')],
  ])('is not evaluated if one gives the values of several together: %s', async (_, files) => {
    const [exitCode, found] = await open(
      configured([{ values: ['v/prod.yaml'] }, { values: ['v/common.yaml'] }, { values: ['v/tags.yaml'] }]),
      files,
    );
    expect([exitCode, found]).toEqual([6, Object.keys(files)]);
  });

  it('is not evaluated if a release gets other files', async () => {
    const [before, after] = [helmfile(['v/prod.yaml'], ['v/common.yaml', 'v/tags.yaml']), helmfile(['v/prod.yaml'], ['v/tags.yaml'])];
    expect(await judged(BOTH, before, after)).toEqual([6, 'edited']);
  });
});

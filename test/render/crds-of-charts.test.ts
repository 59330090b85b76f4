/** What is in `crds/` of a chart, which an upgrade with helm or Flux leaves as it is. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import type { Tree } from '../support/unread/places.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const URL = 'https://example.com/fleet';

const definition = (property: string): string =>
  stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { [property]: { type: 'string' } } } },
        },
      ],
    },
  });
const [FILE, TEMPLATE] = ['charts/shop/crds/widget.yaml', 'charts/shop/templates/crds/widget.yaml'];
const CHART: Tree = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/templates/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
};
const step = (run: string): Tree => ({
  '.github/workflows/deploy.yml': stringify({
    on: { push: { branches: ['main'] } },
    jobs: { deploy: { 'runs-on': 'ubuntu-latest', steps: [{ uses: 'actions/checkout@v4' }, { run }] } },
  }),
});
const UPGRADE = 'helm upgrade --install shop charts/shop -n shop';
const source = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  metadata: { name: 'fleet', namespace: 'flux-system' },
  spec: { url: URL, ref: { branch: 'main' } },
};
const flux = (crds?: string): Tree => ({
  'flux.yaml': [
    source,
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: {
        chart: { spec: { chart: './charts/shop', reconcileStrategy: 'Revision', sourceRef: { kind: 'GitRepository', name: 'fleet' } } },
        ...(crds === undefined ? {} : { upgrade: { crds } }),
      },
    },
  ]
    .map((object) => stringify(object))
    .join('---\n'),
});
const ARGO: Tree = {
  'app.yaml': stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: {
      project: 'default',
      source: { repoURL: URL, targetRevision: 'main', path: 'charts/shop' },
      destination: { server: 'https://kubernetes.default.svc' },
    },
  }),
};
const [OLD, EDITED, ADDED]: readonly Tree[] = [{ [FILE]: definition('one') }, { [FILE]: definition('two') }, { [FILE]: definition('one') }];

async function notesOf(base: Tree, after: Tree): Promise<string> {
  const { dir, git, write } = gitRepository(base);
  git('remote', 'add', 'origin', URL);
  for (const [file, text] of Object.entries(after)) write(file, text);
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD'], { env: { PATH } });
  return (report?.notes ?? []).filter((note) => note.includes('does not reach the hub')).join('\n');
}

const HELM = 'helm applies `crds/` of a chart only with its first release';
const FLUX = '`upgrade.crds` of the HelmRelease makes Flux leave out ';

it.skipIf(helm === undefined).each<[string, Tree, Tree, string]>([
  ['edited', { ...step(UPGRADE), ...CHART, ...OLD }, { ...EDITED }, HELM],
  ['added', { ...step(UPGRADE), ...CHART }, { ...ADDED }, HELM],
  ['edited with Flux', { ...flux(), ...CHART, ...OLD }, { ...EDITED }, `${FLUX}what is there of`],
  ['added with Flux', { ...flux('Skip'), ...CHART }, { ...ADDED }, `${FLUX}\`crds/\``],
  ['edited with Flux, which only creates', { ...flux('Create'), ...CHART, ...OLD }, { ...EDITED }, `${FLUX}what is there of`],
])('a definition that is %s does not reach the hub', async (_, base, after, why) => {
  expect(await notesOf(base, after)).toContain(`A change of CustomResourceDefinition/widgets.example.com does not reach the hub: ${why}`);
});

it.skipIf(helm === undefined).each<[string, Tree, Tree]>([
  ['that Flux creates', { ...flux('Create'), ...CHART }, { ...ADDED }],
  ['that Flux replaces', { ...flux('CreateReplace'), ...CHART, ...OLD }, { ...EDITED }],
  ['of Argo CD', { ...ARGO, ...CHART, ...OLD }, { ...EDITED }],
  ['of an unknown deployer', { ...CHART, ...OLD }, { ...EDITED }],
  ['that kubectl applies as well', { ...step(`kubectl apply -f charts/shop/crds\n${UPGRADE}`), ...CHART, ...OLD }, { ...EDITED }],
  [
    'of a chart that is printed',
    { ...step('helm template shop charts/shop --include-crds | kubectl apply -f -'), ...CHART, ...OLD },
    { ...EDITED },
  ],
  ['of a new chart', { ...step(UPGRADE), 'README.md': 'Charts.\n' }, { ...CHART, ...ADDED }],
  ['of a template', { ...step(UPGRADE), ...CHART, [TEMPLATE]: definition('one') }, { [TEMPLATE]: definition('two') }],
  ['that is not edited', { ...step(UPGRADE), ...CHART, ...OLD }, { 'README.md': 'A chart.\n' }],
])('a definition %s may', async (_, base, after) => {
  expect(await notesOf(base, after)).toBe('');
});

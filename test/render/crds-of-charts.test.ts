/** What is in `crds/` of a chart, which an upgrade with helm or Flux leaves as it is. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
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
const argo = (options?: object): Tree => ({
  'app.yaml': stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: {
      project: 'default',
      source: { repoURL: URL, targetRevision: 'main', path: 'charts/shop', ...(options === undefined ? {} : { helm: options }) },
      destination: { server: 'https://kubernetes.default.svc' },
      syncPolicy: { automated: { prune: true } },
    },
  }),
});
const SKIPPED = argo({ skipCrds: true });
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
const PIPE = 'helm template shop charts/shop | kubectl apply -f -';
const FLUX = '`upgrade.crds` of the HelmRelease makes Flux leave out ';

it.skipIf(helm === undefined).each<[string, Tree, Tree, string]>([
  ['edited', { ...step(UPGRADE), ...CHART, ...OLD }, { ...EDITED }, HELM],
  ['added', { ...step(UPGRADE), ...CHART }, { ...ADDED }, HELM],
  ['edited with Flux', { ...flux(), ...CHART, ...OLD }, { ...EDITED }, `${FLUX}what is there of`],
  ['added with Flux', { ...flux('Skip'), ...CHART }, { ...ADDED }, `${FLUX}\`crds/\``],
  ['edited with Argo CD, which skips it', { ...SKIPPED, ...CHART, ...OLD }, { ...EDITED }, '`skipCrds` makes Argo CD leave out'],
  ['of a new chart with Argo CD, which skips it', SKIPPED, { ...CHART, ...ADDED }, '`skipCrds` makes Argo CD leave out'],
  ['added to a chart that is printed', { ...step(PIPE), ...CHART }, { ...ADDED }, '`helm template` leaves out'],
  ['edited with Flux, which only creates', { ...flux('Create'), ...CHART, ...OLD }, { ...EDITED }, `${FLUX}what is there of`],
])('a definition that is %s does not reach the hub', async (_, base, after, why) => {
  expect(await notesOf(base, after)).toContain(`A change of CustomResourceDefinition/widgets.example.com does not reach the hub: ${why}`);
});

it.skipIf(helm === undefined).each<[string, Tree, Tree]>([
  ['that Flux creates', { ...flux('Create'), ...CHART }, { ...ADDED }],
  ['that Flux replaces', { ...flux('CreateReplace'), ...CHART, ...OLD }, { ...EDITED }],
  ['of Argo CD', { ...argo(), ...CHART, ...OLD }, { ...EDITED }],
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

const selecting = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: widgets }
spec:
  resourceSelectors: [{ group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: widgets.example.com }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const SELECTING: Tree = { ...CHART, 'charts/shop/templates/widgets.yaml': selecting, 'clusters.yaml': joinedMembers('e1') };
const kept = (text: string): string => text.replace('metadata:\n', 'metadata:\n  annotations: { helm.sh/resource-policy: keep }\n');
const [IN_TEMPLATES, IN_CRDS]: readonly Tree[] = [{ [TEMPLATE]: definition('one') }, { [FILE]: definition('one') }];
const KEPT: Tree = { [TEMPLATE]: kept(definition('one')) };

/** What a change removes, and what its notes say about it. @param after of its files, `undefined` for a file that it removes */
async function removalsOf(base: Tree, after: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const { dir, git, write, remove } = gitRepository({ ...SELECTING, ...base });
  git('remote', 'add', 'origin', URL);
  for (const [file, text] of Object.entries(after))
    if (text === undefined) remove(file);
    else write(file, text);
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any'], {
    env: { PATH },
  });
  const removed = (report?.removals ?? []).map(
    ({ object, replacedBy }) => `${displayName(object)}${replacedBy === undefined ? '' : ' again'}`,
  );
  return [...removed, ...(report?.notes ?? []).flatMap((note) => / (?:takes|may take) content from the clusters/.exec(note) ?? [])];
}
const GONE = ['ClusterResourcePlacement/widgets', ' takes content from the clusters'];
const MOVE = { [TEMPLATE]: undefined, ...IN_CRDS };

it.skipIf(helm === undefined).each<[string, Tree, Readonly<Record<string, string | undefined>>, readonly string[]]>([
  ['helm', { ...step(UPGRADE), ...IN_TEMPLATES }, MOVE, GONE],
  ['helm, with an edit', { ...step(UPGRADE), ...IN_TEMPLATES }, { ...MOVE, ...EDITED }, GONE],
  ['Flux', { ...flux(), ...IN_TEMPLATES }, MOVE, GONE],
  ['Flux, which replaces it first', { ...flux('CreateReplace'), ...IN_TEMPLATES }, MOVE, GONE],
  ['Argo CD, which skips it', { ...SKIPPED, ...IN_TEMPLATES }, MOVE, GONE],
  [
    'helm and kubectl',
    { ...step(`${UPGRADE}\nkubectl apply -f charts/shop/crds`), ...IN_TEMPLATES },
    MOVE,
    ['ClusterResourcePlacement/widgets again', ' takes content from the clusters'],
  ],
  ['something that is not known', IN_TEMPLATES ?? {}, MOVE, [' may take content from the clusters']],
  ['helm, which keeps it', { ...step(UPGRADE), ...KEPT }, MOVE, []],
  ['helm, which is told too late to keep it', { ...step(UPGRADE), ...IN_TEMPLATES }, { ...MOVE, [FILE]: KEPT[TEMPLATE] }, GONE],
  ['Flux, which replaces it by one that is kept', { ...flux('CreateReplace'), ...IN_TEMPLATES }, { ...MOVE, [FILE]: KEPT[TEMPLATE] }, []],
  ['Argo CD', { ...argo(), ...IN_TEMPLATES }, MOVE, []],
  ['kubectl', { ...step(PIPE), ...IN_TEMPLATES }, MOVE, []],
])('a definition that moves to `crds/` of a chart of %s', async (_, base, after, expected) => {
  expect(await removalsOf(base, after)).toEqual(expected);
});

it.skipIf(helm === undefined).each<[string, Tree, Tree, readonly string[]]>([
  ['from now on', { ...argo(), ...IN_CRDS }, SKIPPED, GONE],
  ['as before', { ...SKIPPED, ...IN_CRDS }, { 'README.md': 'A chart.\n' }, []],
  ['no longer', { ...SKIPPED, ...IN_CRDS }, argo(), []],
])('a definition that Argo CD skips %s', async (_, base, after, expected) => {
  expect(await removalsOf(base, after)).toEqual(expected);
});

it.skipIf(helm === undefined)('a placement that moves to `crds/` of a chart is removed', async () => {
  const file = 'charts/shop/templates/widgets.yaml';
  const base = { ...step(UPGRADE), ...IN_CRDS };
  expect(await removalsOf(base, { [file]: undefined, 'charts/shop/crds/widgets.yaml': selecting })).toEqual(GONE);
});

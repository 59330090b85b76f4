/** A change that deletes a Namespace deletes the ResourcePlacements in it, whose files stay. */
import { expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;
type Edits = Readonly<Record<string, string | undefined>>;

const namespace = (name = 'shop', annotation = ''): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, annotations: {${annotation}}}\n`;
const placement = (within = 'shop'): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: {name: r, namespace: ${within}}
spec:
  resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: conf}]
  policy: {placementType: PickAll}
`;
const config = (within = 'shop'): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf, namespace: ${within}}\ndata: {a: b}\n`;
const CRP = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy: {placementType: PickAll}
`;
const flux = (...paths: readonly string[]): string =>
  paths
    .map(
      (path) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${path}, namespace: flux-system}
spec: {interval: 5m, path: ./${path}, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`,
    )
    .join('---\n');
const pipeline = (step: string): string => `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${step}\n`;
const BASE: Files = {
  'clusters.yaml':
    'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: east}\nspec: {identity: {kind: ServiceAccount, name: a, namespace: b}}\n',
  'apps/ns.yaml': namespace(),
  'apps/rp.yaml': placement(),
  'apps/conf.yaml': config(),
};

/** @param after `undefined` deletes a file */
async function removals(before: Files, after: Edits, command = ['lint', '.', '--plan']) {
  const { dir, write, remove } = gitRepository({ ...BASE, ...before });
  for (const [file, text] of Object.entries(after)) {
    if (text === undefined) remove(file);
    else write(file, text);
  }
  const { report } = await runCli(dir, [...command, '--base', 'HEAD']);
  return (report?.removals ?? []).map(({ object, clusters, resources, reason }) => [
    displayName(object),
    clusters,
    resources.map(displayName),
    reason,
  ]);
}

const REASON = 'Namespace/shop is no longer in the deployed files, and if the deploy deletes it, the hub deletes all that is in it';
const LOST = ['ResourcePlacement/shop/r', ['east'], ['ConfigMap/shop/conf'], REASON];

it.each<[string, Files, Edits]>([
  ['with its file', {}, { 'apps/ns.yaml': undefined }],
  ['from a folder that Flux prunes', { 'flux.yaml': flux('apps') }, { 'apps/ns.yaml': undefined }],
  [
    'from a folder beside the placement',
    {
      'flux.yaml': flux('apps', 'infra'),
      'infra/a.yaml': namespace('other'),
      'infra/ns.yaml': namespace(),
      'apps/ns.yaml': namespace('b'),
    },
    { 'infra/ns.yaml': undefined },
  ],
  [
    'from the kustomization',
    { 'flux.yaml': flux('apps'), 'apps/kustomization.yaml': 'resources: [ns.yaml, rp.yaml, conf.yaml]\n' },
    { 'apps/kustomization.yaml': 'resources: [rp.yaml, conf.yaml]\n' },
  ],
  [
    'by a step',
    { '.github/workflows/d.yml': pipeline('kubectl apply -R -f apps') },
    { '.github/workflows/d.yml': pipeline('kubectl apply -R -f apps; kubectl delete -f apps/ns.yaml') },
  ],
])('a Namespace that is deleted %s takes its placement with it', async (_, before, after) => {
  expect(await removals(before, after)).toEqual([LOST]);
});

it('is told without a plan too', async () => {
  expect(await removals({}, { 'apps/ns.yaml': undefined }, ['lint', '.'])).toEqual([['ResourcePlacement/shop/r', undefined, [], REASON]]);
});

it('a placement that the change adds is planned', async () => {
  const { dir, write, remove } = gitRepository(BASE);
  remove('apps/ns.yaml');
  write('apps/other.yaml', placement().replace('name: r,', 'name: other,'));
  const { report } = await runCli(dir, ['lint', '.', '--plan', '--base', 'HEAD']);
  expect(report?.plan?.placements.map(({ object }) => displayName(object))).toEqual(['ResourcePlacement/shop/other']);
});

it('a ClusterResourcePlacement that selects the Namespace loses it as well', async () => {
  const found = await removals({ 'apps/crp.yaml': CRP }, { 'apps/ns.yaml': undefined });
  expect(found.map(([name]) => name)).toEqual(['ResourcePlacement/shop/r', 'ClusterResourcePlacement/shop']);
});

it.each<[string, Files, Edits]>([
  ['moves to another file', { 'flux.yaml': flux('apps') }, { 'apps/ns.yaml': undefined, 'apps/a.yaml': namespace() }],
  [
    'moves from a folder to an overlay',
    { 'ns.yaml': namespace(), 'apps/kustomization.yaml': 'resources: [rp.yaml, conf.yaml]\n' },
    {
      'ns.yaml': undefined,
      'infra/ns.yaml': namespace(),
      'infra/kustomization.yaml': 'resources: [ns.yaml]\n',
    },
  ],
  ['another deployer applies', { 'flux.yaml': flux('apps', 'infra'), 'infra/ns.yaml': namespace() }, { 'apps/ns.yaml': undefined }],
  ['Flux keeps', { 'apps/ns.yaml': namespace('shop', 'kustomize.toolkit.fluxcd.io/prune: disabled') }, { 'apps/ns.yaml': undefined }],
  ['Argo CD keeps', { 'apps/ns.yaml': namespace('shop', 'argocd.argoproj.io/sync-options: Prune=false') }, { 'apps/ns.yaml': undefined }],
  ['helm keeps', { 'apps/ns.yaml': namespace('shop', 'helm.sh/resource-policy: keep') }, { 'apps/ns.yaml': undefined }],
  ['has another name', { 'apps/other.yaml': namespace('other') }, { 'apps/other.yaml': undefined }],
  [
    'the hub keeps',
    { 'apps/ns.yaml': namespace('default'), 'apps/rp.yaml': placement('default'), 'apps/conf.yaml': config('default') },
    { 'apps/ns.yaml': undefined },
  ],
  ['gets a variable as its name', {}, { 'apps/ns.yaml': namespace("'${NAME}'") }],
  ['was not there', { 'apps/ns.yaml': namespace('other') }, { 'apps/conf.yaml': `${config()}# edited\n` }],
])('a Namespace that %s deletes nothing', async (_, before, after) => {
  expect(await removals(before, after)).toEqual([]);
});

it('a placement that moves to another Namespace is deleted by itself', async () => {
  const after = { 'apps/ns.yaml': namespace('b'), 'apps/rp.yaml': placement('b'), 'apps/conf.yaml': config('b') };
  const [found] = await removals({}, after);
  expect(found?.[0]).toBe('ResourcePlacement/shop/r');
  expect(found?.[3]).toBeUndefined();
});

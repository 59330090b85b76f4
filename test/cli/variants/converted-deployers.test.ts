/** Pipelines that a change replaces by Flux or Argo CD, or the reverse: each hub is compared with itself. */
import { expect, test } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const workflow = (...runs: readonly string[]): Files => ({
  '.github/workflows/d.yaml': `on: push\njobs:\n  d: { runs-on: x, steps: [${runs.map((run) => `{ run: "${run}" }`).join(', ')}] }\n`,
});
const apply = (hub: string, folder = `env/${hub}`): string => `kubectl --context ${hub} apply -f ${folder}`;
const PIPELINE = workflow(apply('eu'), apply('us'));
const MATRIX: Files = {
  '.github/workflows/d.yaml': `on: push
jobs:
  d:
    strategy: { matrix: { hub: [eu, us] } }
    runs-on: x
    steps:
      - run: az fleet get-credentials -g rg -n hub-\${{ matrix.hub }}
      - run: kubectl apply -f env/\${{ matrix.hub }}
`,
};

const kustomization = (name: string, path: string): string =>
  JSON.stringify({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { interval: '10m', path, prune: true, sourceRef: { kind: 'GitRepository', name: 'fleet' } },
  });
const flux = (hub: string, ...paths: readonly string[]): Files =>
  Object.fromEntries(
    [`clusters/${hub}`, ...paths].map((path, index) => [`clusters/${hub}/k${index}.yaml`, kustomization(`k${index}`, path)]),
  );
const FLUX = { ...flux('eu', 'env/eu'), ...flux('us', 'env/us') };

const application = (hub: string): string =>
  JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: hub, namespace: 'argocd' },
    spec: { source: { repoURL: 'x', path: `env/${hub}` }, destination: { server: `https://${hub}` } },
  });
const ARGO = { 'argo/eu.json': application('eu'), 'argo/us.json': application('us') };
const SET = {
  'argo/set.json': JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: {
      generators: [{ list: { elements: ['eu', 'us'].map((hub) => ({ hub, url: `https://${hub}` })) } }],
      template: {
        metadata: { name: 'shop-{{hub}}' },
        spec: { source: { repoURL: 'x', path: 'env/{{hub}}' }, destination: { server: '{{url}}' } },
      },
    },
  }),
};

const shopOn = (...clusters: readonly string[]): string =>
  `${placementYaml('shop', { policy: `{ placementType: PickFixed, clusterNames: [${clusters.join(', ')}] }` })}---\n${namespaceYaml('shop')}`;

/** Two hubs have one placement, on other clusters each. @param content of the change */
async function planned(before: Files, after: Files, content: Files = {}): Promise<Readonly<Record<string, unknown>>> {
  const { dir, write, remove } = gitRepository({
    'env/eu/shop.yaml': shopOn('dublin', 'oslo'),
    'env/us/shop.yaml': shopOn('austin'),
    'clusters.yaml': joinedMembers('dublin', 'oslo', 'austin'),
    ...before,
  });
  for (const file of Object.keys(before)) if (!(file in after)) remove(file);
  for (const [file, text] of Object.entries({ ...after, ...content })) write(file, text);
  const flags = ['--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any'];
  const { exitCode, report } = await runCli(dir, ['plan', '.', ...flags]);
  return {
    exitCode,
    placements: report?.plan?.placements.length,
    removals: report?.removals?.map(({ clusters }) => clusters),
    open: report?.plan?.notEvaluated,
  };
}

const SAME = { exitCode: 0, placements: 2, removals: undefined, open: undefined };
const LOST = { exitCode: 1, placements: 2, removals: [['oslo']], open: undefined };

test.each<[what: string, before: Files, after: Files]>([
  ['a pipeline to Flux', PIPELINE, FLUX],
  ['a pipeline to Argo CD', PIPELINE, ARGO],
  ['a pipeline to an ApplicationSet', PIPELINE, SET],
  ['a matrix to Flux', MATRIX, FLUX],
  ['a pipeline to a pipeline and Flux', PIPELINE, { ...PIPELINE, ...FLUX }],
  ['a pipeline and Flux to Flux', { ...PIPELINE, ...FLUX }, FLUX],
  ['a pipeline and Flux to a pipeline', { ...PIPELINE, ...FLUX }, PIPELINE],
  ['a pipeline and Flux, as before', { ...PIPELINE, ...FLUX }, { ...PIPELINE, ...FLUX }],
  ['a pipeline, one of its hubs to Flux', PIPELINE, { ...workflow(apply('us')), ...flux('eu', 'env/eu') }],
  ['Flux, one of its hubs to a pipeline', FLUX, { ...workflow(apply('eu')), ...flux('us', 'env/us') }],
  ['Flux to a pipeline', FLUX, PIPELINE],
  ['Flux to a matrix', FLUX, MATRIX],
  ['an ApplicationSet to a pipeline', SET, PIPELINE],
])('each hub is compared with itself: %s', async (_, before, after) => {
  expect(await planned(before, after)).toEqual(SAME);
  expect(await planned(before, after, { 'env/eu/shop.yaml': shopOn('dublin') })).toEqual(LOST);
});

test('files that stay in a pipeline stay with those that Flux takes', async () => {
  const twin = { 'env/infra/twin.yaml': placementYaml('twin', { namespace: 'shop' }) };
  const rules = await rulesOf(
    { ...twin, ...workflow(apply('eu'), apply('eu', 'env/infra'), apply('us')) },
    { ...workflow(apply('eu', 'env/infra'), apply('us')), ...flux('eu', 'env/eu') },
  );
  expect(rules).toEqual(['overlapping-placements']);
});

test('Flux that brings files of a pipeline to one more hub is not that of the pipeline', async () => {
  const content = {
    'env/common/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map, namespace: shop }\n',
    'env/new/twin.yaml': placementYaml('twin', { namespace: 'shop' }),
  };
  const before = workflow(apply('eu'), apply('eu', 'env/common'), apply('us'));
  expect(await rulesOf({ ...content, ...before }, { ...before, ...flux('new', 'env/new', 'env/common') })).toEqual([]);
  expect(await rulesOf({ ...content, ...before }, { ...before, ...flux('new', 'env/new', 'env/common', 'env/eu') })).toEqual([
    'overlapping-placements',
  ]);
});

test('two hubs of a pipeline are not one because Flux has one cluster for both', async () => {
  const twin = { 'env/us/shop.yaml': placementYaml('twin', { namespace: 'shop' }) };
  expect(await rulesOf({ ...twin, ...PIPELINE }, { ...PIPELINE, ...flux('eu', 'env/eu', 'env/us') })).toEqual(
    await rulesOf({ ...twin, ...PIPELINE }, { ...PIPELINE, ...flux('eu', 'env/eu', 'env/us') }, []),
  );
});

async function rulesOf(before: Files, after: Files, flags: readonly string[] = ['--base', 'HEAD']): Promise<readonly string[] | undefined> {
  const { dir, write, remove } = gitRepository({ 'env/eu/shop.yaml': shopOn('dublin'), 'env/us/shop.yaml': shopOn('dublin'), ...before });
  for (const file of Object.keys(before)) if (file.startsWith('.github/') && !(file in after)) remove(file);
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { report } = await runCli(dir, ['lint', '.', ...flags]);
  return report?.lint?.findings.filter(({ state }) => state !== 'fixed').map(({ rule }) => rule);
}

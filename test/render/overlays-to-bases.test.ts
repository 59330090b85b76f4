/** An overlay that a change makes a base: it is only that if the deployers of the change deploy what uses it in place of it. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import type { PlannedPlacement } from '../../src/plan-report.ts';
import { toolFolder } from './tools.ts';

const tools = { kustomize: toolFolder('kustomize'), helm: toolFolder('helm') };

type Files = Readonly<Record<string, string>>;

function run(repository: GitRepository, command: 'lint' | 'plan'): Promise<CliRun> {
  const PATH = [tools.kustomize ?? '', tools.helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const flags = ['--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', '--format', 'json'];
  return runCli(repository.dir, [command, '.', ...(command === 'plan' ? flags : flags.toSpliced(2, 4))], { env: { PATH } });
}

/** The exit code of lint, that of plan, and the changes of the placements. */
async function told(base: Files, head: Files, gone: readonly string[] = []): Promise<readonly unknown[]> {
  const repository = gitRepository({ 'clusters.yaml': joinedMembers('e1', 'e2'), ...base });
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  for (const file of gone) repository.remove(file);
  const [lint, plan] = [await run(repository, 'lint'), await run(repository, 'plan')];
  return [lint.exitCode, plan.exitCode, plan.report?.plan?.placements.map(changeOf)];
}

function changeOf({ object, change }: PlannedPlacement): string {
  const { added = [], changed = [], removed = [] } = change?.resources ?? {};
  const edits = added.length + changed.length + removed.length === 0 ? 'unchanged' : 'changed';
  return `${object.name} ${change?.isNew === true ? 'new' : edits}`;
}

const steps = (...commands: readonly string[]): Files => ({
  '.github/workflows/deploy.yaml': `on: push\njobs: { deploy: { steps: [{ run: ${JSON.stringify(commands.join('\n'))} }] } }\n`,
});
/** They have other names for other paths, so without pruning nothing is deleted and created again. */
const flux = (...paths: readonly string[]): Files => ({
  'hub/flux.yaml': paths
    .map(
      (each) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${each.replaceAll(/\W/g, '-') || 'all'}, namespace: flux-system }
spec: { path: "./${each}", prune: false, interval: 1h, sourceRef: { kind: GitRepository, name: flux-system } }
`,
    )
    .join('---\n'),
});
const argo = (folder: string): Files => ({
  'hub/argo.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc }
  source: { repoURL: https://github.com/acme/fleet.git, path: ${folder} }
  syncPolicy: { automated: { prune: true } }
`,
});

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shop }\ndata: { a: b }\n';
const shopIn = (folder: string, policy: string, namespace = ''): Files => ({
  [`${folder}/kustomization.yaml`]: `${namespace}resources: [zone.yaml, shop.yaml, config.yaml]\n`,
  [`${folder}/zone.yaml`]: NAMESPACE,
  [`${folder}/config.yaml`]: CONFIG,
  [`${folder}/shop.yaml`]: placementYaml('shop', { policy }),
});
const PICKED = '{ placementType: PickFixed, clusterNames: [e1] }';
const BASE = shopIn('deploy', PICKED, 'namespace: shop\n');
const OVERLAY = { 'prod/kustomization.yaml': 'resources: [../deploy]\n' };
const LABELED = { 'prod/kustomization.yaml': 'resources: [../deploy]\nlabels: [{ pairs: { team: shop } }]\n' };
const NAMED = {
  'deploy/kustomization.yaml': 'resources: [zone.yaml, shop.yaml, config.yaml]\n',
  'prod/kustomization.yaml': 'namespace: shop\nresources: [../deploy]\n',
};
/** The clusters move from the base to a patch of the overlay: the base itself is refused. */
const PATCHED = {
  'deploy/shop.yaml': placementYaml('shop', { policy: '{ placementType: PickFixed }' }),
  'prod/kustomization.yaml':
    'resources: [../deploy]\npatches: [{ target: { kind: ClusterResourcePlacement }, patch: "{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: shop}, spec: {policy: {clusterNames: [e1]}}}" }]\n',
};

describe.skipIf(tools.kustomize === undefined)('an overlay that becomes the base of the overlay that is deployed in place of it', () => {
  it.each([
    ['a pipeline', steps('kubectl apply -k deploy'), steps('kubectl apply -k prod')],
    ['a pipeline with a context', steps('kubectl apply --context hub -k deploy'), steps('kubectl apply --context hub -k prod')],
    ['a pipe', steps('kustomize build deploy | kubectl apply -f -'), steps('kustomize build prod | kubectl apply -f -')],
    ['Flux', flux('deploy'), flux('prod')],
    ['Argo CD', argo('deploy'), argo('prod')],
  ])('is not checked by itself: %s', async (_, before, after) => {
    expect(await told({ ...BASE, ...before }, { ...LABELED, ...after })).toEqual([0, 0, ['shop changed']]);
    expect(await told({ ...BASE, ...before }, { ...PATCHED, ...after })).toEqual([0, 0, ['shop unchanged']]);
  });

  it.each([
    ['has the same objects', OVERLAY],
    ['gives the namespace', NAMED],
  ])('is not checked by itself if the overlay %s', async (_, head) => {
    const [before, after] = [steps('kubectl apply -k deploy'), steps('kubectl apply -k prod')];
    expect(await told({ ...BASE, ...before }, { ...head, ...after })).toEqual([0, 0, ['shop unchanged']]);
  });

  it('is not checked by itself if an overlay of that overlay is deployed', async () => {
    const top = { 'top/kustomization.yaml': 'resources: [../prod]\n' };
    expect(await told({ ...BASE, ...flux('deploy') }, { ...PATCHED, ...top, ...flux('top') })).toEqual([0, 0, ['shop unchanged']]);
  });

  it('loses what the overlay no longer makes', async () => {
    const less = { 'prod/kustomization.yaml': LABELED['prod/kustomization.yaml'] + REMOVED };
    const [lint, plan] = await told({ ...BASE, ...steps('kubectl apply -k deploy') }, { ...less, ...steps('kubectl apply -k prod') });
    expect([lint, plan]).toEqual([0, 1]);
  });

  it('is not declared twice, and loses nothing, if another command may deploy it', async () => {
    const [before, after] = [steps('kubectl apply -k deploy'), steps('kubectl apply -k prod', 'kubectl apply -k "$1"')];
    expect(await told({ ...BASE, ...before }, { ...LABELED, ...after })).toEqual([0, 0, ['shop new', 'shop changed']]);
    const [lint, plan] = await told({ ...BASE, ...before }, { ...NAMED, ...after });
    expect([lint, plan]).toEqual([0, 0]);
  });

  it.each<[string, Files, Files]>([
    ['nothing deploys', {}, {}],
    ['nothing was deployed', {}, steps('kubectl apply -k prod')],
    ['nothing is deployed any longer', steps('kubectl apply -k deploy'), steps('echo')],
    [
      'both are deployed',
      steps('kubectl apply -k deploy'),
      steps('kubectl apply -k deploy --context a', 'kubectl apply -k prod --context b'),
    ],
    ['Flux builds both', flux('deploy'), flux('prod', '')],
    ['a command may deploy anything', steps('kubectl apply -k deploy'), steps('kubectl apply -k prod', 'kubectl apply -k "$1"')],
    ['Flux may deploy anything', flux('deploy'), flux('prod', '${anything}')],
  ])('stays checked by itself: %s', async (_, before, after) => {
    const [lint] = await told({ ...BASE, ...before }, { ...PATCHED, ...after });
    expect(lint).toBe(1);
  });
});

const REMOVED =
  'patches: [{ target: { kind: ConfigMap }, patch: "{apiVersion: v1, kind: ConfigMap, metadata: {name: shop}, $patch: delete}" }]\n';

describe.skipIf(tools.kustomize === undefined)('overlays that become parts of a parent that is deployed in place of them', () => {
  const cart = Object.fromEntries(
    Object.entries(shopIn('apps/cart', '{ placementType: PickAll }', 'namespace: cart\n')).map(([file, text]) => [
      file,
      text.replaceAll('name: shop', 'name: cart'),
    ]),
  );
  const BOTH = { ...shopIn('apps/shop', PICKED, 'namespace: shop\n'), ...cart };
  const PARENT = { 'apps/kustomization.yaml': 'resources: [shop, cart]\n' };

  it.each([
    ['a pipeline', steps('kubectl apply -k apps/shop', 'kubectl apply -k apps/cart'), steps('kubectl apply -k apps')],
    ['Flux', flux('apps/shop', 'apps/cart'), flux('apps')],
  ])('have the placements that they had: %s', async (_, before, after) => {
    const [lint, plan, changes] = await told({ ...BOTH, ...before }, { ...PARENT, ...after });
    expect([lint, plan]).toEqual([0, 0]);
    expect(changes).toEqual(['cart unchanged', 'shop unchanged']);
  });
});

describe.skipIf(tools.helm === undefined)('a chart that becomes a subchart of the chart that is deployed in place of it', () => {
  const chart = (folder: string, policy: string): Files => ({
    [`${folder}/Chart.yaml`]: 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    [`${folder}/values.yaml`]: `policy: ${policy}\n`,
    [`${folder}/templates/shop.yaml`]: placementYaml('shop', { policy: '{{ toJson .Values.policy }}' }),
    [`${folder}/templates/zone.yaml`]: NAMESPACE,
  });
  const PARENT = {
    'all/Chart.yaml': 'apiVersion: v2\nname: all\nversion: 1.0.0\n',
    'all/values.yaml': 'shop: { policy: { clusterNames: [e1] } }\n',
  };
  const head = { ...PARENT, 'all/charts/shop/values.yaml': 'policy: { placementType: PickFixed }\n' };
  const install = (folder: string): Files => steps(`helm upgrade --install shop ${folder}`);

  it('is not checked by itself', async () => {
    const base = { ...chart('all/charts/shop', PICKED), ...install('all/charts/shop') };
    expect(await told(base, { ...head, ...install('all') })).toEqual([0, 0, ['shop unchanged']]);
  });

  it('stays checked by itself if it is deployed, or if nothing deploys', async () => {
    const base = chart('all/charts/shop', PICKED);
    expect((await told(base, head))[0]).toBe(1);
    expect((await told({ ...base, ...install('all/charts/shop') }, head))[0]).toBe(1);
  });
});

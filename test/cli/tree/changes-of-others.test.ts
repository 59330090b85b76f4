/** What deployers change, refuse or leave out in a way that is not read. */
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;
const TREE: Files = { 'fleet/ns.yaml': namespaceYaml('shop'), 'fleet/crp.yaml': placementYaml('shop') };
const URL = 'https://github.com/o/fleet';

async function judged(files: Files): Promise<readonly [number, string]> {
  const repository = gitRepository(files);
  repository.git('remote', 'add', 'origin', URL);
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', '--render-with', 'off']);
  return [exitCode, (report?.lint?.notEvaluated ?? []).map(({ file, reason }) => `${file} ${reason}`).join('\n')];
}

const gitRepo = (more: object): string =>
  JSON.stringify({
    apiVersion: 'fleet.cattle.io/v1alpha1',
    kind: 'GitRepo',
    metadata: { name: 'a', namespace: 'fleet-local' },
    spec: { repo: URL, branch: 'main', paths: ['fleet'], ...more },
  });
const app = (kapp: object): string =>
  JSON.stringify({
    apiVersion: 'kappctrl.k14s.io/v1alpha1',
    kind: 'App',
    metadata: { name: 'a', namespace: 'apps' },
    spec: { fetch: [{ git: { url: URL, ref: 'origin/main', subPath: 'fleet' } }], template: [{ ytt: {} }], deploy: [{ kapp }] },
  });
const kptfile = (...mutators: readonly string[]): string =>
  `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: { name: a }\npipeline: { mutators: [${mutators.join(', ')}] }\n`;
const garden = (name: string, kind: string): string =>
  `apiVersion: garden.io/v2\nkind: Deploy\nmetadata: { name: a }\nspec: { ${name}: [{ kind: ${kind}, name: shop, patch: { spec: {} } }] }\n`;
const local = (value: string): string =>
  placementYaml('shop').replace('metadata:', `metadata:\n  annotations: { config.kubernetes.io/local-config: "${value}" }`);

test.each<readonly [what: string, code: number, said: string, files: Files]>([
  ['a namespace of a GitRepo', 6, 'fleet.yaml It puts all objects into one', { 'fleet/fleet.yaml': 'namespace: other\n' }],
  ['a target namespace of a GitRepo', 6, 'with `targetNamespace`', { 'sync/a.yaml': gitRepo({ targetNamespace: 'other' }) }],
  ['namespaces of kapp', 0, 'It changes namespaces with intoNs in fleet', { 'sync/a.yaml': app({ intoNs: 'other' }) }],
  ['a map of namespaces of kapp', 0, 'with mapNs in fleet', { 'sync/a.yaml': app({ mapNs: ['shop=other'] }) }],
  ['a function of kpt', 0, 'Kptfile It lets kpt change', { 'fleet/Kptfile': kptfile('{ image: a/search-replace:v0.2 }') }],
  ['a function of kpt in a folder above', 0, 'in ., which', { Kptfile: kptfile('{ image: a/set-namespace:v0.4 }') }],
  ['labels by kpt', 0, 'Kptfile It lets kpt change', { 'fleet/Kptfile': kptfile('{ image: a/set-labels:v0.2 }') }],
  [
    'a function of kpt for Deployments',
    0,
    'Kptfile It lets kpt change',
    { 'fleet/Kptfile': kptfile('{ image: a/starlark:v1, selectors: [{ kind: Deployment }] }') },
  ],
  ['what kpt leaves out', 0, 'kpt leaves out this', { 'fleet/Kptfile': kptfile(), 'fleet/crp.yaml': local('true') }],
  [
    'patches of Garden',
    6,
    'garden.yml It changes objects of KubeFleet',
    { 'garden.yml': garden('patchResources', 'ClusterResourcePlacement') },
  ],
])('names %s: %d', async (_what, code, said, more) => {
  const [exitCode, reasons] = await judged({ ...TREE, ...more });
  expect(reasons).toContain(said);
  expect(exitCode).toBe(code);
});

test.each<readonly [what: string, files: Files]>([
  ['a default namespace of Rancher Fleet', { 'fleet/fleet.yaml': 'defaultNamespace: shop\n' }],
  ['a GitRepo without a namespace', { 'sync/a.yaml': gitRepo({}) }],
  ['a fleet.yaml without objects beside', { 'other/fleet.yaml': 'namespace: other\n' }],
  ['an object in a file named so', { 'fleet/fleet.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nnamespace: b\n' }],
  ['an App of kapp without namespaces', { 'sync/a.yaml': app({}) }],
  ['a package of kpt without functions', { 'fleet/Kptfile': kptfile() }],
  ['a function of kpt elsewhere', { 'other/Kptfile': kptfile('{ image: a/search-replace:v0.2 }') }],
  ['a file of kpt that is no YAML', { 'fleet/Kptfile': 'a: [' }],
  ['a folder named so', { 'fleet/Kptfile/a.txt': kptfile('{ image: a/search-replace:v0.2 }') }],
  ['what kpt does not leave out', { 'fleet/Kptfile': kptfile(), 'fleet/crp.yaml': local('false') }],
  ['local configuration without kpt', { 'fleet/crp.yaml': local('true') }],
  ['patches of Garden for others', { 'garden.yml': garden('patchResources', 'Deployment') }],
  ['a field with another word', { 'garden.yml': garden('dispatches', 'ClusterResourcePlacement').replace(', patch: { spec: {} }', '') }],
])('says nothing about %s', async (_what, more) => {
  const [exitCode, reasons] = await judged({ ...TREE, ...more });
  expect(reasons).not.toMatch(/It (?:puts|changes|lets)|leaves out|dispatches|patchResources/);
  expect(exitCode).toBe(0);
});

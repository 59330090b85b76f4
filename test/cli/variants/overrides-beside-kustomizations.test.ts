/** Overrides without a namespace, in files that the kustomization beside them does not list. */
import { expect, test } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import type { Tree } from '../../support/unread/places.ts';

const OVERRIDE = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: shop }
spec:
  placement: { name: shop, scope: Cluster }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: shop }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /spec/replicas, value: 5 }]
`;
const ALL = `apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: shop }
spec:
  replicas: 1
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: shop, image: "registry.example.com/shop:1" }] }
`;
const placement = (selector: string): string => `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [${selector}]
  policy: { placementType: PickAll }
`;
const NAMESPACE = '{ group: "", version: v1, kind: Namespace, name: shop }';
const ROLE = '{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: shop }';
const step = (command: string): Tree => ({
  '.github/workflows/deploy.yml': `on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ uses: actions/checkout@v4 }, { run: ${command} }] } }\n`,
});
const overlay = (...files: readonly string[]): Tree => ({
  'prod/kustomization.yaml': `namespace: shop\nresources: [${['../base', ...files].join(', ')}]\n`,
});
const tree = (selector: string): Tree => ({
  'base/all.yaml': `${ALL}${placement(selector)}`,
  'base/kustomization.yaml': 'resources: [all.yaml]\n',
  'prod/override.yaml': OVERRIDE,
  ...overlay('override.yaml'),
  ...step('kubectl apply -k prod'),
});

async function said(before: Tree, after: Tree): Promise<readonly string[]> {
  const { dir, write, commit } = gitRepository(before);
  const from = commit();
  for (const [file, text] of Object.entries(after)) write(file, text);
  const { report } = await runCli(dir, ['lint', '.', '--base', from]);
  return (report?.lint?.findings ?? [])
    .filter(({ rule, state }) => rule === 'override-selects-nothing' && state !== 'fixed')
    .map(({ file }) => file);
}

test.each<readonly [string, Tree, Tree]>([
  ['that the overlay no longer lists', tree(NAMESPACE), overlay()],
  ['that the overlay does not list yet', tree(NAMESPACE), { 'prod/more.yaml': OVERRIDE.replace('{ name: shop }', '{ name: more }') }],
  ['beside a base', tree(NAMESPACE), { 'base/more.yaml': OVERRIDE.replace('{ name: shop }', '{ name: more }') }],
])('the namespace of an override %s is not known, so it may change its object', async (_, before, after) => {
  expect(await said(before, after)).toEqual([]);
});

test('an override changes nothing in any namespace if its placement selects none', async () => {
  expect(await said(tree(ROLE), overlay())).toEqual(['prod/override.yaml']);
});

test('an override without a namespace, in a folder without a kustomization, changes nothing', async () => {
  const plain = { 'fleet/all.yaml': `${ALL}${placement(NAMESPACE)}`, ...step('kubectl apply -f fleet') };
  expect(await said(plain, { 'fleet/override.yaml': OVERRIDE })).toEqual(['fleet/override.yaml']);
});

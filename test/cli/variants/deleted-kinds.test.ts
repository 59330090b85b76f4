/** A change that deletes the CustomResourceDefinition of a kind of KubeFleet deletes every object of the kind. */
import { expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const definition = (kind: string, group = 'placement.kubernetes-fleet.io', annotation = '', served = true): string =>
  `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${kind.toLowerCase()}s.${group}
  annotations: {${annotation}}
spec:
  group: ${group}
  names: {kind: ${kind}, plural: ${kind.toLowerCase()}s, singular: ${kind.toLowerCase()}, listKind: ${kind}List}
  scope: Cluster
  versions:
    - {name: v1, served: ${served}, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`;
const PLACEMENTS = definition('ClusterResourcePlacement');
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
    'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: europe-1}\nspec: {identity: {kind: ServiceAccount, name: a, namespace: b}}\n',
  'crds/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n',
  'fleet/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n',
  'fleet/shop.yaml': `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy: {placementType: PickAll}
`,
};

/** @param after `undefined` deletes a file */
async function judged(before: Files, after: Readonly<Record<string, string | undefined>>, command = ['lint', '.', '--plan']) {
  const { dir, write, remove } = gitRepository({ ...BASE, ...before });
  for (const [file, text] of Object.entries(after)) {
    if (text === undefined) remove(file);
    else write(file, text);
  }
  const { report } = await runCli(dir, [...command, '--base', 'HEAD']);
  return {
    findings: (report?.lint?.findings ?? []).map(({ rule, file, severity, message }) => ({ rule, file, severity, message })),
    removals: (report?.removals ?? []).map(({ object, clusters, reason }) => [displayName(object), clusters, reason]),
    notes: (report?.notes ?? []).join('\n'),
  };
}

const NAME = 'CustomResourceDefinition/clusterresourceplacements.placement.kubernetes-fleet.io';
const FOUND = {
  rule: 'api-version-not-served',
  file: 'crds/crp.yaml',
  severity: 'error',
  message: `The change removes ${NAME}: if the deploy deletes it, the hub deletes every ClusterResourcePlacement, and KubeFleet removes from the clusters what these place.`,
};
const REASON = 'without the definition of ClusterResourcePlacement the hub deletes all of them';

it.each<[string, Files, Readonly<Record<string, string | undefined>>]>([
  ['with its file', {}, { 'crds/crp.yaml': undefined }],
  ['from a folder that Flux prunes', { 'flux.yaml': flux('crds', 'fleet') }, { 'crds/crp.yaml': undefined }],
  ['with what deploys its folder', { 'flux.yaml': flux('crds', 'fleet') }, { 'flux.yaml': flux('fleet') }],
  [
    'by a step',
    { '.github/workflows/d.yml': pipeline('kubectl apply -R -f crds -f fleet') },
    { '.github/workflows/d.yml': pipeline('kubectl delete -f crds/crp.yaml; kubectl apply -R -f fleet') },
  ],
])('a definition that is deleted %s takes its placements with it', async (_, before, after) => {
  const { findings, removals } = await judged({ 'crds/crp.yaml': PLACEMENTS, ...before }, after);
  expect(findings).toEqual([FOUND]);
  expect(removals).toEqual([['ClusterResourcePlacement/shop', ['europe-1'], REASON]]);
});

it('is told without a plan too', async () => {
  const { findings, removals } = await judged({ 'crds/crp.yaml': PLACEMENTS }, { 'crds/crp.yaml': undefined }, ['lint', '.']);
  expect(findings).toEqual([FOUND]);
  expect(removals).toEqual([['ClusterResourcePlacement/shop', undefined, REASON]]);
});

it('the clusters of the tree stay if the definition of MemberCluster is deleted, which is an error', async () => {
  const text = definition('MemberCluster', 'cluster.kubernetes-fleet.io');
  const { findings, removals } = await judged({ 'crds/member.yaml': text }, { 'crds/member.yaml': undefined });
  expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
    [
      'error',
      'The change removes CustomResourceDefinition/memberclusters.cluster.kubernetes-fleet.io: if the deploy deletes it, the hub deletes every MemberCluster.',
    ],
  ]);
  expect(removals).toEqual([]);
});

it.each<[string, string, Readonly<Record<string, string | undefined>>]>([
  ['moves', PLACEMENTS, { 'crds/crp.yaml': undefined, 'crds/b.yaml': PLACEMENTS }],
  [
    'Flux keeps',
    definition('ClusterResourcePlacement', undefined, 'kustomize.toolkit.fluxcd.io/prune: disabled'),
    { 'crds/crp.yaml': undefined },
  ],
  ['helm keeps', definition('ClusterResourcePlacement', undefined, 'helm.sh/resource-policy: keep'), { 'crds/crp.yaml': undefined }],
  ['is not of KubeFleet', definition('Boat', 'example.org'), { 'crds/crp.yaml': undefined }],
])('a definition that %s deletes nothing', async (_, text, after) => {
  const { findings, removals } = await judged({ 'crds/crp.yaml': text }, after);
  expect([findings, removals]).toEqual([[], []]);
});

it('a definition that does not serve the version of a placement makes the hub refuse it', async () => {
  const none = definition('ClusterResourcePlacement', undefined, '', false);
  const { findings, removals } = await judged({ 'crds/crp.yaml': PLACEMENTS }, { 'crds/crp.yaml': none });
  const says = 'The hub does not serve ClusterResourcePlacement in version placement.kubernetes-fleet.io/v1; its definition serves';
  expect(findings.map(({ file, message }) => [file, message])).toEqual([['fleet/shop.yaml', `${says} no version.`]]);
  expect(removals).toEqual([]);
  const other = PLACEMENTS.replace('name: v1,', 'name: v1beta1,');
  const edited = await judged({}, { 'crds/crp.yaml': other });
  expect(edited.findings.map(({ message }) => message)).toEqual([`${says} v1beta1.`]);
});

it('says only of what a placement may select that a plan shows it', async () => {
  const apply = pipeline('kubectl apply -R -f crds -f fleet');
  const after = pipeline('kubectl delete -f crds/b.yaml; kubectl apply -R -f fleet');
  const boat = definition('Boat', 'example.org');
  const { notes } = await judged({ 'crds/b.yaml': boat, '.github/workflows/d.yml': apply }, { '.github/workflows/d.yml': after });
  expect(notes).toContain('`plan` takes them as removed');
  expect(notes).not.toContain('`plan` shows');
});

/** A kind of KubeFleet's groups that no rule checks does not pass, and the same name in a group of another project is not reported. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import {
  CLUSTER_GROUP,
  FLEET_KINDS,
  type FleetKind,
  MAIN_KINDS,
  MAIN_WRITTEN_KINDS,
  PLACEMENT_GROUP,
  POLICY_GROUP,
} from '../../src/fleet/kubefleet/kinds.ts';
import { GROUPS_OF_OTHERS, GROUPS_WITHOUT_FLEET } from '../support/fleets/groups-without-fleet.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { greenFleet, namespaceShop, NOW, objectsOf } from '../support/fleets/fleet.ts';
import { runCli } from '../support/process/run-cli.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('unjudged-kinds', {
  title: 'Kinds that no rule checks',
  proves:
    'A tree has an object of a group of KubeFleet that only its controllers write, or of a kind that is not known. The run does not pass. The control is the same kind in a group of another project, which passes.',
});

interface Typed {
  readonly apiVersion: string;
  readonly kind: string;
}

const WRITTEN: readonly Typed[] = [
  ...FLEET_KINDS.filter(({ authored }) => !authored).flatMap(({ group, versions, kind }) =>
    versions.map((version) => ({ apiVersion: `${group}/${version}`, kind })),
  ),
  ...MAIN_WRITTEN_KINDS.map((kind) => ({ apiVersion: `${POLICY_GROUP}/v1alpha1`, kind })),
];
/** Groups that KubeFleet does not have, with its domains, or a few keystrokes from its groups. */
const OTHER_GROUPS = [
  'traffic.kubernetes-fleet.io',
  'placements.kubernetes-fleet.io',
  'kubernetes-fleet.io',
  'kubefleet.dev',
  'placement.kubefleet.io',
  'placement.kubernetes-fleet.com',
];
const UNKNOWN: readonly Typed[] = [PLACEMENT_GROUP, CLUSTER_GROUP, POLICY_GROUP, ...OTHER_GROUPS].flatMap((group) =>
  ['v1', 'v1beta1', 'v9'].flatMap((version) =>
    ['Frobnicator', 'Placement', 'ClusterResourcePlacementPlan'].map((kind) => ({ apiVersion: `${group}/${version}`, kind })),
  ),
);

const FORMS: Readonly<Record<string, (object: object) => Readonly<Record<string, string>>>> = {
  'in a file': (object) => ({ 'a.yaml': stringify(object) }),
  'in a List': (object) => ({ 'a.yaml': stringify({ apiVersion: 'v1', kind: 'List', items: [object] }) }),
  'as JSON': (object) => ({ 'a.json': JSON.stringify(object) }),
  'in a kustomization': (object) => ({ 'a.yaml': stringify(object), 'kustomization.yaml': 'resources: [a.yaml]\n' }),
};

test('an object that nothing checks does not pass', async () => {
  const kinds = [...WRITTEN, ...UNKNOWN].filter((_, index) => suite.whole || index % 12 === suite.seed % 12);
  let times = 0;
  for (const [form, files] of Object.entries(FORMS))
    for (const type of kinds) {
      const { exitCode, report } = await runCli(folderWith(files({ ...type, metadata: { name: 'a', namespace: 'b' }, spec: {} })), [
        'lint',
      ]);
      expect([1, 6], `${type.apiVersion} ${type.kind} ${form}: ${JSON.stringify(report?.lint)}`).toContain(exitCode);
      times += 1;
    }
  suite.tell({
    tried: 'kinds that only controllers write, and unknown kinds of groups of KubeFleet',
    times,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

test('a plan without such an object says so, and does not pass', async () => {
  const kinds = [...WRITTEN, ...UNKNOWN].filter((_, index) => suite.whole || index % 12 === suite.seed % 12);
  const accepted = { 'p.yaml': placementYaml('shop'), 'ns.yaml': namespaceYaml('shop') };
  const planOf = async (more: Readonly<Record<string, string>>): Promise<number> => {
    const cwd = temporaryFolder();
    writeTree(cwd, {
      ...Object.fromEntries(Object.entries({ ...accepted, ...more }).map(([file, text]) => [`tree/${file}`, text])),
      'c.yaml': joinedMembers('m1'),
    });
    return (await runCli(cwd, ['plan', 'tree', '--clusters', 'c.yaml'])).exitCode;
  };
  expect(await planOf({})).toBe(0);
  for (const each of kinds)
    expect([1, 6], JSON.stringify(each)).toContain(
      await planOf({ 'a.yaml': stringify({ ...each, metadata: { name: 'a', namespace: 'b' }, spec: {} }) }),
    );
  suite.tell({
    tried: '`plan` of an accepted placement beside such an object',
    times: kinds.length,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

test('an unknown kind of an unknown group passes if something defines it', async () => {
  for (const group of OTHER_GROUPS) {
    const object = stringify({ apiVersion: `${group}/v1`, kind: 'Frobnicator', metadata: { name: 'a' }, spec: {} });
    const definition = stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `frobnicators.${group}` },
      spec: {
        group,
        scope: 'Cluster',
        names: { kind: 'Frobnicator', plural: 'frobnicators' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    for (const [where, argv] of Object.entries({ 'tree/crd.yaml': ['lint', 'tree'], 'crd.yaml': ['lint', 'tree', '--crds', 'crd.yaml'] })) {
      const { exitCode, report } = await runCli(folderWith({ 'tree/a.yaml': object, [where]: definition }), argv);
      expect([exitCode, report?.lint?.notEvaluated], `${group} ${where}`).toEqual([0, []]);
    }
  }
  suite.tell({
    tried: 'unknown kinds of unknown groups that are like those of KubeFleet, and a CustomResourceDefinition of the tree or of `--crds`',
    times: 2 * OTHER_GROUPS.length,
    outcome: 'no finding',
  });
});

const EVERY_KIND: readonly FleetKind[] = [...FLEET_KINDS, ...MAIN_KINDS];

test('a kind of KubeFleet in a group that does not have it is an error of lint, and neither the plan nor the gate passes it without a word', async () => {
  const groups = GROUPS_WITHOUT_FLEET.filter((_, index) => suite.whole || index % 6 === suite.seed % 6);
  const { metadata, spec, ...type } = greenFleet().placement;
  const placed = [{ ...type, metadata: { name: metadata.name }, spec }, namespaceShop()].map((object) => stringify(object)).join('---\n');
  const hub = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(greenFleet()) });
  const clusters = stringify({
    apiVersion: `${CLUSTER_GROUP}/v1`,
    kind: 'MemberCluster',
    metadata: { name: 'east' },
    spec: { identity: { kind: 'User', name: 'east' } },
  });
  for (const group of groups) {
    const files = Object.fromEntries(EVERY_KIND.map(({ kind, namespaced }) => [`deploy/${kind}.yaml`, inGroup(group, kind, namespaced)]));
    const folder = folderWith({ ...files, 'deploy/shop.yaml': placed, 'hub.json': hub, 'clusters.yaml': clusters });
    const names = Object.keys(files).toSorted();
    const lint = await runCli(folder, ['lint', 'deploy', '--target', 'main']);
    const found = (lint.report?.lint?.findings ?? []).filter(({ rule }) => rule === 'api-version-not-served');
    expect([lint.exitCode, found.map(({ file }) => file).toSorted()], group).toEqual([1, names]);
    for (const { kind, group: right } of EVERY_KIND)
      expect(found.find(({ file }) => file === `deploy/${kind}.yaml`)?.remedy, `${group} ${kind}`).toContain(`${right}/`);
    const plan = await runCli(folder, ['plan', 'deploy', '--clusters', 'clusters.yaml']);
    // The hub refuses those that a placement would send.
    expect([plan.exitCode, plan.report?.plan?.notEvaluated?.map(({ file }) => file).toSorted()], group).toEqual([1, names]);
    const argv = ['diagnose', 'crp/shop', '--from', 'hub.json', '--now', NOW.toISOString(), '--manifests', 'deploy'];
    const gate = await runCli(folder, argv);
    expect(gate.report?.gate?.unjudged?.map(({ object }) => object.kind).toSorted(), group).toEqual(
      EVERY_KIND.map(({ kind }) => kind).toSorted(),
    );
  }
  suite.tell({
    tried: 'every kind of KubeFleet in groups of Kubernetes, and in groups that resemble those of KubeFleet and Azure Fleet',
    times: groups.length * EVERY_KIND.length,
    outcome: 'an error with the right group; not evaluated in a plan, and named by the gate',
  });
});

test('a kind of KubeFleet in such a group is accepted if a CustomResourceDefinition defines it there', async () => {
  // No CustomResourceDefinition can have a group without a dot.
  const groups = GROUPS_WITHOUT_FLEET.filter((group) => group.includes('.') && group !== 'fleet.azure.com').filter(
    (_, index) => suite.whole || index % 6 === suite.seed % 6,
  );
  for (const group of groups) {
    const files = Object.fromEntries(FLEET_KINDS.map(({ kind, namespaced }) => [`deploy/${kind}.yaml`, inGroup(group, kind, namespaced)]));
    const definitions = FLEET_KINDS.map((kind) => stringify(definitionIn(group, kind))).join('---\n');
    for (const [where, argv] of Object.entries({ 'deploy/crds.yaml': [], 'crds.yaml': ['--crds', 'crds.yaml'] })) {
      const { report } = await runCli(folderWith({ ...files, [where]: definitions }), ['lint', 'deploy', ...argv]);
      const found = report?.lint?.findings.filter(({ rule }) => rule === 'api-version-not-served');
      expect([found, report?.lint?.notEvaluated], `${group} ${where}`).toEqual([[], []]);
    }
  }
  suite.tell({
    tried: 'every kind of KubeFleet in such groups, and their CustomResourceDefinitions in the tree or in `--crds`',
    times: groups.length * FLEET_KINDS.length * 2,
    outcome: 'no finding',
  });
});

test('a kind of KubeFleet in such a group is an error in a version that its CustomResourceDefinition does not serve', async () => {
  const groups = ['placement.kubefleet.io', 'placement.azure.com'];
  for (const group of groups) {
    const files = Object.fromEntries(
      FLEET_KINDS.map(({ kind, namespaced }) => [`deploy/${kind}.yaml`, inGroup(group, kind, namespaced, 'v1beta1')]),
    );
    const definitions = FLEET_KINDS.map((kind) => stringify(definitionIn(group, kind))).join('---\n');
    for (const [where, argv] of Object.entries({ 'deploy/crds.yaml': [], 'crds.yaml': ['--crds', 'crds.yaml'] })) {
      const { exitCode, report } = await runCli(folderWith({ ...files, [where]: definitions }), ['lint', 'deploy', ...argv]);
      const found = report?.lint?.findings.filter(({ rule }) => rule === 'api-version-not-served') ?? [];
      expect([exitCode, found.length], `${group} ${where}`).toEqual([1, FLEET_KINDS.length]);
      for (const { message, remedy } of found) {
        expect(message).toMatch(/; its definition serves v1\.$/);
        expect(remedy).toContain(`${group}/v1, or serve v1beta1`);
      }
    }
  }
  suite.tell({
    tried: 'every kind of KubeFleet in such groups, and CustomResourceDefinitions that serve another version',
    times: groups.length * FLEET_KINDS.length * 2,
    outcome: 'an error with the version that is served',
  });
});

function inGroup(group: string, kind: string, namespaced: boolean, version = 'v1'): string {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return stringify({ apiVersion, kind, metadata: { name: 'a', ...(namespaced ? { namespace: 'shop' } : {}) } });
}

function definitionIn(group: string, { kind, plural, namespaced }: FleetKind): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  };
}

test('the same name in a group of another project is not reported', async () => {
  const others: readonly Typed[] = [
    ...Object.entries(GROUPS_OF_OTHERS).flatMap(([group, kinds]) => kinds.map((kind) => ({ apiVersion: `${group}/v1`, kind }))),
    { apiVersion: 'work.open-cluster-management.io/v1', kind: 'ManifestWork' },
    { apiVersion: 'cluster.open-cluster-management.io/v1beta1', kind: 'Placement' },
    { apiVersion: 'policy.karmada.io/v1alpha1', kind: 'ClusterOverridePolicy' },
    { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' },
    { apiVersion: 'fleet.cattle.io/v1alpha1', kind: 'Bundle' },
    { apiVersion: 'networking.fleet.azure.com/v1beta1', kind: 'TrafficManagerProfile' },
    { apiVersion: 'autoapprove.kubernetes-fleet.io/v1alpha1', kind: 'StagedWorkloadTracker' },
    { apiVersion: 'example.my-kubernetes-fleet.io/v1', kind: 'Tool' },
    { apiVersion: 'my-kubernetes-fleet.io/v1', kind: 'Tool' },
    { apiVersion: 'placement.fleet.example.com/v1', kind: 'Tool' },
    { apiVersion: 'cluster.kubernetes.io/v1', kind: 'Tool' },
  ];
  for (const type of others) {
    const { exitCode, report } = await runCli(
      folderWith({ 'a.yaml': stringify({ ...type, metadata: { name: 'a', namespace: 'b' }, spec: {} }) }),
      ['lint'],
    );
    expect([exitCode, report?.lint?.findings], `${type.apiVersion} ${JSON.stringify(report?.lint)}`).toEqual([0, []]);
  }
  suite.tell({ tried: 'kinds of other projects with a similar name', times: others.length, outcome: 'no finding' });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  writeTree(cwd, files);
  return cwd;
}

/** What a change removes, if the hub refuses an object as the base has it: the hub may have an earlier version. */
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: owner }
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
      - apiGroups: [placement.kubernetes-fleet.io]
        apiVersions: ["*"]
        operations: [CREATE, UPDATE]
        resources: [clusterresourceplacements]
  validations:
    - { expression: "has(object.metadata.labels) && 'owner' in object.metadata.labels", message: placements need an owner }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: owner }
spec: { policyName: owner, validationActions: [Deny] }
`;
const FIXED = (...names: readonly string[]): string => `{ placementType: PickFixed, clusterNames: [${names.join(', ')}] }`;
/** PickFixed has no number of clusters. */
const REFUSED = '{ placementType: PickFixed, numberOfClusters: 3 }';
const shop = (policy: string): string => placementYaml('shop', { policy: `policy: ${policy}`.slice('policy: '.length) });
const placement = (policy: string): string => `${shop('').trimEnd()}
  policy: ${policy}
`;
const config = (label: string): string =>
  `apiVersion: v1
kind: ConfigMap
metadata: { name: config, namespace: shop, labels: { release: ${label} } }
`;
const bindings = ['a', 'b']
  .map(
    (name) => `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceBinding
metadata: { name: shop-${name}, labels: { kubernetes-fleet.io/parent-CRP: shop } }
spec:
  state: Bound
  targetCluster: ${name}
  schedulingPolicySnapshotName: shop-0
  resourceSnapshotName: shop-0-snapshot
  clusterDecision: { clusterName: ${name}, selected: true, reason: picked }
`,
  )
  .join('');
const SNAPSHOT = `---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterSchedulingPolicySnapshot
metadata:
  name: shop-0
  labels:
    kubernetes-fleet.io/parent-CRP: shop
    kubernetes-fleet.io/is-latest-snapshot: "true"
    kubernetes-fleet.io/policy-index: "0"
  annotations: { kubernetes-fleet.io/CRP-generation: "1" }
spec: { policy: { placementType: PickFixed, clusterNames: [a, b] }, policyHash: eA== }
`;
const MEMBERS = joinedMembers('a', 'b', 'c');

interface Judged {
  readonly code: number;
  readonly removed: readonly string[];
  readonly notes: string;
}

async function judged(command: 'lint' | 'plan', files: Files, change: Change, flags: readonly string[] = []): Promise<Judged> {
  const repository = gitRepository({ 'tree/ns.yaml': namespaceYaml('shop'), 'clusters.yaml': MEMBERS, ...files });
  change(repository);
  const argv = [command, 'tree', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', ...flags];
  const { exitCode, report } = await runCli(repository.dir, argv);
  const removed = (report?.removals ?? []).map(
    ({ kind, object, clusters, resources }) =>
      `${kind} of ${displayName(object)}: ${resources.map(displayName).join(' ')} from ${clusters?.join(' ') ?? 'its clusters'}`,
  );
  return { code: exitCode, removed, notes: (report?.notes ?? []).join('\n') };
}

const DELETED: Change = ({ remove }) => remove('tree/shop.yaml');
const NOTE = 'The hub refuses ClusterResourcePlacement/shop as the base has it, and may have an earlier version of it or none.';

describe.each(['lint', 'plan'] as const)('%s of a base that the hub refuses', (command) => {
  it.each<readonly [string, Files, Change, readonly string[], string]>([
    [
      'by a policy that is newer than the placement',
      { 'tree/shop.yaml': placement(FIXED('a', 'b')), 'policies/owner.yaml': POLICY },
      ({ write }) => write('tree/shop.yaml', placement(FIXED('a')).replace('name: shop\n', 'name: shop\n  labels: { owner: me }\n')),
      ['--policies', 'policies'],
      'clusters of ClusterResourcePlacement/shop: Namespace/shop from b',
    ],
    [
      'by a policy, with the placement deleted',
      { 'tree/shop.yaml': placement(FIXED('a', 'b')), 'policies/owner.yaml': POLICY },
      DELETED,
      ['--policies', 'policies'],
      'placement of ClusterResourcePlacement/shop: Namespace/shop from a b',
    ],
    [
      'as it is written, with the placement deleted',
      { 'tree/shop.yaml': placement(REFUSED) },
      DELETED,
      [],
      'placement of ClusterResourcePlacement/shop: Namespace/shop from its clusters',
    ],
    [
      'as it is written, with its bindings in the clusters file and the placement deleted',
      { 'tree/shop.yaml': placement(REFUSED), 'clusters.yaml': MEMBERS + bindings + SNAPSHOT },
      DELETED,
      [],
      'placement of ClusterResourcePlacement/shop: Namespace/shop from a b',
    ],
    [
      'as it is written, with its bindings in the clusters file and fewer clusters',
      { 'tree/shop.yaml': placement(REFUSED), 'clusters.yaml': MEMBERS + bindings + SNAPSHOT },
      ({ write }) => write('tree/shop.yaml', placement(FIXED('a'))),
      [],
      'clusters of ClusterResourcePlacement/shop: Namespace/shop from b',
    ],
  ])('%s', async (_what, files, change, flags, removed) => {
    const found = await judged(command, files, change, flags);
    expect([found.code, found.removed]).toEqual([1, [removed]]);
    expect(found.notes).toContain(NOTE);
  });

  it('names content that the hub refuses and that the change deletes', async () => {
    const files = { 'tree/shop.yaml': placement(FIXED('a')), 'tree/config.yaml': config('1.2') };
    const found = await judged(command, files, ({ remove }) => remove('tree/config.yaml'));
    expect(found).toMatchObject({ code: 1, removed: ['resources of ClusterResourcePlacement/shop: ConfigMap/shop/config from a'] });
    expect(found.notes).toContain('The hub refuses ConfigMap/shop/config as the base has it');
  });

  it('says nothing of what stays as it is', async () => {
    const files = { 'tree/shop.yaml': placement(FIXED('a')), 'tree/config.yaml': config('1.2') };
    const found = await judged(command, files, ({ write }) => write('tree/other.yaml', namespaceYaml('other')), ['--fail-on-new']);
    expect([found.removed, found.notes.includes('The hub refuses')]).toEqual([[], false]);
  });

  it.each([
    ['is none, if a dump of the hub has other placements only', 'other', 0, []],
    ['is one, if a dump of the hub has it', 'shop', 1, ['placement of ClusterResourcePlacement/shop: Namespace/shop from its clusters']],
  ])('%s', async (_what, onHub, code, removed) => {
    const clusters = `${MEMBERS}---\n${placementYaml(onHub)}status: {}\n`;
    const found = await judged(command, { 'tree/shop.yaml': placement(REFUSED), 'clusters.yaml': clusters }, DELETED);
    expect([found.code, found.removed]).toEqual([code, removed]);
  });

  it.each([
    ['the kind of an object', 'kind: ConfigMap', 'kind: ConfigMpa'],
    ['the version of an object', 'apiVersion: v1', 'apiVersion: v3'],
    ['the group of an object', 'apiVersion: v1', 'apiVersion: cor/v1'],
    ['the name of an object', 'name: config', 'name: shop_config'],
    ['a name with capitals', 'name: config', 'name: Config'],
  ])('removes nothing, if the change repairs %s, as no hub had it', async (_what, right, wrong) => {
    const files = { 'tree/shop.yaml': placement(FIXED('a')), 'tree/config.yaml': config('"1.2"').replace(right, wrong) };
    const found = await judged(command, files, ({ write }) => write('tree/config.yaml', config('"1.2"')));
    expect(found).toMatchObject({ code: 0, removed: [], notes: expect.not.stringContaining('The hub refuses') });
  });

  it('passes with a note, if the change repairs it', async () => {
    const found = await judged(command, { 'tree/shop.yaml': placement(REFUSED) }, ({ write }) =>
      write('tree/shop.yaml', placement(FIXED('a'))),
    );
    expect([found.code, found.removed]).toEqual([0, []]);
    expect(found.notes).toContain(NOTE);
  });
});

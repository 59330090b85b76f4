/**
 * Input that cannot be checked without member clusters is reported. MemberClusters among the manifests are used if no file is given, and
 * replace those of the file.
 */
import { describe, expect, it } from 'vitest';
import { JOINED_STATUS, memberYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n';

function crp(name: string, policy: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
  policy: ${policy}
---
${NAMESPACE.replace('shop', name)}`;
}

const AFFINITY = `affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { region: europe } } }] } } }`;
const SPREAD = 'topologySpreadConstraints: [{ topologyKey: region, maxSkew: 1 }]';
const EUROPE = `{ placementType: PickAll, ${AFFINITY} }`;

/** As it is written: without what a hub reports. */
const member = (name: string, labels = '{ region: europe }', spec = ''): string => memberYaml(name, { labels, spec });
/** As a hub shows it. */
const live = (name: string, labels?: string): string => member(name, labels) + JOINED_STATUS;

const cli = (dir: string, ...argv: string[]): Promise<CliRun> => runCli(dir, argv);

function picked({ report }: CliRun): readonly (readonly string[])[] {
  return (report?.plan?.placements ?? []).map((placement) => placement.picked);
}

describe('without member clusters', () => {
  const RP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: api, namespace: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: a }]
  policy: { placementType: PickAll }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: shop }
---
`;

  it.each([
    ['PickN', crp('shop', '{ placementType: PickN, numberOfClusters: 2 }'), 'whether 2 clusters are eligible is not known'],
    [
      'spread',
      crp('shop', `{ placementType: PickN, numberOfClusters: 2, ${SPREAD} }`),
      'whether 2 clusters are eligible and how they spread is not known',
    ],
    [
      'PickFixed',
      crp('shop', '{ placementType: PickFixed, clusterNames: [a] }'),
      'whether the clusters it names are in the fleet and eligible is not known',
    ],
    ['PickAll with an affinity', crp('shop', EUROPE), 'whether any cluster matches its affinity is not known'],
  ])('%s is reported as not checked, with the option to add, and passes', async (_, text, said) => {
    const { dir } = gitRepository({ 'a.yaml': text });
    const { exitCode, first, report } = await cli(dir, 'lint');
    expect(exitCode).toBe(0);
    expect(first).toContain('1 placement not checked against clusters');
    expect(report?.lint?.notEvaluated).toEqual([
      {
        file: 'a.yaml',
        line: 1,
        missing: 'clusters',
        object: expect.objectContaining({ kind: expect.stringContaining('Placement') }),
        reason: expect.stringMatching(`^${said}.*: give --clusters FILE or --kubeconfig FILE\\.$`),
      },
    ]);
    expect((await cli(dir, 'lint', '--fail-on-not-evaluated')).exitCode).toBe(6);
  });

  it.each([
    ['PickAll', crp('shop', '{ placementType: PickAll }')],
    ['a ResourcePlacement whose namespace goes everywhere', RP + crp('shop', '{ placementType: PickAll }')],
  ])('nothing is reported as not checked for %s', async (_, text) => {
    const { dir } = gitRepository({ 'a.yaml': text });
    const { first, report } = await cli(dir, 'lint');
    expect([first.includes('not checked'), report?.lint?.notEvaluated]).toEqual([false, []]);
  });

  it('the clusters of a ResourcePlacement are reported as not checked beside those of its namespace', async () => {
    const { dir } = gitRepository({
      'a.yaml': RP + crp('shop', EUROPE).replace('name: shop }\n  policy', 'name: shop, selectionScope: NamespaceOnly }\n  policy'),
    });
    const { exitCode, first, report } = await cli(dir, 'lint');
    expect(exitCode).toBe(0);
    expect(first).toContain('2 placements not checked against clusters');
    expect(report?.lint?.notEvaluated.map(({ object, reason }) => `${object?.kind} ${reason.split(' is not known')[0]}`)).toEqual([
      'ClusterResourcePlacement whether any cluster matches its affinity',
      'ResourcePlacement whether its namespace is on every cluster it picks',
    ]);
  });

  it('all of them are counted, also runs; if the clusters are given, none are', async () => {
    const staged = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec: { stages: [{ name: all, labelSelector: {} }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: r1 }
spec: { placementName: b, stagedRolloutStrategyName: waves, state: Run }
---
`;
    const external = crp('b', '{ placementType: PickFixed, clusterNames: [e1] }').replace(
      '  policy',
      '  strategy: { type: External }\n  policy',
    );
    const { dir } = gitRepository({
      'tree/a.yaml': crp('a', '{ placementType: PickN, numberOfClusters: 1 }'),
      'tree/b.yaml': staged + external,
      'clusters.yaml': live('e1'),
    });
    expect((await cli(dir, 'lint', 'tree')).first).toContain('2 placements and 1 update run not checked against clusters');
    expect((await cli(dir, 'lint', 'tree', '--clusters', 'clusters.yaml')).report?.lint?.notEvaluated).toEqual([]);
  });

  it('a requested plan is reported as missing', async () => {
    const { dir } = gitRepository({ 'a.yaml': crp('shop', '{ placementType: PickAll }') });
    const { report, out } = await cli(dir, 'lint', '--plan');
    expect(report?.notes).toEqual(['No plan: the member clusters are not known; give --clusters FILE or --kubeconfig FILE.']);
    expect(out).toContain('No plan: ');
    expect((await cli(dir, 'lint')).report?.notes).toBeUndefined();
    const plain = gitRepository({ 'a.yaml': NAMESPACE });
    expect((await cli(plain.dir, 'lint', '--plan')).report?.notes).toBeUndefined();
    await expect(cli(dir, 'plan')).rejects.toThrow('plan needs the member clusters');
  });
});

describe('MemberClusters of the manifests', () => {
  it('are the clusters if none are given, and the report says so', async () => {
    const { dir } = gitRepository({
      'shop.yaml': crp('shop', EUROPE),
      'fleet/e1.yaml': member('e1'),
      'fleet/a1.yaml': member('a1', '{ region: asia }'),
    });
    const planned = await cli(dir, 'plan');
    expect([planned.exitCode, picked(planned)]).toEqual([0, [['e1']]]);
    const note =
      'The clusters are the 2 MemberClusters of the manifests (fleet/a1.yaml, fleet/e1.yaml), treated as joined and healthy, with the labels and taints written there; give --clusters FILE or --kubeconfig FILE to check against those of the hub.';
    expect(planned.report?.notes).toEqual([note]);
    const linted = await cli(dir, 'lint', '--plan');
    expect([linted.report?.notes, picked(linted), linted.report?.lint?.notEvaluated]).toEqual([[note], [['e1']], []]);
  });

  it('show faults that are not certain, because the fleet may have more clusters', async () => {
    const { dir } = gitRepository({
      'shop.yaml': crp('shop', '{ placementType: PickFixed, clusterNames: [e2] }'),
      'e1.yaml': member('e1'),
    });
    const { exitCode, report } = await cli(dir, 'lint');
    expect(report?.lint?.findings).toMatchObject([
      {
        rule: 'pickfixed-unknown-cluster',
        severity: 'warning',
        message: expect.stringContaining('Checked against the clusters in the manifests'),
      },
    ]);
    expect(exitCode).toBe(0);
    expect((await cli(dir, 'lint', '--fail-on', 'warning')).exitCode).toBe(1);
    const given = gitRepository({
      'tree/shop.yaml': crp('shop', '{ placementType: PickFixed, clusterNames: [e2] }'),
      'c.yaml': live('e1'),
    });
    expect((await cli(given.dir, 'lint', 'tree', '--clusters', 'c.yaml')).exitCode).toBe(1);
  });

  it.each<readonly [cluster: string, expected: readonly string[], exitIfGiven: number]>([
    ['e2', ['eviction-invalid warning'], 1],
    ['e1', [], 0],
    ['a1', ['eviction-invalid warning'], 0],
  ])('show an eviction from a cluster that the placement cannot be on: %s', async (cluster, expected, exitIfGiven) => {
    const eviction = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: shop }
spec: { placementName: shop, clusterName: ${cluster} }
`;
    const placement = crp('shop', EUROPE);
    const { dir } = gitRepository({
      'shop.yaml': placement,
      'e.yaml': eviction,
      'e1.yaml': member('e1'),
      'a1.yaml': member('a1', '{ region: asia }'),
    });
    const { exitCode, report } = await cli(dir, 'lint');
    expect([exitCode, report?.lint?.findings.map(({ rule, severity }) => `${rule} ${severity}`)]).toEqual([0, expected]);
    const given = gitRepository({ 'tree/shop.yaml': placement, 'tree/e.yaml': eviction, 'c.yaml': `${member('e1')}---\n${member('a1')}` });
    expect((await cli(given.dir, 'lint', 'tree', '--clusters', 'c.yaml')).exitCode).toBe(exitIfGiven);
  });

  it('do not lower a fault that is found without them', async () => {
    const text = crp('shop', '{ placementType: PickAll }').replace('name: shop }\n  policy', 'name: kube-shop }\n  policy');
    const alone = await cli(gitRepository({ 'a.yaml': text }).dir, 'lint');
    const beside = await cli(gitRepository({ 'a.yaml': text, 'e1.yaml': member('e1') }).dir, 'lint');
    expect(alone.report?.lint?.findings.length).toBeGreaterThan(0);
    expect(beside.report?.lint?.findings.map(({ rule, effect, message }) => [rule, effect, message])).toEqual(
      alone.report?.lint?.findings.map(({ rule, effect, message }) => [rule, effect, message]),
    );
  });

  it('do not raise a fault, because folders may be for different hubs', async () => {
    const one = (name: string): string =>
      crp(name, '{ placementType: PickN, numberOfClusters: 1 }')
        .replace(`name: ${name} }\n  policy`, 'name: shop }\n  policy')
        .split('---')[0] ?? '';
    const files = { 'dev/one.yaml': one('one'), 'prod/two.yaml': one('two'), 'ns.yaml': NAMESPACE };
    const alone = await cli(gitRepository(files).dir, 'lint');
    const beside = await cli(gitRepository({ ...files, 'e1.yaml': member('e1') }).dir, 'lint');
    expect(alone.report?.lint?.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toContain('overlapping-placements notice');
    expect(beside.report?.lint?.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toContain('overlapping-placements notice');
    expect([alone.exitCode, beside.exitCode]).toEqual([0, 0]);
  });

  it('move placements if their labels change, and the report names them', async () => {
    const repository = gitRepository({
      'shop.yaml': crp('shop', EUROPE),
      'e1.yaml': member('e1'),
      'e2.yaml': member('e2'),
    });
    repository.write('e1.yaml', member('e1', '{ region: asia }'));
    const { report } = await cli(repository.dir, 'lint', '--base', 'HEAD');
    expect(report?.lint?.findings.map(({ rule, severity, file, message }) => `${severity} ${file} ${rule}: ${message}`)).toEqual([
      'warning e1.yaml member-change: With its new labels (region) e1 no longer matches ClusterResourcePlacement/shop but keeps its content.',
    ]);
  });

  it('move placements of one name, and the report names the hub of each', async () => {
    const repository = gitRepository({
      'env/dev/shop.yaml': crp('shop', EUROPE),
      'env/prod/shop.yaml': crp('shop', EUROPE),
      'env/prod/pay.yaml': crp('pay', EUROPE),
      'e1.yaml': member('e1'),
    });
    repository.write('e1.yaml', member('e1', '{ region: asia }'));
    const { report } = await cli(repository.dir, 'lint', '--base', 'HEAD');
    const found = report?.lint?.findings.find(({ rule }) => rule === 'member-change');
    expect(found?.message).toContain(
      'no longer matches ClusterResourcePlacement/shop (env/dev), ClusterResourcePlacement/pay, ClusterResourcePlacement/shop (env/prod) but',
    );
    expect(found?.related.map(({ message }) => message)).toContain('the policy of ClusterResourcePlacement/shop (env/dev)');
  });

  it('do not show properties', async () => {
    const sorted = `{ placementType: PickN, numberOfClusters: 1, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ propertySelector: { matchExpressions: [{ name: kubernetes-fleet.io/node-count, operator: Ge, values: ["3"] }] } }] } } } }`;
    const { dir } = gitRepository({ 'shop.yaml': crp('shop', sorted), 'e1.yaml': member('e1') });
    const { exitCode, first, report } = await cli(dir, 'lint', '--plan');
    expect([exitCode, report?.lint?.findings]).toEqual([0, []]);
    expect(first).toContain('1 placement not checked against clusters');
    expect(report?.plan?.placements[0]?.notVerified).toEqual([
      'It asks for properties of the clusters, which MemberClusters in manifests do not have.',
    ]);
    const planned = await cli(dir, 'plan');
    expect([planned.exitCode, planned.first]).toEqual([
      6,
      'NOT EVALUATED: shop.yaml:1 ClusterResourcePlacement/shop: It asks for properties of clusters, which MemberClusters in manifests do not have, so it is not planned; 1 placement not checked against clusters',
    ]);
    expect((await cli(dir, 'plan', '--fail-on', 'none')).exitCode).toBe(0);
  });

  it('of a file without their status do not show properties, and the report says so', async () => {
    const sorted = `{ placementType: PickN, numberOfClusters: 1, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ propertySelector: { matchExpressions: [{ name: kubernetes-fleet.io/node-count, operator: Ge, values: ["3"] }] } }] } } } }`;
    const { dir } = gitRepository({ 'a/shop.yaml': crp('shop', sorted), 'clusters.yaml': member('e1') });
    const { report } = await cli(dir, 'lint', 'a', '--clusters', 'clusters.yaml');
    expect(report?.lint?.notEvaluated.map(({ reason }) => reason)).toEqual([
      'which clusters have the properties it asks for is not known, because MemberCluster e1 has no status: give its status with --clusters FILE or --kubeconfig FILE.',
    ]);
  });

  it('of a file without their status do not show properties to a plan either', async () => {
    const sorted = `{ placementType: PickN, numberOfClusters: 1, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ propertySelector: { matchExpressions: [{ name: kubernetes-fleet.io/node-count, operator: Ge, values: ["3"] }] } }] } } } }`;
    const { dir } = gitRepository({ 'a/shop.yaml': crp('shop', sorted), 'clusters.yaml': member('e1') });
    const { exitCode, first } = await cli(dir, 'plan', 'a', '--clusters', 'clusters.yaml');
    expect([exitCode, first]).toEqual([
      6,
      'NOT EVALUATED: a/shop.yaml:1 ClusterResourcePlacement/shop: It asks for properties of clusters, which MemberClusters without a status do not have, so it is not planned; 1 placement not checked against clusters',
    ]);
  });

  it('do not show whether a placement that now requires properties leaves its clusters', async () => {
    const sorted = `{ placementType: PickAll, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ propertySelector: { matchExpressions: [{ name: kubernetes-fleet.io/node-count, operator: Ge, values: ["3"] }] } }] } } } }`;
    const { dir, write } = gitRepository({ 'shop.yaml': crp('shop', '{ placementType: PickAll }'), 'e1.yaml': member('e1') });
    write('shop.yaml', crp('shop', sorted));
    for (const command of ['lint', 'plan']) {
      const { exitCode, report } = await cli(dir, command, '--base', 'HEAD', '--fail-on-removal', 'any');
      const open = (report?.lint ?? report?.plan)?.notEvaluated ?? [];
      expect([command, exitCode, open.map(({ file, missing }) => [file, missing])]).toEqual([command, 6, [['shop.yaml', 'clusters']]]);
    }
    expect((await cli(dir, 'lint', '--base', 'HEAD', '--plan')).exitCode).toBe(0);
  });

  it('have the state from the dump if the manifests contain one', async () => {
    const silent = live('e1').replace('type: Joined, status: "True"', 'type: Joined, status: "False"');
    const { dir } = gitRepository({ 'shop.yaml': crp('shop', EUROPE), 'fleet.yaml': `${silent}---\n${live('e2')}` });
    const { report } = await cli(dir, 'plan');
    expect(report?.plan?.placements[0]?.picked).toEqual(['e2']);
    expect(report?.notes?.[0]).not.toContain('taken to be');
  });
});

describe('a clusters file that was written by hand', () => {
  const TREE = { 'deploy/shop.yaml': crp('shop', EUROPE) };

  it('gives clusters that have joined and are healthy, and the report says so', async () => {
    const { dir } = gitRepository({ ...TREE, 'clusters.yaml': `${member('e1')}---\n${member('e2', '{}')}` });
    for (const command of ['lint', 'plan']) {
      const { exitCode, report } = await cli(dir, command, 'deploy', '--clusters', 'clusters.yaml');
      expect([command, exitCode]).toEqual([command, 0]);
      expect(report?.notes).toEqual(['MemberCluster e1, e2 of clusters.yaml have no status, and are treated as joined and healthy.']);
    }
    expect(picked(await cli(dir, 'plan', 'deploy', '--clusters', 'clusters.yaml'))).toEqual([['e1']]);
  });

  it('is refused if two copies of a cluster differ, in any order, unless one is newer', async () => {
    const copies = [member('e1'), member('e1', '{ region: asia }')];
    const at = (text: string, version: number): string => text.replace('metadata: { ', `metadata: { resourceVersion: "${version}", `);
    for (const [first = '', second = ''] of [copies, copies.toReversed()]) {
      const text = `${first}---\n${second}`;
      const { dir } = gitRepository({ ...TREE, 'clusters.yaml': text });
      for (const command of ['lint', 'plan'])
        await expect(cli(dir, command, 'deploy', '--clusters', 'clusters.yaml')).rejects.toThrow(
          'MemberCluster/e1 is in the files twice, with different content',
        );
    }
    const newer = at(member('e1'), 10);
    const older = at(member('e1', '{ region: asia }'), 9);
    expect(newer).toContain('resourceVersion');
    for (const text of [`${newer}---\n${older}`, `${older}---\n${newer}`]) {
      const { dir } = gitRepository({ ...TREE, 'clusters.yaml': text });
      expect(picked(await cli(dir, 'plan', 'deploy', '--clusters', 'clusters.yaml'))).toEqual([['e1']]);
    }
  });

  it.each([
    [
      member('europe-2').replace('MemberCluster', 'MemberCluser'),
      'its kind must be MemberCluster of the group cluster.kubernetes-fleet.io',
    ],
    [member('europe-2').replace('kubernetes-fleet', 'kubernetes-flet'), 'its apiVersion must be of the group cluster.kubernetes-fleet.io'],
    [
      member('europe-2').replace('cluster.kubernetes-fleet.io/v1', 'fleet.azure.com/v1alpha1'),
      'its apiVersion must be of the group cluster.kubernetes-fleet.io',
    ],
    [member('europe-2').replace('kind: MemberCluster', 'kind: ""'), 'the object europe-2 has an empty kind'],
  ])('is refused if it misspells one of several clusters: %s', async (text, fault) => {
    const { dir, write } = gitRepository({ 'a.yaml': crp('shop', '{ placementType: PickAll }') });
    write('clusters.yaml', `${member('europe-1')}---\n${text}`);
    await expect(cli(dir, 'lint', 'a.yaml', '--clusters', 'clusters.yaml')).rejects.toThrow(fault);
  });

  it('may have objects of other kinds', async () => {
    const others = [
      { apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'InternalMemberCluster', metadata: { name: 'europe-1', namespace: 'a' } },
      { apiVersion: 'cluster.open-cluster-management.io/v1', kind: 'ManagedCluster', metadata: { name: 'europe-1' } },
      { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterSchedulingPolicySnapshot', metadata: { name: 'shop-0' } },
    ];
    const { dir, write } = gitRepository({ 'a.yaml': crp('shop', '{ placementType: PickAll }') });
    write('clusters.yaml', [member('europe-1'), ...others.map((each) => JSON.stringify(each))].join('\n---\n'));
    expect((await cli(dir, 'lint', 'a.yaml', '--clusters', 'clusters.yaml')).exitCode).toBe(0);
  });

  it('is read in the same way among the manifests, or if the configuration names it', async () => {
    const { dir } = gitRepository({ ...TREE, 'clusters.yaml': member('e1'), '.fleet-gate.yaml': 'clusters: clusters.yaml\n' });
    const { exitCode, report } = await cli(dir, 'plan', '.');
    expect([exitCode, report?.plan?.placements[0]?.picked]).toEqual([0, ['e1']]);
    expect(report?.notes).toEqual(['MemberCluster e1 of clusters.yaml has no status, and is treated as joined and healthy.']);
  });

  it('does not change clusters that have a status', async () => {
    const silent = live('e2').replace('type: Joined, status: "True"', 'type: Joined, status: "False"');
    const { dir } = gitRepository({ ...TREE, 'clusters.yaml': `${member('e1')}---\n${silent}` });
    const { report } = await cli(dir, 'plan', 'deploy', '--clusters', 'clusters.yaml');
    expect(report?.plan?.placements[0]?.picked).toEqual(['e1']);
    expect(report?.notes?.[0]).toMatch(/^MemberCluster e1 of /);
  });

  it.each([
    ['a uid', 'metadata: { name: e1,', 'metadata: { name: e1, uid: 6a1f,'],
    ['a condition', /$/, 'status: { conditions: [{ type: ReadyToJoin, status: "True" }] }\n'],
  ])('is not accepted if its clusters have %s: these have not joined', async (_, from, to) => {
    const { dir } = gitRepository({ ...TREE, 'clusters.yaml': member('e1').replace(from, to) });
    const { exitCode, report } = await cli(dir, 'plan', 'deploy', '--clusters', 'clusters.yaml');
    expect([exitCode, report?.plan?.placements[0]?.picked, report?.notes]).toEqual([1, [], undefined]);
  });

  it('does not show properties', async () => {
    const sized = `{ placementType: PickAll, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ propertySelector: { matchExpressions: [{ name: kubernetes-fleet.io/node-count, operator: Ge, values: ["3"] }] } }] } } } }`;
    const { dir } = gitRepository({ 'deploy/shop.yaml': crp('shop', sized), 'clusters.yaml': member('e1') });
    const { report } = await cli(dir, 'plan', 'deploy', '--clusters', 'clusters.yaml');
    expect(report?.plan?.placements[0]?.unknown).toBe(true);
  });
});

describe('a change of MemberClusters', () => {
  const BASE = { 'tree/shop.yaml': crp('shop', EUROPE), 'tree/e1.yaml': member('e1'), 'tree/e2.yaml': member('e2') };

  it.each([
    ['is relabelled', member('e2', '{ region: asia }'), 'ClusterAffinity'],
    ['loses a taint', member('e2', undefined, ', taints: [{ key: a, value: b, effect: NoSchedule }]'), 'TaintToleration'],
  ])('shows the placements that move to the cluster that %s', async (_, before, plugin) => {
    for (const given of [[], ['--clusters', 'given.yaml']]) {
      const { dir, write } = gitRepository({
        ...BASE,
        'tree/e2.yaml': before,
        'given.yaml': `${live('e1')}---\n${before}${JOINED_STATUS}`,
      });
      write('tree/e2.yaml', member('e2'));
      const { report } = await cli(dir, 'plan', 'tree', ...given, '--base', 'HEAD');
      const [placement] = report?.plan?.placements ?? [];
      expect([given.length, placement?.picked, placement?.change?.added]).toEqual([given.length, ['e1', 'e2'], ['e2']]);
      expect(placement?.change?.reasons).toMatchObject([{ cluster: 'e2', plugin }]);
      if (given.length > 0) expect(report?.notes).toEqual(['MemberCluster e2: changed by the manifests, and checked with the change.']);
    }
  });

  it.each([
    ['is relabelled', member('e2', '{ region: asia }')],
    ['gets a taint', member('e2', undefined, ', taints: [{ key: a, value: b, effect: NoSchedule }]')],
  ])('removes nothing from the cluster that %s, as the hub', async (_, after) => {
    const { dir, write } = gitRepository(BASE);
    write('tree/e2.yaml', after);
    const { report } = await cli(dir, 'plan', 'tree', '--base', 'HEAD');
    expect(report?.plan?.placements[0]).toMatchObject({ picked: ['e1', 'e2'], change: { added: [], removed: [] } });
    expect((await cli(dir, 'plan', 'tree')).report?.plan?.placements[0]?.picked).toEqual(['e1']);
  });

  it('removes a label that only the base has, and keeps labels that the hub added', async () => {
    const { dir, write } = gitRepository({ ...BASE, 'given.yaml': `${live('e1')}---\n${live('e2', '{ region: europe, added: by-hub }')}` });
    write('tree/e2.yaml', member('e2', '{ tier: gold }'));
    write('tree/shop.yaml', NAMESPACE);
    write('tree/added.yaml', crp('added', EUROPE.replace('region: europe', 'added: by-hub')));
    write('tree/europe.yaml', crp('europe', EUROPE));
    const { report } = await cli(dir, 'plan', 'tree', '--clusters', 'given.yaml', '--base', 'HEAD');
    expect(report?.plan?.placements.map(({ object, picked: names }) => [object.name, names])).toEqual([
      ['added', ['e2']],
      ['europe', ['e1']],
    ]);
  });

  it('names a cluster that only the manifests have, also if they have its status', async () => {
    const { dir } = gitRepository({ ...BASE, 'given.yaml': live('e1'), 'tree/e2.yaml': member('e2'), 'tree/e3.yaml': live('e3') });
    for (const command of ['lint', 'plan']) {
      const { report } = await cli(dir, command, 'tree', '--clusters', 'given.yaml');
      expect(report?.notes).toEqual(
        expect.arrayContaining([
          'MemberCluster e2: only in the manifests, and treated as joined and healthy.',
          'MemberCluster e3: only in the manifests, and used with the status that they have there.',
        ]),
      );
    }
  });

  it('shows placements that move to a new cluster, and from a removed one', async () => {
    const { dir, write, remove } = gitRepository({ ...BASE, 'given.yaml': `${live('e1')}---\n${live('e2')}` });
    write('tree/e3.yaml', member('e3'));
    const added = await cli(dir, 'plan', 'tree', '--clusters', 'given.yaml', '--base', 'HEAD');
    expect(added.report?.plan?.placements[0]?.change).toMatchObject({ added: ['e3'], removed: [], kept: 2 });
    expect(added.report?.notes).toEqual(['MemberCluster e3: only in the manifests, and treated as joined and healthy.']);
    remove('tree/e3.yaml');
    remove('tree/e2.yaml');
    const gone = await cli(dir, 'plan', 'tree', '--clusters', 'given.yaml', '--base', 'HEAD');
    expect(gone.report?.plan?.placements[0]?.change).toMatchObject({ removed: ['e2'], kept: 1 });
    expect(gone.report?.notes).toEqual(['MemberCluster e2: removed from the manifests, and no longer used.']);
  });

  it('checks the base with the clusters of the base', async () => {
    const { dir, write } = gitRepository({
      'tree/shop.yaml': crp('shop', '{ placementType: PickFixed, clusterNames: [e3] }'),
      'tree/e1.yaml': member('e1'),
    });
    write('tree/e3.yaml', member('e3'));
    const { report } = await cli(dir, 'lint', 'tree', '--base', 'HEAD');
    expect(report?.lint?.findings.map(({ rule, state }) => `${rule} ${state}`)).toEqual(['pickfixed-unknown-cluster fixed']);
  });

  it('changes nothing if the clusters did not change', async () => {
    const { dir } = gitRepository({ ...BASE, 'given.yaml': `${live('e1')}---\n${live('e2')}` });
    const { report } = await cli(dir, 'plan', 'tree', '--clusters', 'given.yaml', '--base', 'HEAD');
    expect(report?.plan?.placements[0]?.change).toEqual({ added: [], removed: [], kept: 2 });
    expect(report?.notes).toEqual([expect.stringContaining('the very commit that is checked out')]);
  });
});

describe('a clusters file among the checked files', () => {
  const FILES = {
    '.fleet-gate.yaml': 'clusters: clusters.yaml\nexclude: [other.yaml]\n',
    'clusters.yaml': `${live('e1')}---\n${live('e2')}`,
    'tree/shop.yaml': crp('shop', EUROPE),
  };

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['is used as it was in the base', {}, []],
    ['is used so also beside MemberClusters of the manifests', { 'tree/e1.yaml': member('e1') }, []],
    ['removes no cluster from another file', { 'other.yaml': `${live('e1')}---\n${live('e2')}` }, ['--clusters', 'other.yaml']],
  ])('%s, if the change deletes it', async (_, files, flags) => {
    const { dir, write, remove } = gitRepository(FILES);
    remove('clusters.yaml');
    for (const [name, text] of Object.entries(files)) write(name, text);
    for (const paths of [['.'], ['tree']]) {
      const { exitCode, report } = await cli(dir, 'plan', ...paths, ...flags, '--base', 'HEAD', '--fail-on-removal', 'any');
      expect([exitCode, report?.plan?.placements[0]]).toMatchObject([
        0,
        { picked: ['e1', 'e2'], change: { added: [], removed: [], kept: 2 } },
      ]);
      expect((report?.notes ?? []).join('\n')).not.toContain('removed from the manifests');
    }
    expect((await cli(dir, 'lint', '.', ...flags, '--base', 'HEAD')).exitCode).toBe(0);
  });

  it('does not hide a MemberCluster of a file with an earlier name', async () => {
    const { dir, write } = gitRepository(FILES);
    write('a/e2.yaml', member('e2', '{ region: asia }'));
    const { report } = await cli(dir, 'lint', '.', '--target', 'aks', '--base', 'HEAD');
    const found = report?.lint?.findings.map(({ rule, file }) => `${rule} ${file}`).toSorted();
    expect(found).toEqual(['declared-twice clusters.yaml', 'member-change a/e2.yaml', 'member-labels-on-azure a/e2.yaml']);
  });

  it('shows a new taint only at the MemberCluster that has it', async () => {
    const { dir, write } = gitRepository({ ...FILES, 'tree/shop.yaml': crp('shop', '{ placementType: PickN, numberOfClusters: 1 }') });
    write('tree/e2.yaml', member('e2', undefined, ', taints: [{ key: a, value: b, effect: NoSchedule }]'));
    const { report } = await cli(dir, 'lint', '.', '--base', 'HEAD');
    const found = (report?.lint?.findings ?? []).filter(({ rule }) => rule === 'member-change');
    expect(found.map(({ file }) => file)).toEqual(['tree/e2.yaml']);
  });
});

describe('a clusters file that the change edits', () => {
  const NORTH = crp('shop', EUROPE);
  const file = (...members: readonly string[]): string => members.join('---\n');

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['a label', file(live('a'), live('b', '{ region: europe }')), ['b'], []],
    ['the loss of a cluster', file(live('b', '{ region: asia }')), [], ['a']],
    ['a cluster', file(live('a'), live('b', '{ region: asia }'), live('c')), ['c'], []],
    [
      'the time of a newer read',
      file(live('a'), live('b', '{ region: asia }')).replaceAll('2026-10-31T12:00:00Z', '2026-11-01T12:00:00Z'),
      [],
      [],
    ],
  ])('shows the clusters that a placement gets and loses by %s', async (_, edited, added, removed) => {
    const { dir, write } = gitRepository({ 'tree/shop.yaml': NORTH, 'clusters.yaml': file(live('a'), live('b', '{ region: asia }')) });
    write('clusters.yaml', edited);
    const { report } = await cli(dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json');
    const change = report?.plan?.placements.at(0)?.change;
    expect([change?.added, change?.removed]).toEqual([added, removed]);
  });
});

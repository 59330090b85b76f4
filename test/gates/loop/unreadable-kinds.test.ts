import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { requireTargets } from '../../../src/gates/loop/gate-report.ts';
import { interestsOf } from '../../../src/gates/loop/needed-types.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  member,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { gate, toldBy } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { stagedFleet } from '../../support/fleets/staged-fleet.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const MINUTE = 60_000;
const DENIED: Visibility = { kind: 'denied', message: 'forbidden' };
const SETTINGS: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { a: '1' } };

/** What the user of this gate deployed, and the kinds that may not be read. */
interface Blind {
  readonly hidden?: readonly string[];
  readonly manifests?: readonly KubeObject[];
}

function asking({ hidden = [], manifests = [orders('v1')] }: Blind = {}): Asked {
  return { manifests, hidden: Object.fromEntries(hidden.map((kind) => [kind, DENIED])) };
}

function look(objects: readonly KubeObject[], blind: Blind = {}): GateState {
  return gate(asking(blind)).look(objects);
}

/** So many milliseconds after the first judgement, by both clocks. */
function lookAgain(objects: readonly KubeObject[], first: GateState, ms: number, blind: Blind): GateState {
  return gate(asking(blind)).later(objects, first, ms, { hubTime: new Date(NOW.getTime() + ms) });
}

/** At first, and after the time in which the hub takes a deploy up. */
function firstAndLater(objects: readonly KubeObject[], blind: Blind): readonly [string, string, string, string] {
  const first = look(objects, blind);
  const after = lookAgain(objects, first, MINUTE, blind);
  const [reported] = after.placements;
  return [first.outcome, after.outcome, reported?.freshness ?? '', reported?.summary ?? ''];
}

/** The snapshot and all that came of it hold what the hub held before the deploy; the hub holds `now`. */
function stale(before: readonly KubeObject[], now: readonly KubeObject[]): Fleet {
  return { ...greenFleet(['east'], before), content: now };
}

function without(fleet: Fleet, index: number, takenAt: string): Fleet {
  const [taken = resourceSnapshot(index, [], true)] = fleet.snapshots;
  return { ...fleet, snapshots: [{ ...taken, metadata: { ...taken.metadata, creationTimestamp: takenAt } }] };
}

describe('a kind that may not be read', () => {
  const pruned = stale([namespaceShop(), orders('v1'), SETTINGS], [namespaceShop(), orders('v1')]);
  const bare = stale([namespaceShop(), orders('v1', { paused: true })], [namespaceShop(), orders('v1')]);

  test('may hide the removal of an object: the pass is not proven, after the time in which the hub must have noticed it', () => {
    expect(look(objectsOf(pruned)).outcome).toBe('waiting');
    const [first, later, freshness, summary] = firstAndLater(objectsOf(pruned), { hidden: ['ConfigMap'] });
    expect([first, later, freshness]).toEqual(['waiting', 'passed', 'assumed']);
    expect(summary).toContain(
      'selected objects (ConfigMap) cannot be read, so what was removed or added of them is not verified: grant list and watch',
    );
  });

  test('may hide the removal of a field', () => {
    expect(look(objectsOf(bare)).outcome).toBe('waiting');
    expect(firstAndLater(objectsOf(bare), { hidden: ['Deployment'] }).slice(0, 3)).toEqual(['waiting', 'passed', 'assumed']);
  });

  test('is known from a snapshot that was taken since, without a wait', () => {
    const taken = objectsOf(without(pruned, 0, '2026-03-04T10:00:00Z'));
    const before = objectsOf(without(pruned, 0, '2026-03-04T09:59:59Z'));
    const [{ freshness } = { freshness: '' }] = look(taken, { hidden: ['ConfigMap'] }).placements;
    expect(look(taken, { hidden: ['ConfigMap'] }).outcome).toBe('passed');
    expect(freshness).toBe('assumed');
    expect(look(before, { hidden: ['ConfigMap'] }).outcome).toBe('waiting');
  });

  test('is waited for as long as the hub may take after it has seen a change', () => {
    const [taken = resourceSnapshot(0, [], true)] = pruned.snapshots;
    const seen = { 'kubernetes-fleet.io/next-resource-snapshot-candidate-detection-time': '2026-03-04T09:59:30Z' };
    const annotations = { ...taken.metadata.annotations, ...seen };
    const objects = objectsOf({ ...pruned, snapshots: [{ ...taken, metadata: { ...taken.metadata, annotations } }] });
    // Without MemberClusters heartbeats are not checked.
    const hidden = ['ConfigMap', 'MemberCluster'];
    const first = look(objects, { hidden });
    expect(lookAgain(objects, first, 5 * MINUTE, { hidden }).outcome).toBe('waiting');
    expect(lookAgain(objects, first, 6 * MINUTE, { hidden }).outcome).toBe('passed');
  });

  test('may hide objects that an edit of the selectors adds', () => {
    const fleet = greenFleet(['east']);
    const spec = fleet.placement['spec'] as { readonly resourceSelectors: readonly object[] };
    const role = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', labelSelector: { matchLabels: { team: 'a' } } };
    const placement: KubeObject = { ...fleet.placement, spec: { ...spec, resourceSelectors: [...spec.resourceSelectors, role] } };
    const way = { hidden: ['ClusterRole'], manifests: [placement] };
    expect(firstAndLater(objectsOf({ ...fleet, placement }), way).slice(0, 3)).toEqual(['waiting', 'passed', 'assumed']);
  });

  test('cannot be known in a single check', () => {
    expect(gate(asking({ hidden: ['ConfigMap'] })).once(pruned).outcome).toBe('waiting');
  });

  test('is followed if a snapshot has it, regardless of the deploy', () => {
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], manifests: [orders('v1')] });
    const kinds = interestsOf(expectation, memoryHub(objectsOf(pruned), NOW)).map(({ kind }) => kind);
    expect(kinds).toContain('ConfigMap');
  });

  test('has Services followed beside Endpoints, which are placed only without one, and else not for them', () => {
    const follow = (manifest: KubeObject): readonly string[] =>
      interestsOf(expectationOf({ targets: [parseTarget('crp/shop')], manifests: [manifest] })).map(({ kind }) => kind);
    expect(follow({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'legacy', namespace: 'shop' } })).toContain('Service');
    expect(follow(SETTINGS)).not.toContain('Service');
  });

  // covers: work-in-namespace-of-member
  test.each(['Work', 'MemberCluster'])('%s is named if everything is available without it', (kind) => {
    const state = look(objectsOf(greenFleet()), { hidden: [kind] });
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.summary).toContain(`${kind}s cannot be read`);
  });
});

describe('a gate that cannot read resource snapshots', () => {
  const hidden = ['ClusterResourceSnapshot'];
  const deployed = [namespaceShop(), orders('v2')];
  const given = (images: Readonly<Record<string, string>>, overridden: readonly string[] = []): readonly KubeObject[] => {
    const fleet = greenFleet(Object.keys(images), deployed);
    const { placement } = fleet;
    const selectedResources = [{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' }];
    return objectsOf({
      ...fleet,
      placement: { ...placement, status: { ...(placement['status'] as object), selectedResources } },
      bindings: Object.keys(images).map((cluster) =>
        binding(
          cluster,
          0,
          clusterConditions(3).slice(1),
          overridden.includes(cluster) ? { clusterResourceOverrideSnapshots: ['tier-0'] } : {},
        ),
      ),
      works: Object.entries(images).map(([cluster, image]) => holding(work(cluster, 0, deployed), [namespaceShop(), orders(image)])),
    });
  };
  const holding = (object: KubeObject, manifests: readonly KubeObject[]): KubeObject => ({ ...object, spec: { workload: { manifests } } });
  const reported = (objects: readonly KubeObject[]): readonly string[] =>
    firstAndLater(objects, { hidden: [...hidden, 'ClusterResourceOverrideSnapshot'], manifests: [orders('v2')] }).slice(0, 2);

  test('waits if all Works have the former content, because no cluster received the deploy', () => {
    expect(reported(given({ east: 'v1', west: 'v1' }))).toEqual(['waiting', 'waiting']);
    expect(reported(given({ east: 'v2', west: 'v1' }))).toEqual(['waiting', 'passed']);
  });

  test('does not wait for that reason if an override may have changed the content', () => {
    expect(reported(given({ east: 'v1' }, ['east']))).toEqual(['waiting', 'passed']);
  });
});

test('a Work that outlives its binding is waited for, because a finalizer may keep its objects, but not on a silent member', () => {
  const fleet = greenFleet(['east']);
  const left = work('west', 0, [namespaceShop(), orders('v1')]);
  const leaving = (deletionTimestamp: string, heartbeatAge: number): string => {
    const works = [...fleet.works, { ...left, metadata: { ...left.metadata, deletionTimestamp } }];
    const members = [...fleet.members, member('west', heartbeatAge)];
    return toldBy(look(objectsOf({ ...fleet, works, members }), { manifests: [orders('v1')] }));
  };
  expect(leaving('2026-03-04T10:00:00Z', 10)).toBe('waiting binding-deleting');
  expect(leaving('2026-03-04T10:00:00Z', 3600)).toBe('passed binding-deleting');
  expect(leaving('2026-03-04T09:49:00Z', 10)).toBe('passed binding-deleting');
});

describe('a gate that cannot read bindings', () => {
  const left = work('west', 0, [namespaceShop(), orders('v1')]);
  const leaving = (deletionTimestamp: string): readonly KubeObject[] => {
    const fleet = greenFleet(['east']);
    const works = [...fleet.works, { ...left, metadata: { ...left.metadata, deletionTimestamp } }];
    return objectsOf({ ...fleet, works, members: [...fleet.members, member('west', 10)] });
  };
  const hidden = ['ClusterResourceBinding'];

  test('treats a cluster whose Works are being deleted as still being cleaned', () => {
    expect(firstAndLater(leaving('2026-03-04T10:00:00Z'), { hidden }).slice(0, 2)).toEqual(['waiting', 'waiting']);
    const { placements } = look(leaving('2026-03-04T10:00:00Z'), { hidden });
    expect(placements[0]?.diagnoses.map(({ id, cluster }) => [id, cluster])).toContainEqual(['binding-deleting', 'west']);
    expect(firstAndLater(objectsOf(greenFleet(['east'])), { hidden }).slice(0, 3)).toEqual(['waiting', 'passed', 'assumed']);
  });

  test('does not wait for a member that never answers, as KubeFleet does not', () => {
    expect(firstAndLater(leaving('2026-03-04T09:49:00Z'), { hidden }).slice(0, 2)).toEqual(['waiting', 'passed']);
  });

  test('says if it cannot see Works either', () => {
    const [, later, freshness, summary] = firstAndLater(leaving('2026-03-04T10:00:00Z'), { hidden: [...hidden, 'Work'] });
    expect([later, freshness]).toEqual(['passed', 'assumed']);
    expect(summary).toContain('bindings and Works cannot be read');
  });

  test('does not treat a cluster as leaving if an envelope is removed from it', () => {
    const fleet = greenFleet(['east']);
    const envelope = work('east', 0, []);
    const metadata = { ...envelope.metadata, name: 'shop-envelope', deletionTimestamp: '2026-03-04T10:00:00Z' };
    const objects = objectsOf({ ...fleet, works: [...fleet.works, { ...envelope, metadata }] });
    expect(firstAndLater(objects, { hidden }).slice(0, 2)).toEqual(['waiting', 'passed']);
  });
});

describe('overrides that cannot be read completely', () => {
  const spec = {
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    policy: { overrideRules: [{ clusterSelector: {}, jsonPatchOverrides: [{ op: 'remove', path: '/metadata/labels' }] }] },
  };
  const override: KubeObject = { apiVersion: API, kind: 'ResourceOverride', metadata: { name: 'tier', namespace: 'shop' }, spec };
  const K = 'kubernetes-fleet.io';
  const taken: KubeObject = {
    apiVersion: API,
    kind: 'ResourceOverrideSnapshot',
    metadata: {
      name: 'tier-0',
      namespace: 'shop',
      labels: { [`${K}/parent-resource-override`]: 'tier', [`${K}/is-latest-snapshot`]: 'true' },
    },
    spec: {
      overrideSpec: {
        ...spec,
        policy: { overrideRules: spec.policy.overrideRules.map((rule) => ({ ...rule, overrideType: 'JSONPatch' })) },
      },
    },
  };
  const inForce = (names: readonly string[]): Fleet => ({
    ...greenFleet(['east']),
    bindings: [
      binding('east', 0, clusterConditions(3).slice(1), { resourceOverrideSnapshots: names.map((name) => ({ namespace: 'shop', name })) }),
    ],
  });

  test('may include a removed one if the snapshot of one in effect cannot be read', () => {
    expect(look(objectsOf(inForce(['tier-0']))).outcome).toBe('waiting');
    const reported = firstAndLater(objectsOf(inForce(['tier-0'])), { hidden: ['ResourceOverrideSnapshot'] });
    expect(reported.slice(0, 3)).toEqual(['waiting', 'passed', 'assumed']);
    expect(look(objectsOf(inForce([])), { hidden: ['ResourceOverrideSnapshot'] }).outcome).toBe('passed');
  });

  test('of the deploy are compared with their snapshots, including defaults', () => {
    const way = { hidden: ['ResourceOverride'], manifests: [orders('v1'), override] };
    expect(look([...objectsOf(inForce(['tier-0'])), taken], way).outcome).toBe('passed');
    expect(look([...objectsOf(inForce([])), taken], way).outcome).toBe('waiting');
  });
});

test('under External are not proven by time: without the right to read snapshots nothing can be checked', () => {
  const fleet = greenFleet();
  const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
  const asked = (objects: readonly KubeObject[]): (() => void) => {
    const hub = memoryHub(objects, NOW, { ClusterResourceSnapshot: DENIED });
    return () => requireTargets(hub, expectationOf({ targets: [parseTarget('crp/shop')] }));
  };
  expect(asked(objectsOf({ ...fleet, placement }))).toThrow('only they prove what a run rolls out');
  expect(asked(objectsOf(fleet))).not.toThrow();
});

test('the content of a run is in its placement, unless the run has failed and has the reason itself', () => {
  const { run, ...staged } = stagedFleet();
  const asked = (kind: string, object: KubeObject): (() => void) => {
    const hub = memoryHub([...objectsOf(staged), object], NOW, { [kind]: DENIED });
    return () => requireTargets(hub, expectationOf({ targets: [parseTarget('csur/v1')] }));
  };
  const failed = { ...run, status: { ...(run['status'] as object), conditions: [no('Succeeded', 'UpdateRunFailed', 1)] } };
  expect(asked('ClusterResourcePlacement', run)).toThrow('ClusterResourcePlacement objects may not be read, and only they tell');
  expect(asked('ClusterResourceSnapshot', run)).toThrow('only they prove what a run rolls out');
  for (const kind of ['ClusterResourcePlacement', 'ClusterResourceSnapshot']) expect(asked(kind, failed)).not.toThrow();
});

test('a pass without the right to read overrides, policies, Works or MemberClusters names them', () => {
  const summary = (hidden: Readonly<Record<string, Visibility>>): string | undefined => {
    const state = gate({ hidden }).once(objectsOf(greenFleet()));
    expect(state.outcome).toBe('passed');
    const [placement] = state.placements;
    for (const clause of placement?.notVerified ?? []) expect(placement?.summary).toContain(clause);
    expect(placement?.notVerified?.length ?? 0).toBe(Object.keys(hidden).length);
    return placement?.summary;
  };
  const unserved: Visibility = { kind: 'notServed', message: 'not served' };
  expect(summary({})).not.toMatch(/cannot be read|not served|not verified/);
  for (const kind of ['ClusterResourceOverride', 'ResourceOverride', 'ClusterResourceOverrideSnapshot', 'ResourceOverrideSnapshot'])
    expect(summary({ [kind]: DENIED }), kind).toContain(
      'overrides cannot be read: whether clusters have the newest of them is not verified',
    );
  expect(summary({ ClusterSchedulingPolicySnapshot: DENIED })).toContain(
    'scheduling policy snapshots cannot be read: whether bindings are of the newest policy is not verified',
  );
  expect(summary({ MemberCluster: DENIED })).toContain('MemberClusters cannot be read');
  expect(summary({ MemberCluster: unserved })).toContain('MemberClusters are not served by the hub');
  expect(summary({ Work: unserved })).toContain('Works are not served by the hub');
});

describe('files or a hub with an override, and no snapshot of one', () => {
  const unread: Visibility = { kind: 'unread' };
  const denied: Visibility = { kind: 'denied', message: 'forbidden' };
  const rules = (...overrideRules: readonly object[]): object => ({ policy: { overrideRules } });
  const REPLICAS = { clusterSelector: {}, jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 5 }] };
  const override = (namespace: string | undefined, name: string, ...more: readonly object[]): KubeObject => ({
    apiVersion: API,
    kind: namespace === undefined ? 'ClusterResourceOverride' : 'ResourceOverride',
    metadata: namespace === undefined ? { name: 'more' } : { name: 'more', namespace },
    spec: {
      ...(namespace === undefined
        ? { clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }] }
        : { resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name }] }),
      ...rules(...more),
    },
  });
  const unseen = (why: Visibility, fleet: Fleet, ...overrides: readonly KubeObject[]): GateState => {
    const hidden = { ClusterResourceOverrideSnapshot: why, ResourceOverrideSnapshot: why };
    return gate({ hidden }).once([...objectsOf(fleet), ...overrides]);
  };

  test.each([
    ['of all its content', override(undefined, 'shop', REPLICAS)],
    ['of an object', override('shop', 'orders', REPLICAS)],
  ])('does not pass if it changes the content: %s', (_what, found) => {
    const state = unseen(unread, greenFleet(), found);
    expect([state.outcome, state.placements[0]?.summary]).toEqual([
      'waiting',
      'the files hold no override snapshots: one look cannot tell whether this is the deploy',
    ]);
    expect(unseen(denied, greenFleet(), found).placements[0]?.summary).toContain('override snapshots cannot be read');
  });

  test.each([
    ['there is none', []],
    ['it is of another namespace', [override(undefined, 'other', REPLICAS)]],
    ['it is of another object', [override('shop', 'other', REPLICAS)]],
    ['it has no rule', [override('shop', 'orders')]],
  ])('passes if %s', (_why, overrides) => {
    expect(unseen(unread, greenFleet(), ...overrides).outcome).toBe('passed');
  });

  test('does not pass if a binding lists a snapshot that the files do not hold', () => {
    const fleet = greenFleet();
    const bindings = fleet.bindings.map((object) => ({
      ...object,
      spec: { ...(object['spec'] as object), clusterResourceOverrideSnapshots: ['more-0'] },
    }));
    expect(unseen(unread, { ...fleet, bindings }).outcome).toBe('waiting');
  });
});

test('evictions of the deploy that cannot be read leave nothing to check', () => {
  const eviction: KubeObject = {
    apiVersion: API,
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name: 'out' },
    spec: { placementName: 'shop', clusterName: 'east' },
  };
  const hub = memoryHub(objectsOf(greenFleet()), NOW, { ClusterResourcePlacementEviction: DENIED });
  const asked = (target: string): (() => void) => {
    const expectation = expectationOf({ targets: [parseTarget(target)], manifests: [eviction] });
    return () => requireTargets(hub, expectation);
  };
  expect(asked('crp/shop')).toThrow('only they tell whether an eviction of this deploy is refused: grant list and watch on them');
  expect(asked('crp/other')).not.toThrow();
});

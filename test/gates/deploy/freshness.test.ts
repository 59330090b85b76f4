import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { type Asked, gate, toldBy } from '../../support/gate/gate.ts';

const K = 'kubernetes-fleet.io';
const API = 'placement.kubernetes-fleet.io/v1beta1';
const CONTENT = [namespaceShop(), orders('v1')];
const { look, later } = gate({ manifests: [orders('v1')] });

const withMetadata = (object: KubeObject, metadata: object): KubeObject => ({ ...object, metadata: { ...object.metadata, ...metadata } });

/** A ResourceOverride for every cluster, and its snapshots of which the last is the newest. */
function override(value: string): KubeObject {
  const rule = { clusterSelector: {}, jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { tier: value } }] };
  const spec = {
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    policy: { overrideRules: [rule] },
  };
  return { apiVersion: API, kind: 'ResourceOverride', metadata: { name: 'tier', namespace: 'shop' }, spec };
}

function overrideSnapshot(index: number, value: string, newest: boolean): KubeObject {
  const labels = { [`${K}/parent-resource-override`]: 'tier', [`${K}/is-latest-snapshot`]: String(newest) };
  const metadata = { name: `tier-${String(index)}`, namespace: 'shop', labels };
  return { apiVersion: API, kind: 'ResourceOverrideSnapshot', metadata, spec: { overrideSpec: override(value)['spec'] } };
}

const inForce = (...indexes: readonly number[]): Fleet => ({
  ...greenFleet(['east']),
  bindings: [
    binding('east', 0, clusterConditions(3).slice(1), {
      resourceOverrideSnapshots: indexes.map((index) => ({ namespace: 'shop', name: `tier-${String(index)}` })),
    }),
  ],
});

/** A run that has brought the first resource snapshot to the cluster, with these snapshots of the override. */
function runWith(indexes: readonly number[]): KubeObject {
  const done = [yes('Started', 'ClusterUpdatingStarted', 1), yes('Succeeded', 'ClusterUpdatingSucceeded', 1)];
  const resourceOverrideSnapshots = indexes.map((index) => ({ namespace: 'shop', name: `tier-${String(index)}` }));
  const status = {
    conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), yes('Succeeded', 'UpdateRunSucceeded', 1)],
    resourceSnapshotIndexUsed: '0',
    stagesStatus: [{ stageName: 'all', clusters: [{ clusterName: 'east', conditions: done, resourceOverrideSnapshots }], conditions: [] }],
  };
  const metadata = { name: 'v1', generation: 1, uid: 'u' };
  return { apiVersion: API, kind: 'ClusterStagedUpdateRun', metadata, spec: { placementName: 'shop', state: 'Run' }, status };
}

/** A NetworkPolicy that accepts these peers. */
function networkPolicy(peer: object): KubeObject {
  const spec = { podSelector: {}, ingress: [{ from: [peer] }] };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'web', namespace: 'shop' }, spec };
}

function withVariables(...names: readonly string[]): KubeObject {
  const containers = [{ name: 'main', image: 'v1', env: names.map((name) => ({ name, value: 'x' })) }];
  return orders('v1', { template: { metadata: { labels: { app: 'orders' } }, spec: { containers } } });
}

const OF_SHOP = { podSelector: { matchLabels: { app: 'web' } } };

describe('a change that only an exact comparison shows', () => {
  describe.each([
    ['peers of one namespace instead of all', networkPolicy({ ...OF_SHOP, namespaceSelector: {} }), networkPolicy(OF_SHOP)],
    ['peers of all namespaces instead of one', networkPolicy(OF_SHOP), networkPolicy({ ...OF_SHOP, namespaceSelector: {} })],
    ['variables in another order', withVariables('A', 'B'), withVariables('B', 'A')],
  ])('%s', (_what, before, after) => {
    test.each([
      ['with manifests', gate({ manifests: [after] })],
      ['without manifests', gate()],
    ])('does not pass on the old snapshot, %s', (_with, { look: lookAt }) => {
      const old = greenFleet(['east'], [namespaceShop(), before]);
      expect(lookAt({ ...old, content: [namespaceShop(), after] }).outcome).not.toBe('passed');
      expect(lookAt(greenFleet(['east'], [namespaceShop(), after])).outcome).toBe('passed');
    });
  });
});

describe('content that is not of this deploy does not pass', () => {
  test('a change that was reverted passes, although the hub still notes that it saw one', () => {
    const noted = withMetadata(resourceSnapshot(0, CONTENT, true), {
      annotations: {
        [`${K}/number-of-resource-snapshots`]: '1',
        [`${K}/next-resource-snapshot-candidate-detection-time`]: '2026-03-04T09:59:50Z',
      },
    });
    expect(look({ ...greenFleet(), snapshots: [noted] }).outcome).toBe('passed');
  });

  // covers: snapshot-field
  test('content in the second part of a snapshot is found once both parts exist', () => {
    const master = resourceSnapshot(0, [namespaceShop()], true, 2);
    const part: KubeObject = {
      apiVersion: API,
      kind: 'ClusterResourceSnapshot',
      metadata: {
        name: 'shop-0-0',
        labels: { [`${K}/parent-CRP`]: 'shop', [`${K}/resource-index`]: '0' },
        annotations: { [`${K}/subindex-of-resource-snapshot`]: '0' },
      },
      spec: { selectedResources: [orders('v1')] },
    };
    const second = (cluster: string): KubeObject => withMetadata(work(cluster, 0, [orders('v1')]), { name: 'shop-0' });
    const works = ['east', 'west'].flatMap((cluster) => [work(cluster, 0, [namespaceShop()]), second(cluster)]);
    expect(look({ ...greenFleet(), works, snapshots: [master] }).outcome).toBe('waiting');
    expect(look({ ...greenFleet(), works, snapshots: [master, part] }).outcome).toBe('passed');
  });

  test('an edit of the policy waits for the scheduler, regardless of the status', () => {
    const fleet = greenFleet();
    const placement = withMetadata(fleet.placement, { generation: 2 });
    expect(look({ ...fleet, placement }).outcome).toBe('waiting');
    const unanswered = { ...fleet.policySnapshot, status: { observedCRPGeneration: 0 } };
    expect(look({ ...fleet, policySnapshot: unanswered }).outcome).toBe('waiting');
  });

  test('an override that is not on the hub is named as absent, unless its kind was not read', () => {
    const summaryOf = (asked: Asked = {}): string | undefined =>
      look(objectsOf(inForce()), { manifests: [override('b')], ...asked }).placements[0]?.summary;
    expect(summaryOf()).toContain('ResourceOverride/shop/tier is not on the hub');
    expect(summaryOf({ hidden: { ResourceOverride: { kind: 'unread' } } })).not.toContain('not on the hub');
  });

  test('an override is in effect with its newest snapshot, not with the former one', () => {
    const snapshots = [overrideSnapshot(0, 'a', false), overrideSnapshot(1, 'b', true)];
    const manifests = [override('b')];
    expect(look([...objectsOf(inForce(0)), override('b'), ...snapshots], { manifests }).outcome).toBe('waiting');
    expect(look([...objectsOf(inForce()), override('b'), ...snapshots], { manifests }).outcome).toBe('waiting');
    const patched = withMetadata(orders('v1'), { labels: { tier: 'b' } });
    const works = [work('east', 0, [namespaceShop(), patched])];
    expect(look([...objectsOf({ ...inForce(1), works }), override('b'), ...snapshots], { manifests }).outcome).toBe('passed');
    expect(look([...objectsOf(inForce(1)), override('b'), ...snapshots], { manifests }).outcome).toBe('waiting');
    // Its snapshots are deleted with it, and then the clusters lose it.
    const leaving = { ...override('b'), metadata: { ...override('b').metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    expect(look([...objectsOf({ ...inForce(1), works }), leaving, ...snapshots], { manifests }).outcome).toBe('waiting');
  });

  test('an override that names the placement must be in effect before a pass, regardless of who deployed it', () => {
    const naming = (object: KubeObject, ...path: readonly string[]): KubeObject => {
      const spec = object['spec'] as Readonly<Record<string, object>>;
      const [at] = path;
      const placement = { placement: { name: 'shop' } };
      return { ...object, spec: at === undefined ? { ...spec, ...placement } : { ...spec, [at]: { ...spec[at], ...placement } } };
    };
    const named = [naming(override('b')), naming(overrideSnapshot(0, 'b', true), 'overrideSpec')];
    const asked = { manifests: undefined };
    expect(look([...objectsOf(inForce()), ...named], asked).outcome).toBe('waiting');
    const works = [work('east', 0, [namespaceShop(), withMetadata(orders('v1'), { labels: { tier: 'b' } })])];
    expect(look([...objectsOf({ ...inForce(0), works }), ...named], asked).outcome).toBe('passed');
    // The rollout of newer content has looked at it: the cluster got the labels that it asks for since.
    const since = (creationTimestamp: string) => (object: KubeObject) => withMetadata(object, { creationTimestamp });
    const newer = { ...inForce(), snapshots: [resourceSnapshot(0, CONTENT, true)].map(since('2026-03-04T09:30:00Z')) };
    expect(look([...objectsOf(newer), ...named.map(since('2026-03-04T09:00:00Z'))], asked).outcome).toBe('passed');
    expect(look([...objectsOf(newer), ...named.map(since('2026-03-04T09:50:00Z'))], asked).outcome).toBe('waiting');
    // It came at once with the override, or the cluster did not match then.
    expect(look([...objectsOf(newer), ...named.map(since('2026-03-04T09:40:00Z'))], asked).outcome).toBe('passed');
    // Of one that names none, the hub takes no notice before something else changes.
    expect(look([...objectsOf(inForce()), override('b'), overrideSnapshot(0, 'b', true)], asked).outcome).toBe('passed');
  });

  test('an override that fails is from before the deploy until the hub has the deployed one', () => {
    const reason = 'Failed to apply the override rules on the resources: doc is missing path: "/spec/nope": missing value';
    const fleet = inForce(0);
    const failed = fleet.bindings.map((found) => ({
      ...found,
      status: { conditions: [...clusterConditions(3).slice(1, 2), no('Overridden', 'OverriddenFailed', 3, reason)] },
    }));
    const on = (live: string): string =>
      toldBy(
        look([...objectsOf({ ...fleet, bindings: failed }), override(live), overrideSnapshot(0, live, true)], {
          manifests: [override('b')],
        }),
      );
    expect(on('a')).toBe('waiting content-not-synced snapshot-not-fresh');
    expect(on('b')).toBe('failed override-failed');
  });

  test('under External an override of the deploy is in effect once a run has brought it, and not earlier', () => {
    const external = (...indexes: readonly number[]): Fleet => {
      const fleet = inForce(...indexes);
      const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } };
      return { ...fleet, placement: { ...fleet.placement, spec } };
    };
    const snapshots = [overrideSnapshot(0, 'a', false), overrideSnapshot(1, 'b', true)];
    const manifests = [override('b')];
    const delivered = runWith([0]);
    expect(look([...objectsOf(external()), override('b'), ...snapshots], { manifests }).outcome).toBe('waitingForPerson');
    expect(look([...objectsOf(external()), override('b'), ...snapshots, delivered], { manifests }).outcome).toBe('waitingForPerson');
    // The override is on the hub, and its snapshot is still of the one before.
    expect(look([...objectsOf(external(0)), override('b'), overrideSnapshot(0, 'a', true)], { manifests }).outcome).toBe(
      'waitingForPerson',
    );
    const works = [work('east', 0, [namespaceShop(), withMetadata(orders('v1'), { labels: { tier: 'b' } })])];
    expect(look([...objectsOf({ ...external(1), works }), override('b'), ...snapshots], { manifests }).outcome).toBe('passed');
  });

  test('a run continues with the override snapshots of its plan, unless they lack a deployed override', () => {
    const works = [work('east', 0, [namespaceShop(), withMetadata(orders('v1'), { labels: { tier: 'a' } })])];
    const fleet = inForce(0);
    const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } };
    const objects = objectsOf({ ...fleet, works, placement: { ...fleet.placement, spec } });
    const edited = [override('b'), overrideSnapshot(0, 'a', false), overrideSnapshot(1, 'b', true)];
    const after = (manifests: readonly KubeObject[], planned: readonly number[]): string =>
      look([...objects, ...edited, runWith(planned)], { targets: ['csur/v1'], manifests }).outcome;
    expect(after([orders('v1')], [0])).toBe('passed');
    expect(after([orders('v1'), override('a')], [0])).toBe('passed');
    expect(after([orders('v1'), override('b')], [0])).not.toBe('passed');
    expect(after([orders('v1')], [1])).not.toBe('passed');
  });

  test('an override that was deleted is not in effect', () => {
    expect(look(inForce(0)).outcome).toBe('waiting');
    expect(look(inForce()).outcome).toBe('passed');
  });

  test('the Work of a binding may be older than the binding', () => {
    const fleet = greenFleet(['east'], [namespaceShop(), orders('v1')]);
    const taken = { ...fleet, snapshots: [resourceSnapshot(0, [orders('v0')], false), resourceSnapshot(1, CONTENT, true)] };
    const status = { ...(fleet.placement['status'] as object), observedResourceIndex: '1' };
    const at = (index: number): Fleet => ({
      ...taken,
      placement: { ...fleet.placement, status },
      bindings: [binding('east', 1)],
      works: [work('east', index, CONTENT)],
    });
    expect(look(at(0)).outcome).toBe('waiting');
    expect(look(at(1)).outcome).toBe('passed');
  });

  test('if snapshots cannot be read, waiting replaces the proof, and the report says so', () => {
    const hidden = { ClusterResourceSnapshot: { kind: 'denied', message: 'forbidden' } } as const;
    const fleet = greenFleet();
    const selectedResources = [
      { version: 'v1', kind: 'Namespace', name: 'shop' },
      { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' },
    ];
    const reported = {
      ...fleet,
      placement: { ...fleet.placement, status: { ...(fleet.placement['status'] as object), selectedResources } },
    };
    const first = look(reported, { hidden });
    expect(first.outcome).toBe('waiting');
    const after = later(reported, first, 60_000, { hidden });
    expect(after.outcome).toBe('passed');
    expect(after.placements[0]?.freshness).toBe('assumed');
  });
});

describe('a value that SOPS encrypted', () => {
  const ENC = 'ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]';
  const secret = (fields: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', namespace: 'shop' },
    ...fields,
  });
  const custom = (spec: object): KubeObject => ({
    apiVersion: 'example.com/v1',
    kind: 'Shop',
    metadata: { name: 'db', namespace: 'shop' },
    spec,
  });
  const onHub = secret({ data: { password: 'bmV3' } });

  test.each<readonly [string, KubeObject, KubeObject, string]>([
    ['in data', secret({ data: { password: ENC } }), onHub, 'assumed'],
    ['in stringData', secret({ stringData: { password: ENC } }), onHub, 'assumed'],
    ['of another object', custom({ items: [ENC, 'a'], size: ENC }), custom({ items: ['x', 'a'], size: 3 }), 'assumed'],
    ['beside another value', custom({ key: ENC, size: 2 }), custom({ key: 'x', size: 3 }), 'unproven'],
    ['with another name', secret({ data: { user: ENC } }), onHub, 'unproven'],
    ['in place of a structure', custom({ key: ENC }), custom({ key: { a: 'x' } }), 'unproven'],
    ['in a longer list', custom({ items: [ENC, ENC] }), custom({ items: ['x'] }), 'unproven'],
    ['that the hub has encrypted', custom({ key: ENC }), custom({ key: ENC }), 'proven'],
    ['that the hub has encrypted in another way', custom({ key: ENC }), custom({ key: ENC.replace('Zm9v', 'YmFy') }), 'unproven'],
  ])('%s is compared by what is beside it', (_what, wanted, live, proof) => {
    const [shown] = gate({ manifests: [wanted] }).look(greenFleet(['east'], [namespaceShop(), live])).placements;
    expect(shown?.freshness).toBe(proof);
    const clause = `values that SOPS encrypted in ${wanted.kind}/shop/db were not compared`;
    expect(shown?.summary.includes(clause)).toBe(proof === 'assumed');
  });
});

test('if the deploy may have made more from templates, the content is assumed, and they are named', () => {
  const [placement] = gate({ templates: ['deploy/web.yaml.tmpl'], manifests: [namespaceShop()] }).look(greenFleet()).placements;
  expect([placement?.verdict, placement?.freshness]).toEqual(['passed', 'assumed']);
  expect(placement?.summary).toContain('what the deploy made of deploy/web.yaml.tmpl was not compared');
});

describe('a value that a dump hides', () => {
  const settings = (password: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', namespace: 'shop' },
    data: { password },
  });
  const hidden = settings('redacted:0123456789abcdef01234567');

  test.each([
    ['is named, and the content is assumed', hidden, 'assumed', 'hidden values of Secret/shop/db were not compared'],
    ['is not named if it is shown', settings('bmV3'), 'proven', ''],
  ])('%s', (_what, live, proof, clause) => {
    const [placement] = gate({ manifests: [settings('bmV3')], from: 'files' }).look(
      greenFleet(['east'], [namespaceShop(), live]),
    ).placements;
    expect([placement?.verdict, placement?.freshness]).toEqual(['passed', proof]);
    expect(placement?.summary).toContain(clause);
    expect(placement?.summary.includes('hidden')).toBe(clause !== '');
  });

  const noted = (note: string, key = 'note'): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'notes', namespace: 'shop', annotations: { [key]: note } },
    data: { message: note },
  });
  const HASH = 'redacted:0123456789abcdef01234567';

  test.each<readonly [string, KubeObject, KubeObject, string]>([
    ['in a sentence, by stars,', noted('u:***, ask us'), noted('u:old-password, ask us'), 'assumed'],
    ['in a longer text', noted(`u:${HASH}@db`, 'url'), noted('u:old-password@db', 'url'), 'assumed'],
    ['in a sentence whose other words differ', noted('u:***, ask them'), noted('u:old-password, ask us'), 'unproven'],
    ['in a longer text whose other parts differ', noted(`v:${HASH}@db`, 'url'), noted('u:old-password@db', 'url'), 'unproven'],
    ['by stars in no sentence, which no dump writes,', noted('***', 'url'), noted('old-password', 'url'), 'unproven'],
  ])('%s is compared by what is shown of it', (_what, live, wanted, proof) => {
    const shown = gate({ manifests: [wanted], from: 'files' }).look(greenFleet(['east'], [namespaceShop(), live])).placements[0];
    expect(shown?.freshness).toBe(proof);
    expect(shown?.summary.includes('hidden values of ConfigMap/shop/notes were not compared')).toBe(proof === 'assumed');
    const onHub = gate({ manifests: [wanted] }).look(greenFleet(['east'], [namespaceShop(), live])).placements[0];
    expect(onHub?.freshness).toBe('unproven');
  });
});

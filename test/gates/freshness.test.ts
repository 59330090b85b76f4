import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../src/fleet/object.ts';
import { binding, clusterConditions, greenFleet, namespaceShop, objectsOf, orders, resourceSnapshot, work } from '../support/fleet.ts';
import type { Fleet } from '../support/fleet.ts';
import { gate } from '../support/gate.ts';

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

describe('what is not this deploy does not pass', () => {
  test('a change that was taken back passes, although the hub still notes that it saw one', () => {
    const noted = withMetadata(resourceSnapshot(0, CONTENT, true), {
      annotations: {
        [`${K}/number-of-resource-snapshots`]: '1',
        [`${K}/next-resource-snapshot-candidate-detection-time`]: '2026-03-04T09:59:50Z',
      },
    });
    expect(look({ ...greenFleet(), snapshots: [noted] }).outcome).toBe('passed');
  });

  // covers: snapshot-field
  test('content in the second part of a snapshot counts, once both parts are there', () => {
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

  test('an edit of the policy waits for the scheduler, whatever the status says', () => {
    const fleet = greenFleet();
    const placement = withMetadata(fleet.placement, { generation: 2 });
    expect(look({ ...fleet, placement }).outcome).toBe('waiting');
    const unanswered = { ...fleet.policySnapshot, status: { observedCRPGeneration: 0 } };
    expect(look({ ...fleet, policySnapshot: unanswered }).outcome).toBe('waiting');
  });

  test('an override is in force with its newest snapshot, not with the one before', () => {
    const snapshots = [overrideSnapshot(0, 'a', false), overrideSnapshot(1, 'b', true)];
    const manifests = [override('b')];
    expect(look([...objectsOf(inForce(0)), override('b'), ...snapshots], { manifests }).outcome).toBe('waiting');
    expect(look([...objectsOf(inForce()), override('b'), ...snapshots], { manifests }).outcome).toBe('waiting');
    const patched = withMetadata(orders('v1'), { labels: { tier: 'b' } });
    const works = [work('east', 0, [namespaceShop(), patched])];
    expect(look([...objectsOf({ ...inForce(1), works }), override('b'), ...snapshots], { manifests }).outcome).toBe('passed');
    expect(look([...objectsOf(inForce(1)), override('b'), ...snapshots], { manifests }).outcome).toBe('waiting');
  });

  test('an override that was deleted is out of force', () => {
    expect(look(inForce(0)).outcome).toBe('waiting');
    expect(look(inForce()).outcome).toBe('passed');
  });

  test('the Work of a binding may lag behind it', () => {
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

  test('without the right to read snapshots time stands in for the proof, and is said to', () => {
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

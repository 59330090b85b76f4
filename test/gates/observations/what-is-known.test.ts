/** What the hub shows of a failure is used for its cause. */
import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../../src/report.ts';
import {
  badWork,
  binding,
  bindingAt,
  clusterConditions,
  greenFleet,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
  work,
} from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const K = 'kubernetes-fleet.io';
const API = 'placement.kubernetes-fleet.io/v1beta1';
const CONTENT = [namespaceShop(), orders('v1')] as const;
const { once, look } = gate();

function found(objects: readonly KubeObject[], id: string): Diagnosis | undefined {
  return diagnosesIn(once(objects)).find((diagnosis) => diagnosis.id === id);
}

/** The Deployment is refused on east. */
function refused(reason: string, message: string, content: readonly KubeObject[] = CONTENT): readonly KubeObject[] {
  const fleet = placementAt(greenFleet(['east'], content), 'Applied', 'ApplyFailed');
  const bindings = [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))];
  return objectsOf({
    ...fleet,
    bindings,
    works: [badWork('east', 0, content, content.at(-1) ?? orders('v1'), no('Applied', reason, 1, message))],
  });
}

describe('an object that the AppliedWork of its own placement owns', () => {
  const OWNED =
    'Failed to apply the manifest (error: failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:placement.kubernetes-fleet.io/v1 Kind:AppliedWork Name:shop-work UID:1}]))';

  test('and that the content has once is left from a former Work', () => {
    const told = found(refused('FailedToTakeOver', OWNED), 'apply-duplicate-manifest');
    expect(told?.title).toBe('The object still belongs to a former Work of this placement');
    expect(told?.explain).toContain('AppliedWork shop-work of ClusterResourcePlacement/shop itself');
    expect(told?.remedy.join(' ')).not.toContain('Keep one copy');
  });

  test('and that the content has twice is a duplicate', () => {
    const twice = [namespaceShop(), orders('v1'), orders('v1')];
    expect(found(refused('FailedToTakeOver', OWNED, twice), 'apply-duplicate-manifest')?.title).toBe(
      'The same object is placed twice, or has no name',
    );
  });
});

describe('a namespace that a member lacks', () => {
  const MISSING = 'error returned by the API server: namespaces "shop" not found';

  test('was deleted there if the placement has brought it', () => {
    const told = found(refused('ManifestApplyFailed', MISSING), 'apply-namespace-missing');
    expect(told?.title).toBe('The namespace was deleted on the member');
    expect(`${told?.explain ?? ''}${told?.remedy.join('') ?? ''}`).not.toContain('A ResourcePlacement does not place');
  });

  test('is placed by no ResourcePlacement', () => {
    const { objects, asked } = hubFixture('apply-namespace-missing');
    const told = diagnosesIn(gate(asked).once(objects)).find(({ id }) => id === 'apply-namespace-missing');
    expect(told?.explain).toContain('A ResourcePlacement does not place its namespace');
  });

  test('keeps the scheduler from the cluster', () => {
    const fleet = greenFleet(['east'], CONTENT);
    const message = 'could not find all clusters needed as specified by the scheduling policy, found 1 cluster(s) instead';
    const status = fleet.placement['status'] as { readonly conditions: readonly object[]; readonly placementStatuses: readonly object[] };
    const left = { conditions: [no('Scheduled', 'ScheduleFailed', 1, 'ClusterUnschedulable, target namespace does not exist on cluster')] };
    const placement = {
      ...fleet.placement,
      spec: { ...(fleet.placement['spec'] as object), policy: { placementType: 'PickN', numberOfClusters: 2 } },
      status: {
        ...status,
        conditions: [no('ClusterResourcePlacementScheduled', 'SchedulingPolicyUnfulfilled', 1, message), ...status.conditions.slice(1)],
        placementStatuses: [...status.placementStatuses, left],
      },
    };
    const told = found(objectsOf({ ...fleet, placement }), 'scheduled-too-few-clusters');
    expect(told?.title).toBe('The namespace does not exist on enough clusters');
    expect(told?.remedy.join(' ')).not.toContain('Label, untaint');
  });
});

describe('an override snapshot that is gone', () => {
  const LOST = 'failed to process the request due to a client error: resourceOverrideSnapshot shop/size-3 is not found';
  const override = {
    apiVersion: API,
    kind: 'ResourceOverride',
    metadata: { name: 'size', namespace: 'shop' },
    spec: {
      placement: { name: 'shop' },
      resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
      policy: {
        overrideRules: [
          { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 3 }] },
        ],
      },
    },
  };
  const newest = (createdAt: string): KubeObject => ({
    apiVersion: API,
    kind: 'ResourceOverrideSnapshot',
    metadata: {
      name: 'size-4',
      namespace: 'shop',
      creationTimestamp: createdAt,
      labels: { [`${K}/is-latest-snapshot`]: 'true', [`${K}/parent-resource-override`]: 'size', [`${K}/override-index`]: '4' },
    },
    spec: { overrideSpec: override.spec },
  });
  const hub = (...more: readonly KubeObject[]): readonly KubeObject[] => {
    const fleet = placementAt(greenFleet(['east'], CONTENT), 'Overridden', 'OverriddenFailed');
    const bound = binding('east', 0, [...clusterConditions(3).slice(1, 2), no('Overridden', 'OverriddenFailed', 3, LOST)], {
      resourceOverrideSnapshots: [{ name: 'size-3', namespace: 'shop' }],
    });
    const snapshots = fleet.snapshots.map((snapshot) => ({
      ...snapshot,
      metadata: { ...snapshot.metadata, creationTimestamp: '2026-03-04T09:00:00Z' },
    }));
    return [...objectsOf({ ...fleet, bindings: [bound], works: [], snapshots }), ...more];
  };

  test('is not reported as a wrong path', () => {
    const told = found(hub(), 'override-snapshot-missing');
    expect(told).toBeDefined();
    expect(told?.remedy.join(' ')).not.toContain('orrect the path');
  });

  test('fails if a newer one exists, and the binding has not moved to it for long', () => {
    const old = found(hub(override, newest('2026-03-04T09:30:00Z')), 'override-snapshot-missing');
    expect(old?.outcome).toBe('terminal');
    expect(old?.evidence.join(' ')).toContain('size-4 is the newest snapshot of that override, but the binding still names size-3');
    expect(found(hub(override, newest('2026-03-04T09:59:30Z')), 'override-snapshot-missing')?.outcome).toBe('suspect');
  });
});

test('a placement that is stuck in its deletion is reported with the cluster, the Work, its finalizer and its objects', () => {
  const fleet = greenFleet(['east'], CONTENT);
  const deletionTimestamp = '2026-03-04T09:40:00Z';
  const deleted = <T extends KubeObject>(object: T): T => ({
    ...object,
    metadata: { ...object.metadata, deletionTimestamp, finalizers: [`${K}/work-cleanup`] },
  });
  const told = found(objectsOf({ ...fleet, placement: deleted(fleet.placement), works: fleet.works.map(deleted) }), 'placement-deleting');
  expect(told?.cluster).toBe('east');
  expect(told?.evidence.join(' ')).toContain(
    'Work fleet-member-east/shop-work is being deleted since 2026-03-04T09:40:00Z; its finalizer kubernetes-fleet.io/work-cleanup',
  );
  expect(told?.evidence.join(' ')).toContain('Deployment/shop/orders');
  expect(told?.remedy[0]).toContain('-n fleet-member-east');
});

test('a placement that only a finalizer of another controller keeps is reported with that finalizer', () => {
  const { placement } = greenFleet(['east'], CONTENT);
  const finalizers = ['argocd.example/hook', `${K}/crp-cleanup`];
  const deleted = { ...placement, metadata: { ...placement.metadata, deletionTimestamp: '2026-03-04T09:40:00Z', finalizers } };
  const evidence = found([deleted], 'placement-deleting')?.evidence.join(' ') ?? '';
  expect(evidence).toContain('it stays until another controller removes the finalizer argocd.example/hook');
  expect(evidence).not.toContain('crp-cleanup');
});

test('a binding whose deletion takes too long is reported with its age and the remaining Work', () => {
  const fleet = greenFleet(['east', 'west'], CONTENT);
  const isWest = ({ metadata }: KubeObject): boolean => metadata.name.includes('west') || metadata.namespace === 'fleet-member-west';
  const leaving =
    (deletionTimestamp: string) =>
    <T extends KubeObject>(object: T): T =>
      isWest(object) ? { ...object, metadata: { ...object.metadata, deletionTimestamp, finalizers: [`${K}/work-cleanup`] } } : object;
  const at = (since: string): Diagnosis | undefined =>
    found(
      objectsOf({ ...fleet, bindings: fleet.bindings.map(leaving(since)), works: fleet.works.map(leaving(since)) }),
      'binding-deleting',
    );
  const fresh = at('2026-03-04T09:59:50Z');
  expect(fresh?.title).toBe('Content is being removed from a cluster');
  const late = at('2026-03-04T07:00:00Z');
  expect(late).toMatchObject({ cluster: 'west', outcome: 'waiting', title: 'Content is not removed from west after 3 h' });
  expect(late?.evidence.join(' ')).toContain('Work fleet-member-west/shop-work is being deleted since 2026-03-04T07:00:00Z');
  expect(late?.remedy[0]).not.toContain('No action');
});

describe('a difference on the member', () => {
  const DIFFERS =
    'cannot take over object: configuration differences are found between the manifest object and the corresponding object in the member cluster';
  const scaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'orders', namespace: 'shop' },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'orders' } },
  };

  function differing(content: readonly KubeObject[], bad: KubeObject, diffs: readonly object[]): Diagnosis | undefined {
    const fleet = placementAt(greenFleet(['east'], content), 'Applied', 'ApplyFailed');
    const bindings = [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))];
    const told = badWork('east', 0, content, bad, no('Applied', 'FailedToTakeOver', 1, DIFFERS));
    const status = told['status'] as { readonly manifestConditions: readonly { readonly identifier: { readonly name: string } }[] };
    const manifestConditions = status.manifestConditions.map((entry) =>
      entry.identifier.name === bad.metadata.name ? { ...entry, diffDetails: { observedDiffs: diffs } } : entry,
    );
    return found(objectsOf({ ...fleet, bindings, works: [{ ...told, status: { ...status, manifestConditions } }] }), 'takeover-differs');
  }

  test('is reported with both values, and with the other writer', () => {
    const content = [namespaceShop(), scaler, orders('v1')];
    const evidence = differing(content, content[2] ?? scaler, [{ path: '/spec/replicas', valueInHub: '2', valueInMember: '7' }])?.evidence;
    expect(evidence).toContain('differs: /spec/replicas (2 on the hub, 7 on east)');
    expect(evidence).toContain('HorizontalPodAutoscaler/shop/orders sets the replicas of Deployment/shop/orders');
  });

  test.each([
    ['0', '7'],
    ['2', '10'],
  ])('does not name an autoscaler that cannot have set %s replicas to %s', (valueInHub, valueInMember) => {
    const limited = { ...scaler, spec: { ...scaler.spec, maxReplicas: 9 } };
    const content = [namespaceShop(), limited, orders('v1')];
    const evidence = differing(content, content[2] ?? limited, [{ path: '/spec/replicas', valueInHub, valueInMember }])?.evidence;
    expect(evidence?.join('\n')).toContain(`(${valueInHub} on the hub`);
    expect(evidence?.join('\n')).not.toContain('sets the replicas');
  });

  test('does not show values that may be secret', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db', namespace: 'shop' } };
    const ofSecret = differing([namespaceShop(), secret], secret, [
      { path: '/data/name', valueInHub: 'aGVsbG8=', valueInMember: 'd29ybGQ=' },
    ]);
    expect(ofSecret?.evidence).toContain('differs: /data/name');
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'db', namespace: 'shop' } };
    const named = differing([namespaceShop(), config], config, [
      { path: '/data/password', valueInHub: 'swordfish', valueInMember: 'other' },
    ]);
    expect(named?.evidence).toContain('differs: /data/password');
  });
});

test('a refusal that lasted longer than its grace before the gate started has used that grace', () => {
  const DENIED = 'admission webhook "guard.example.com" denied the request: not here';
  const old = refused('ManifestApplyFailed', DENIED);
  const snapshot = (minutes: number, objects: readonly KubeObject[]): readonly KubeObject[] =>
    objects.map((object) =>
      object.kind === 'ClusterResourceSnapshot'
        ? { ...object, metadata: { ...object.metadata, creationTimestamp: new Date(NOW.getTime() - minutes * 60_000).toISOString() } }
        : object,
    );
  expect(look(snapshot(50, old)).outcome).toBe('failed');
  // It is of newer content, which has its whole grace.
  expect(look(snapshot(1, old)).outcome).toBe('waiting');
});

test('a Work of another object does not describe it', () => {
  const fleet = greenFleet(['east'], CONTENT);
  expect(found(objectsOf({ ...fleet, works: [work('east', 0, CONTENT)] }), 'apply-namespace-missing')).toBeUndefined();
});

test('the deploy names the placement of a run that is gone, and without it the command cannot run', () => {
  const run: KubeObject = { apiVersion: API, kind: 'ClusterStagedUpdateRun', metadata: { name: 'v2' }, spec: { placementName: 'shop' } };
  const told = (manifests?: readonly KubeObject[]): string | undefined => {
    const asked = gate({ targets: ['csur/v2'], manifests });
    const gone = asked.later([], asked.look([{ ...run, metadata: { name: 'v2', generation: 1 } }]), 1000);
    return diagnosesIn(gone).find(({ id }) => id === 'run-deleted')?.remedy[0];
  };
  expect(told([run])).toContain('-l kubernetes-fleet.io/parent-CRP=shop ');
  expect(told()).toContain("-l kubernetes-fleet.io/parent-CRP='<placement>' ");
});

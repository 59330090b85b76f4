/** Which rule a report names as the one that finds a failure before the deploy: only one whose condition holds for this case. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { ruleFor } from '../../../src/gates/catalogue/failure.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';
import {
  badWork,
  bindingAt,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  resourceSnapshot,
  withStatus,
  yes,
} from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const API = 'placement.kubernetes-fleet.io/v1';
const crp = { apiVersion: API, kind: 'ClusterResourcePlacement', name: 'shop' };
const rp = { apiVersion: API, kind: 'ResourcePlacement', namespace: 'shop', name: 'web' };

test.each<readonly [string, Partial<Observation>, string | undefined]>([
  ['scheduling-pending', { words: { lacks: 'clusterNames' } }, 'asks-for-no-cluster'],
  ['scheduling-pending', { words: { lacks: 'numberOfClusters' }, target: rp }, 'rp-not-checked'],
  ['scheduling-pending', { words: { lacks: 'numberOfClusters' } }, undefined],
  ['scheduling-pending', { target: { ...crp, name: 'shop.v1' } }, 'name-with-dot'],
  ['scheduling-pending', { target: { ...crp, name: 'shop.v1' }, words: { unprocessed: 'true' } }, undefined],
  ['scheduling-pending', { target: { ...crp, name: `${'a'.repeat(26)}.b` } }, undefined],
  ['scheduling-pending', {}, undefined],
  ['scheduled-zero-clusters', { words: { asked: '0', fleet: '3' } }, 'asks-for-no-cluster'],
  ['scheduled-zero-clusters', { words: { asked: 'all', fleet: '3' } }, 'picks-no-cluster'],
  ['scheduled-zero-clusters', { words: { asked: 'all', fleet: '0' } }, undefined],
  ['scheduled-zero-clusters', { words: { asked: 'all' } }, undefined],
  ['scheduled-fixed-clusters-missing', { words: { isUnknown: 'true' } }, 'pickfixed-unknown-cluster'],
  ['scheduled-fixed-clusters-missing', {}, undefined],
  ['run-snapshot-missing', messageOf('no resourceSnapshots with index `7` found'), 'run-snapshot-missing'],
  ['run-snapshot-missing', messageOf('invalid resource snapshot index `v7` provided'), 'run-snapshot-index'],
  ['run-snapshot-missing', messageOf('no master resourceSnapshot found for placement'), undefined],
  ['selectors-reserved-namespace', messageOf('namespace kube-public is not allowed to propagate'), 'reserved-namespace'],
  ['selectors-reserved-namespace', messageOf('namespace team is not allowed to propagate'), undefined],
  ['override-not-applied', { words: { why: 'envelope' } }, 'override-enveloped'],
  ['override-not-applied', { words: { why: 'placement', named: 'missing' } }, 'override-placement-missing'],
  ['override-not-applied', { words: { why: 'placement', named: 'otherScope' } }, 'override-scope'],
  ['override-not-applied', { words: { why: 'placement', named: 'other' } }, undefined],
  ['apply-field-conflict', { words: { applyStrategy: 'ServerSideApply' } }, 'apply-without-force'],
  ['apply-field-conflict', { words: { applyStrategy: 'ClientSideApply' } }, undefined],
  ['apply-namespace-missing', { target: rp }, 'rp-namespace-not-placed'],
  ['apply-namespace-missing', { target: rp, words: { isSupplied: 'true' } }, undefined],
  ['apply-namespace-missing', {}, undefined],
  ['run-preempted', { words: { isWinnerOlder: 'true' } }, 'run-beside-run'],
  ['run-preempted', {}, undefined],
  ['run-rolled-out-old-snapshot', { words: { isTooEarly: 'true' } }, 'run-takes-old-snapshot'],
  ['run-rolled-out-old-snapshot', {}, undefined],
])('%s with %j is found by %s', (id, seen, rule) => {
  const failure = FAILURES.find((each) => each.id === id);
  expect(failure && ruleFor(failure, { scope: 'placement', step: 'Scheduled', target: crp, evidence: [], ...seen })).toBe(rule);
});

function messageOf(message: string): Partial<Observation> {
  return { condition: { type: 'Initialized', status: 'False', reason: 'x', message } };
}

describe('an immutable field', () => {
  const selector = 'Deployment.apps "orders" is invalid: spec.selector: Invalid value: {}: field is immutable';
  const set =
    "StatefulSet.apps \"orders\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' are forbidden";

  test.each<readonly [string, KubeObject, KubeObject | undefined, string, string | undefined]>([
    [
      'another selector than the former deploy',
      orders('v1', { selector: { matchLabels: { app: 'old' } } }),
      orders('v1'),
      selector,
      'immutable-field',
    ],
    ['only another image', orders('v0'), orders('v1'), selector, undefined],
    ['an object that no deploy placed before', namespaceShop(), orders('v1'), selector, undefined],
    ['another service name of a StatefulSet', asSet('a', 'v1'), asSet('b', 'v1'), set, 'immutable-field'],
    ['only another template of a StatefulSet', asSet('a', 'v0'), asSet('a', 'v1'), set, undefined],
    ['another selector in an envelope', inEnvelope(orders('v1', { selector: {} })), inEnvelope(orders('v1')), selector, 'immutable-field'],
  ])('of a deploy with %s', (_, before, now = orders('v1'), answer, rule) => {
    const content = [namespaceShop(), now];
    const refused = now.kind === 'ResourceEnvelope' ? orders('v1') : now;
    const message = `Failed to apply the manifest (error: failed to patch the manifest object: error returned by the API server: ${answer})`;
    const fleet = greenFleet(['east'], content);
    const hub = {
      ...withStatus(fleet, { observedResourceIndex: '1' }),
      snapshots: [resourceSnapshot(0, [namespaceShop(), before], false), resourceSnapshot(1, content, true)],
      bindings: [bindingAt('east', 1, no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'failed to apply'))],
      works: [badWork('east', 1, [namespaceShop(), refused], refused, no('Applied', 'ManifestApplyFailed', 0, message))],
    };
    const found = diagnosesIn(gate({ manifests: [now] }).look(objectsOf(hub))).find(({ id }) => id === 'apply-immutable-field');
    expect(found).toBeDefined();
    expect(found?.seeAlso).toBe(rule);
  });
});

describe('a placement that selects nothing', () => {
  test.each<readonly [string, readonly KubeObject[] | undefined, string | undefined]>([
    ['of a deploy without content', [], 'selects-nothing'],
    ['of a deploy that is not known', undefined, undefined],
  ])('%s', (_, manifests, rule) => {
    const fleet = greenFleet(['east'], []);
    const asked = gate(manifests === undefined ? {} : { manifests });
    const [found] = diagnosesIn(asked.later(fleet, asked.look(fleet), 60_000));
    expect([found?.id, found?.seeAlso]).toEqual(['selection-empty', rule]);
  });
});

test('a namespace that another placement sends to the cluster is not found missing', () => {
  const fleet = greenFleet(['east']);
  const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
  const message = 'Failed to apply the manifest (error: failed to create manifest object: namespaces "shop" not found)';
  const namespaced = (object: KubeObject): KubeObject => ({
    ...object,
    kind: object.kind.replace('ClusterResource', 'Resource'),
    metadata: { ...object.metadata, namespace: 'shop' },
  });
  const own = {
    ...fleet,
    placement: namespaced({
      ...fleet.placement,
      spec: {
        ...(fleet.placement['spec'] as object),
        resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
      },
      status: {
        conditions: [yes('ResourcePlacementScheduled', 'SchedulingPolicyFulfilled', 1)],
        observedResourceIndex: '0',
        placementStatuses: [{ clusterName: 'east', conditions: [] }],
      },
    }),
    policySnapshot: namespaced(fleet.policySnapshot),
    snapshots: [namespaced(resourceSnapshot(0, [settings], true))],
    bindings: [namespaced(bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'failed to apply')))],
    works: [badWork('east', 0, [settings], settings, no('Applied', 'ManifestApplyFailed', 0, message))].map((each) => ({
      ...each,
      metadata: { ...each.metadata, labels: { ...each.metadata.labels, 'kubernetes-fleet.io/parent-placement-namespace': 'shop' } },
    })),
    content: [namespaceShop(), settings],
  };
  const ruleOn = (others: readonly KubeObject[]): string | undefined =>
    diagnosesIn(gate({ targets: ['rp/shop/shop'] }).look([...objectsOf(own), ...others])).find(({ id }) => id === 'apply-namespace-missing')
      ?.seeAlso;
  expect(ruleOn([])).toBe('rp-namespace-not-placed');
  expect(ruleOn([fleet.placement, ...fleet.snapshots, ...fleet.bindings])).toBeUndefined();
});

function asSet(serviceName: string, image: string): KubeObject {
  return { ...orders(image, { serviceName }), kind: 'StatefulSet' };
}

function inEnvelope(object: KubeObject): KubeObject {
  return { apiVersion: API, kind: 'ResourceEnvelope', metadata: { name: 'bundle', namespace: 'shop' }, data: { 'web.yaml': object } };
}

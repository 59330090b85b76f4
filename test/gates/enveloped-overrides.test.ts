import { describe, expect, test } from 'vitest';

import type { Visibility } from '../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../src/gates/verdict/gate-state.ts';
import { binding, clusterConditions, greenFleet, namespaceShop, objectsOf, orders, work } from '../support/fleet.ts';
import { gate } from '../support/gate.ts';
import type { Gate } from '../support/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const K = 'kubernetes-fleet.io';
const API = 'placement.kubernetes-fleet.io/v1beta1';
const ENVELOPE: KubeObject = {
  apiVersion: API,
  kind: 'ResourceEnvelope',
  metadata: { name: 'bundle', namespace: 'shop' },
  data: { 'orders.yaml': orders('v1') },
};
const CONTENT = [namespaceShop(), ENVELOPE];

interface Asked {
  readonly kind?: string;
  readonly labels?: Json;
  readonly selector?: Json;
}

/** An override of the deploy that sets a label, and its snapshot. */
function override({ kind = 'ResourceOverride', labels, selector }: Asked = {}): readonly [KubeObject, KubeObject] {
  const isCluster = kind === 'ClusterResourceOverride';
  const metadata = isCluster ? { name: 'size' } : { name: 'size', namespace: 'shop' };
  const clusterSelector = labels === undefined ? {} : { clusterSelectorTerms: [{ labelSelector: { matchLabels: labels } }] };
  const overrideRules = [{ clusterSelector, jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { size: 'five' } }] }];
  const spec = {
    [isCluster ? 'clusterResourceSelectors' : 'resourceSelectors']: [
      selector ?? { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' },
    ],
    policy: { overrideRules },
  };
  const tracked = { [`${K}/parent-resource-override`]: 'size', [`${K}/is-latest-snapshot`]: 'true' };
  return [
    { apiVersion: API, kind, metadata, spec },
    { apiVersion: API, kind: `${kind}Snapshot`, metadata: { ...metadata, name: 'size-0', labels: tracked }, spec: { overrideSpec: spec } },
  ];
}

function labelled(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels: { size: 'five' } } };
}

interface Hub {
  readonly overrides: readonly [KubeObject, KubeObject];
  /** What the binding lists. */
  readonly listed?: Json;
  /** What the Work of the envelope holds. */
  readonly held?: KubeObject;
  readonly hidden?: Readonly<Record<string, Visibility>>;
}

/** A gate that is asked for envelope and override, and the objects of the hub. */
function gated({ overrides, listed = {}, held = orders('v1'), hidden = {} }: Hub): readonly [Gate, readonly KubeObject[]] {
  const fleet = greenFleet(['east'], CONTENT);
  const inner = work('east', 0, [held]);
  // An override of a namespace is for the Namespace itself as well.
  const namespace = listed === LISTED_CLUSTER ? labelled(namespaceShop()) : namespaceShop();
  const works = [work('east', 0, [namespace]), { ...inner, metadata: { ...inner.metadata, name: 'shop-work-envelope-1' } }];
  const bindings = [binding('east', 0, clusterConditions(3).slice(1), listed)];
  return [gate({ manifests: [ENVELOPE, overrides[0]], hidden }), [...objectsOf({ ...fleet, bindings, works }), ...overrides]];
}

function reported({ outcome, placements }: GateState): string {
  return [outcome, ...(placements[0]?.diagnoses ?? []).map((entry) => `${entry.id} ${entry.outcome}`)].join(' ');
}

const LISTED = { resourceOverrideSnapshots: [{ namespace: 'shop', name: 'size-0' }] };
const LISTED_CLUSTER = { clusterResourceOverrideSnapshots: ['size-0'] };
const OF_NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const patched = labelled(orders('v1'));

describe('an override of the deploy for what an envelope holds', () => {
  const ofNamespace = override({ kind: 'ClusterResourceOverride', selector: OF_NAMESPACE });

  test.for<readonly [string, Hub, string]>([
    ['is applied where the hub overrides the content of envelopes', { overrides: override(), listed: LISTED, held: patched }, 'passed'],
    ['is not where it does not', { overrides: override() }, 'passed override-not-applied info'],
    ['is for other clusters', { overrides: override({ labels: { env: 'test' } }) }, 'passed'],
    ['is for this cluster by its labels', { overrides: override({ labels: { env: 'prod' } }) }, 'passed override-not-applied info'],
    [
      'is for an object that the envelope does not hold',
      { overrides: override({ selector: { group: 'apps', version: 'v1', kind: 'Deployment', name: 'carts' } }) },
      'passed',
    ],
    ['comes by its namespace and is applied', { overrides: ofNamespace, listed: LISTED_CLUSTER, held: patched }, 'passed'],
    [
      'comes by its namespace and patches the envelope alone',
      { overrides: ofNamespace, listed: LISTED_CLUSTER },
      'passed override-not-applied info',
    ],
  ])('%s', ([, hub, expected]) => {
    const [{ once }, objects] = gated(hub);
    expect(reported(once(objects))).toBe(expected);
  });

  test('is not reported where override snapshots cannot be read', () => {
    const hidden = { ResourceOverrideSnapshot: { kind: 'denied', message: 'forbidden' } } as const;
    const [{ once }, objects] = gated({ overrides: override(), hidden });
    expect(reported(once(objects))).toBe('waiting');
  });

  test('may still come into force while somebody waits, and is no failure when it does not', () => {
    const [{ look, later }, objects] = gated({ overrides: override() });
    const [, inForce] = gated({ overrides: override(), listed: LISTED, held: patched });
    const first = look(objects);
    expect(first.outcome).toBe('waiting');
    expect(reported(later(inForce, first, 5000))).toBe('passed');
    expect(later(objects, first, 59_000).outcome).toBe('waiting');
    expect(reported(later(objects, first, 60_000))).toBe('passed override-not-applied info');
  });
});

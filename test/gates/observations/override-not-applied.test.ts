import { describe, expect, test } from 'vitest';

import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { binding, clusterConditions, greenFleet, namespaceShop, objectsOf, orders, work } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import type { Gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

type Json = Readonly<Record<string, unknown>>;

const K = 'kubernetes-fleet.io';
const API = 'placement.kubernetes-fleet.io/v1beta1';
const BEFORE = '2026-03-04T08:00:00Z';
/** After the conditions of the fleet, and a minute or more before the gate looks. */
const AFTER = '2026-03-04T09:30:00Z';

interface Asked {
  readonly kind?: string;
  readonly labels?: Json;
  readonly selector?: Json;
  /** `spec.placement` */
  readonly placement?: Json;
  readonly created?: string;
}

/** An override that sets a label, and its snapshot. */
function override({ kind = 'ResourceOverride', labels, selector, placement, created }: Asked = {}): readonly [KubeObject, KubeObject] {
  const isCluster = kind === 'ClusterResourceOverride';
  const metadata = isCluster ? { name: 'size' } : { name: 'size', namespace: 'shop' };
  const clusterSelector = labels === undefined ? {} : { clusterSelectorTerms: [{ labelSelector: { matchLabels: labels } }] };
  const overrideRules = [{ clusterSelector, jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { size: 'five' } }] }];
  const spec = {
    ...(placement === undefined ? {} : { placement }),
    [isCluster ? 'clusterResourceSelectors' : 'resourceSelectors']: [selector ?? DEPLOYMENT],
    policy: { overrideRules },
  };
  const tracked = { [`${K}/parent-resource-override`]: 'size', [`${K}/is-latest-snapshot`]: 'true' };
  const taken = { ...metadata, name: 'size-0', labels: tracked, ...(created === undefined ? {} : { creationTimestamp: created }) };
  return [
    { apiVersion: API, kind, metadata, spec },
    { apiVersion: API, kind: `${kind}Snapshot`, metadata: taken, spec: { overrideSpec: spec } },
  ];
}

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' };

function labelled(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels: { size: 'five' } } };
}

function reported({ outcome, placements, runs }: GateState): string {
  return [outcome, ...[...placements, ...runs].flatMap(({ diagnoses }) => diagnoses.map((each) => `${each.id} ${each.outcome}`))].join(' ');
}

const ENVELOPE: KubeObject = {
  apiVersion: API,
  kind: 'ResourceEnvelope',
  metadata: { name: 'bundle', namespace: 'shop' },
  data: { 'orders.yaml': orders('v1') },
};

interface Hub {
  readonly overrides: readonly [KubeObject, KubeObject];
  /** What the binding lists. */
  readonly listed?: Json;
  /** What the Work of the envelope holds. */
  readonly held?: KubeObject;
  readonly hidden?: Readonly<Record<string, Visibility>>;
  /** What was deployed; default: envelope and override. */
  readonly deploy?: readonly KubeObject[];
}

/** A gate that is asked for envelope and override, and the objects of the hub. */
function gated({ overrides, listed = {}, held = orders('v1'), hidden = {}, deploy }: Hub): readonly [Gate, readonly KubeObject[]] {
  const fleet = greenFleet(['east'], [namespaceShop(), ENVELOPE]);
  const snapshots = fleet.snapshots.map((each) => ({ ...each, metadata: { ...each.metadata, creationTimestamp: BEFORE } }));
  const inner = work('east', 0, [held]);
  // An override of a namespace is for the Namespace itself as well.
  const namespace = listed === LISTED_CLUSTER ? labelled(namespaceShop()) : namespaceShop();
  const works = [work('east', 0, [namespace]), { ...inner, metadata: { ...inner.metadata, name: 'shop-work-envelope-1' } }];
  const bindings = [binding('east', 0, clusterConditions(3).slice(1), listed)];
  const manifests = deploy ?? [ENVELOPE, overrides[0]];
  return [gate({ manifests, hidden }), [...objectsOf({ ...fleet, snapshots, bindings, works }), ...overrides]];
}

const LISTED = { resourceOverrideSnapshots: [{ namespace: 'shop', name: 'size-0' }] };
const LISTED_CLUSTER = { clusterResourceOverrideSnapshots: ['size-0'] };
const OF_NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const patched = labelled(orders('v1'));

describe('an override for an object in an envelope', () => {
  const created = AFTER;
  const ofNamespace = override({ kind: 'ClusterResourceOverride', selector: OF_NAMESPACE, created });

  test.for<readonly [string, Hub, string]>([
    ['passes if the hub overrides the content of envelopes', { overrides: override(), listed: LISTED, held: patched }, 'passed'],
    ['fails if it does not', { overrides: override({ created }) }, 'failed override-not-applied terminal'],
    ['is for other clusters', { overrides: override({ labels: { env: 'test' }, created }) }, 'passed'],
    [
      'is for this cluster by its labels',
      { overrides: override({ labels: { env: 'prod' }, created }) },
      'failed override-not-applied terminal',
    ],
    [
      'is for an object that is not in the envelope',
      { overrides: override({ selector: { group: 'apps', version: 'v1', kind: 'Deployment', name: 'carts' }, created }) },
      'passed',
    ],
    ['selects it by its namespace and is applied', { overrides: ofNamespace, listed: LISTED_CLUSTER, held: patched }, 'passed'],
    [
      'selects it by its namespace and patches only the envelope',
      { overrides: ofNamespace, listed: LISTED_CLUSTER },
      'failed override-not-applied terminal',
    ],
    [
      'is not of this deploy, but for an object of it',
      { overrides: override({ created }), deploy: [ENVELOPE] },
      'failed override-not-applied terminal',
    ],
    [
      'is not of this deploy, and for none of its objects',
      { overrides: override({ created }), deploy: [namespaceShop()] },
      'passed override-not-applied info',
    ],
  ])('%s', ([, hub, expected]) => {
    const [{ once }, objects] = gated(hub);
    expect(reported(once(objects))).toBe(expected);
  });

  test('is found by its snapshot if overrides were not read', () => {
    const hidden = { ResourceOverride: { kind: 'unread' } } as const;
    const [{ once }, objects] = gated({ overrides: override({ created }), deploy: [ENVELOPE], hidden });
    expect(reported(once(objects))).toBe('failed override-not-applied terminal');
  });

  test('is not reported if override snapshots cannot be read', () => {
    const hidden = { ResourceOverrideSnapshot: { kind: 'denied', message: 'forbidden' } } as const;
    const [{ once }, objects] = gated({ overrides: override({ created }), hidden });
    expect(reported(once(objects))).toBe('waiting');
  });

  test('may still come into effect, and fails if it has not after a minute', () => {
    const [{ look, later }, objects] = gated({ overrides: override({ created }) });
    const [, inForce] = gated({ overrides: override({ created }), listed: LISTED, held: patched });
    const first = look(objects);
    expect(first.outcome).toBe('waiting');
    expect(reported(later(inForce, first, 5000))).toBe('passed');
    expect(later(objects, first, 59_000).outcome).toBe('waiting');
    expect(reported(later(objects, first, 60_000))).toBe('failed override-not-applied terminal');
  });
});

describe('an override of the deploy that names a placement', () => {
  const CONTENT = [namespaceShop(), orders('v1')];

  function judged(
    asked: Asked,
    { deploy = [], hub = [] }: { readonly deploy?: readonly KubeObject[]; readonly hub?: readonly KubeObject[] } = {},
  ) {
    const [own, snapshot] = override(asked);
    const objects = [...objectsOf(greenFleet(['east'], CONTENT)), own, snapshot, ...hub];
    return gate({ manifests: [...CONTENT, own, ...deploy] }).once(objects);
  }

  function placement(name: string, selected: string): KubeObject {
    const spec = {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: selected }],
      policy: { placementType: 'PickAll' },
    };
    return { apiVersion: API, kind: 'ClusterResourcePlacement', metadata: { name }, spec };
  }

  test('that does not exist fails, because the placement of its object does not apply it', () => {
    const state = judged({ placement: { name: 'shpo' } });
    expect(reported(state)).toBe('failed override-not-applied terminal');
    expect(state.placements[0]?.diagnoses[0]?.evidence[0]).toBe(
      'spec.placement names ClusterResourcePlacement shpo, which does not exist; ClusterResourcePlacement/shop places the object',
    );
  });

  test('in the wrong scope fails as well', () => {
    expect(reported(judged({ placement: { name: 'shop', scope: 'Namespaced' } }))).toBe('failed override-not-applied terminal');
  });

  test('that does not select its object fails as well', () => {
    expect(reported(judged({ placement: { name: 'other' } }, { hub: [placement('other', 'other')] }))).toBe(
      'failed override-not-applied terminal',
    );
  });

  test('fails as well if it is a ClusterResourceOverride', () => {
    const asked = { kind: 'ClusterResourceOverride', selector: OF_NAMESPACE, placement: { name: 'shpo' } };
    expect(reported(judged(asked))).toBe('failed override-not-applied terminal');
  });

  test('that also selects the object is not reported, on the hub or in the deploy', () => {
    const other = placement('other', 'shop');
    expect(reported(judged({ placement: { name: 'other' } }, { hub: [other] }))).toBe('passed');
    expect(reported(judged({ placement: { name: 'other' } }, { deploy: [other] }))).not.toContain('override-not-applied');
  });

  test('and matches no cluster there is not reported', () => {
    expect(reported(judged({ placement: { name: 'shpo' }, labels: { env: 'test' } }))).toBe('passed');
  });

  test('is not checked if placements cannot be read', () => {
    const [own, snapshot] = override({ placement: { name: 'shpo' } });
    const objects = [...objectsOf(greenFleet(['east'], CONTENT)), own, snapshot];
    const hidden = { ResourcePlacement: { kind: 'denied', message: 'forbidden' } } as const;
    expect(reported(gate({ manifests: [...CONTENT, own], hidden }).once(objects))).not.toContain('override-not-applied');
  });
});

describe('an override on the hub that is not of the deploy', () => {
  const CONTENT = [namespaceShop(), orders('v1')];

  function judged(asked: Asked, manifests?: readonly KubeObject[]) {
    const objects = [...objectsOf(greenFleet(['east'], CONTENT)), ...override(asked)];
    return gate(manifests === undefined ? {} : { manifests }).once(objects);
  }

  test('and was created after the rollout is reported', () => {
    expect(reported(judged({ created: AFTER }, CONTENT))).toBe('passed override-not-applied info');
  });

  test('and matches a cluster only since the rollout is reported, and the cluster is not verified', () => {
    expect(reported(judged({ created: BEFORE }, CONTENT))).toBe('passed override-not-applied info');
    const [cluster] = judged({ created: BEFORE, placement: { name: 'shop' } }, CONTENT).placements[0]?.clusters ?? [];
    expect([cluster?.verdict, cluster?.note]).toEqual([
      'notVerified',
      'its labels changed since it was rolled out: it gets ResourceOverride/shop/size only with the next rollout',
    ]);
  });

  test('and matches a cluster only since the rollout fails after it has lasted if the deploy has the labels', () => {
    const east = objectsOf(greenFleet(['east'], CONTENT)).filter(({ kind }) => kind === 'MemberCluster');
    expect(reported(judged({ created: BEFORE }, [...CONTENT, ...east]))).toBe('waiting override-not-applied suspect');
  });

  test('is reported if no manifests were given', () => {
    expect(reported(judged({ created: BEFORE }))).toBe('passed override-not-applied info');
  });
});

describe('an override of the deploy that a cluster matches only since its labels changed', () => {
  const CONTENT = [namespaceShop(), orders('v1')];
  const [own, snapshot] = override({ placement: { name: 'shop' }, created: '2026-03-04T09:58:00Z' });
  const fleet = greenFleet(['east', 'west'], CONTENT);
  /** East lists the override or not, and west does not. */
  const judged = (listed: Json, west = clusterConditions(3).slice(1)) => {
    const bindings = [binding('east', 0, clusterConditions(3).slice(1), listed), binding('west', 0, west)];
    const works = [work('east', 0, [namespaceShop(), listed === LISTED ? patched : orders('v1')]), work('west', 0, CONTENT)];
    return gate({ manifests: [...CONTENT, own] }).once([...objectsOf({ ...fleet, works, bindings }), own, snapshot]);
  };

  test('is not waited for: the hub has handled it on another cluster', () => {
    const state = judged(LISTED);
    expect([state.outcome, state.placements[0]?.clusters.map(({ name, verdict }) => `${name} ${verdict}`)]).toEqual([
      'passed',
      ['east passed', 'west notVerified'],
    ]);
  });

  test('is waited for while the cluster waits for its turn', () => {
    const [started = {}, ...others] = clusterConditions(3).slice(1);
    expect(judged(LISTED, [{ ...started, status: 'False' }, ...others]).outcome).toBe('waiting');
  });

  test('is waited for while no cluster has it', () => {
    expect(judged({}).outcome).toBe('waiting');
  });
});

describe('an override of scope Namespaced under an update run in the namespace', () => {
  const { objects, asked } = hubFixture('override-not-applied');
  const named = (kind: string, name: string): readonly KubeObject[] =>
    objects.filter((object) => object.kind === kind && object.metadata.name === name);
  const own = named('ResourceOverride', 'region');
  const content = named('ConfigMap', 'settings');

  test.for<readonly [string, readonly KubeObject[], readonly string[] | undefined, string]>([
    ['is reported if neither it nor its object is of the deploy', [], undefined, 'passed override-not-applied info'],
    ['fails if the deploy has it', own, undefined, 'failed override-not-applied terminal'],
    ['fails if the deploy has its object', content, undefined, 'failed override-not-applied terminal'],
    ['fails if only the placement is followed', own, ['rp/shop/shop-app'], 'failed override-not-applied terminal'],
  ])('%s', ([, manifests, targets, expected]) => {
    const more = { manifests: [...asked.manifests, ...manifests], ...(targets === undefined ? {} : { targets }) };
    expect(reported(gate({ ...asked, ...more }).once(objects))).toBe(expected);
  });
});

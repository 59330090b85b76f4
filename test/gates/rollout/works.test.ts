import { describe, expect, test } from 'vitest';

import { listAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const K = 'kubernetes-fleet.io';
const API = 'placement.kubernetes-fleet.io/v1beta1';
const CONTENT = [namespaceShop(), orders('v1')];

function awaited(fleet: Fleet, more: readonly KubeObject[] = [], hidden: Readonly<Record<string, Visibility>> = {}): string {
  const state = gate({ manifests: [namespaceShop()], hidden }).look([...objectsOf(fleet), ...more]);
  return state.outcome === 'passed' ? 'passed' : (state.placements[0]?.summary ?? '');
}

function named(object: KubeObject, name: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, name } };
}

/** The Deployment with a label of each of these rules. */
function withLabels(rules: readonly number[]): KubeObject {
  const labels = Object.fromEntries(rules.map((at) => [`r${String(at)}`, 'on']));
  return { ...orders('v1'), metadata: { ...orders('v1').metadata, labels: { app: 'orders', ...labels } } };
}

/** East alone, with these Works; every condition is True. */
function withWorks(works: readonly KubeObject[], content: readonly KubeObject[] = CONTENT, spec: Json = {}): Fleet {
  const fleet = greenFleet(['east'], content);
  return { ...fleet, works, bindings: [binding('east', 0, clusterConditions(3).slice(1), spec)] };
}

describe('Works that all say True', () => {
  const labelled = { ...orders('v1'), metadata: { ...orders('v1').metadata, labels: { a: 'b' } } };
  const nulled = { ...orders('v1'), metadata: { ...orders('v1').metadata, annotations: {} } };
  const filledIn = { ...orders('v1'), metadata: { ...orders('v1').metadata, creationTimestamp: null, uid: 'x' } } as unknown as KubeObject;

  test.for<readonly [string, readonly KubeObject[], string]>([
    ['with the content of the snapshot', CONTENT, 'passed'],
    ['in another order', CONTENT.toReversed(), 'passed'],
    ['with an additional empty map', [namespaceShop(), nulled], 'passed'],
    ['with metadata that the API server manages', [namespaceShop(), filledIn], 'passed'],
    [
      'with other content',
      [namespaceShop(), orders('v0')],
      'east: Work shop-work holds Deployment/shop/orders with other content than resource snapshot 0 with the overrides in effect (at /spec/template/spec/containers/0/image)',
    ],
    [
      'with an additional label',
      [namespaceShop(), labelled],
      'east: Work shop-work holds Deployment/shop/orders with other content than resource snapshot 0 with the overrides in effect (at /metadata/labels/a)',
    ],
    ['without an object', [namespaceShop()], 'east: no Work holds Deployment/shop/orders of resource snapshot 0'],
    [
      'with an additional object',
      [...CONTENT, named(orders('v1'), 'carts')],
      'east: Work shop-work holds Deployment/shop/carts, which resource snapshot 0 does not',
    ],
    [
      'with an object twice',
      [...CONTENT, orders('v1')],
      'east: Work shop-work holds Deployment/shop/orders, which resource snapshot 0 does not',
    ],
  ])('%s', ([, manifests, expected]) => {
    expect(awaited(withWorks([work('east', 0, manifests)]))).toBe(expected);
  });

  // covers: work-differs-from-snapshot
  test('are one for each part of the snapshot', () => {
    const master = resourceSnapshot(0, [namespaceShop()], true, 2);
    const labels = { [`${K}/parent-CRP`]: 'shop', [`${K}/resource-index`]: '0' };
    const annotations = { [`${K}/subindex-of-resource-snapshot`]: '0' };
    const part = { ...resourceSnapshot(0, [orders('v1')], false), metadata: { name: 'shop-0-0', labels, annotations } };
    const first = work('east', 0, [namespaceShop()]);
    const second = named(work('east', 0, [orders('v1')]), 'shop-0');
    const of = (...works: readonly KubeObject[]): Fleet => ({ ...withWorks(works), snapshots: [master, part] });
    expect(awaited(of(first, second))).toBe('passed');
    expect(awaited(of(work('east', 0, CONTENT)))).toBe('east: 1 of the 2 Works that resource snapshot 0 asks for are there');
  });

  test('need not be there for a snapshot that holds nothing', () => {
    const fleet = withWorks([], []);
    expect(gate({ options: { allowEmpty: true } }).look(fleet).outcome).toBe('passed');
  });

  test('are computed again if one of them changes', () => {
    const stale = withWorks([work('east', 0, [namespaceShop(), orders('v0')])]);
    expect(awaited(stale)).not.toBe('passed');
    const [snapshotOfOld] = [resourceSnapshot(0, [namespaceShop(), orders('v0')], true)];
    expect(awaited({ ...stale, snapshots: [snapshotOfOld] })).toBe('passed');
    expect(awaited(stale)).not.toBe('passed');
  });
});

test.for<readonly [string, readonly KubeObject[], string]>([
  ['with other content', [work('east', 0, [namespaceShop(), orders('v0')])], 'A Work has other content than its resource snapshot'],
  ['of an older snapshot', [work('east', 1, CONTENT)], 'The Work is still of an older resource snapshot'],
  ['that is missing', [], 'The Work is not written yet'],
])('a Work %s is its own diagnosis, with the data that support will need', ([, works, title]) => {
  const [diagnosis] = diagnosesIn(gate({ manifests: [namespaceShop()] }).look(objectsOf(withWorks(works))));
  expect(diagnosis).toMatchObject({ id: 'work-unlike-snapshot', title, cluster: 'east', outcome: 'waiting' });
  expect(diagnosis?.remedy.at(-1)).toContain('fleet-gate snapshot');
});

describe('overrides in effect', () => {
  const rule = (labels: Json | undefined, patch: Json): Json => ({
    clusterSelector: labels === undefined ? {} : { clusterSelectorTerms: [{ labelSelector: { matchLabels: labels } }] },
    ...patch,
  });
  const replicas = (value: unknown): Json => ({ jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value }] });
  const ofDeployment = [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }];

  function snapshotOf(rules: readonly Json[], resourceSelectors: readonly Json[] = ofDeployment): KubeObject {
    const labels = { [`${K}/parent-resource-override`]: 'size', [`${K}/is-latest-snapshot`]: 'true' };
    const spec = { overrideSpec: { resourceSelectors, policy: { overrideRules: rules } } };
    return { apiVersion: API, kind: 'ResourceOverrideSnapshot', metadata: { name: 'size-0', namespace: 'shop', labels }, spec };
  }
  const listed = { resourceOverrideSnapshots: [{ namespace: 'shop', name: 'size-0' }] };
  const holding = (...manifests: readonly KubeObject[]): Fleet => withWorks([work('east', 0, manifests)], CONTENT, listed);
  const five = orders('v1', { replicas: 5 });
  const forFormerLabels = (name: string): string =>
    `its labels changed since it was rolled out: it keeps what ResourceOverride/shop/size made of ${name} until the next rollout`;

  test.for<readonly [string, readonly Json[], readonly KubeObject[], boolean]>([
    ['applied', [rule(undefined, replicas(5))], [namespaceShop(), five], true],
    ['not applied', [rule(undefined, replicas(5))], CONTENT, false],
    ['with a former value', [rule(undefined, replicas(5))], [namespaceShop(), orders('v1', { replicas: 4 })], false],
    ['that leave the object out', [rule(undefined, { overrideType: 'Delete' })], [namespaceShop()], true],
    ['that leave the object out, and it is still there', [rule(undefined, { overrideType: 'Delete' })], CONTENT, false],
    [
      'whose rule for this cluster applies',
      [rule({ env: 'prod' }, replicas(5)), rule({ env: 'test' }, replicas(1))],
      [namespaceShop(), five],
      true,
    ],
    [
      'with a rule that applied before the labels of the cluster changed',
      [rule({ env: 'prod' }, replicas(5)), rule({ env: 'test' }, replicas(1))],
      [namespaceShop(), orders('v1', { replicas: 1 })],
      true,
    ],
    ['of which no rule was applied', [rule({ env: 'prod' }, replicas(5)), rule({ env: 'test' }, replicas(1))], CONTENT, false],
    [
      'with the name of the cluster',
      [rule(undefined, { jsonPatchOverrides: [{ op: 'add', path: '/spec/on', value: '${MEMBER-CLUSTER-NAME}' }] })],
      [namespaceShop(), orders('v1', { on: 'east' })],
      true,
    ],
  ])('%s', ([, rules, manifests, passes]) => {
    expect(awaited(holding(...manifests), [snapshotOf(rules)]) === 'passed').toBe(passes);
  });

  test.for<readonly [string, readonly Json[], readonly KubeObject[], boolean]>([
    [
      'by another rule than for its labels',
      [rule({ env: 'prod' }, replicas(5)), rule({ env: 'test' }, replicas(1))],
      [namespaceShop(), orders('v1', { replicas: 1 })],
      false,
    ],
    [
      'by a rule for all, but not by that for its labels',
      [rule(undefined, replicas(3)), rule({ env: 'prod' }, replicas(5))],
      [namespaceShop(), orders('v1', { replicas: 3 })],
      false,
    ],
    [
      'by a rule for all and that for its labels',
      [rule(undefined, replicas(3)), rule({ env: 'prod' }, replicas(5))],
      [namespaceShop(), five],
      true,
    ],
    ['by a rule that no longer matches', [rule({ env: 'test' }, replicas(5))], [namespaceShop(), five], false],
    [
      'by another rule with the same result',
      [rule({ env: 'prod' }, replicas(5)), rule({ env: 'test' }, replicas(5))],
      [namespaceShop(), five],
      true,
    ],
    [
      'deleted by the rule for other labels',
      [rule({ env: 'test' }, { overrideType: 'Delete' }), rule({ env: 'prod' }, replicas(5))],
      [namespaceShop()],
      false,
    ],
    [
      'that the rule for its labels deletes',
      [rule({ env: 'prod' }, { overrideType: 'Delete' }), rule({ env: 'test' }, replicas(5))],
      [namespaceShop(), five],
      false,
    ],
  ])('with an object %s: whether the cluster is verified', ([, rules, manifests, isVerified]) => {
    const state = gate({ manifests: [namespaceShop()] }).look([...objectsOf(holding(...manifests)), snapshotOf(rules)]);
    const [cluster] = state.placements[0]?.clusters ?? [];
    expect([state.outcome, cluster?.verdict, cluster?.note]).toEqual(
      isVerified ? ['passed', 'passed', undefined] : ['passed', 'notVerified', forFormerLabels('Deployment/shop/orders')],
    );
  });

  test('that must fail exclude their own object from the check, and no other', () => {
    const failing = [rule(undefined, { jsonPatchOverrides: [{ op: 'remove', path: '/spec/absent' }] })];
    expect(awaited(holding(namespaceShop(), five), [snapshotOf(failing)])).toBe('passed');
    const other = { ...namespaceShop(), metadata: { name: 'shop', labels: { team: 'b' } } };
    expect(awaited(holding(other, five), [snapshotOf(failing)])).toContain('holds Namespace/shop with other content');
  });

  test('with a rule that patched the object before the labels changed, and that would delete it now, are accepted in both forms', () => {
    const rules = [rule({ env: 'prod' }, { overrideType: 'Delete' }), rule({ env: 'test' }, replicas(5))];
    expect(awaited(holding(namespaceShop(), five), [snapshotOf(rules)])).toBe('passed');
    expect(awaited(holding(namespaceShop()), [snapshotOf(rules)])).toBe('passed');
  });

  describe('with so many rules that not every result can be listed', () => {
    const label = (at: number): Json => ({ jsonPatchOverrides: [{ op: 'add', path: `/metadata/labels/r${String(at)}`, value: 'on' }] });
    const many = Array.from({ length: 9 }, (_, at) => rule({ [`l${String(at)}`]: 'x' }, label(at)));
    const content = [namespaceShop(), withLabels([])];
    const listing = (manifests: readonly KubeObject[]): Fleet => withWorks([work('east', 0, manifests)], content, listed);
    const verdictOf = (manifests: readonly KubeObject[], rules = many): readonly unknown[] => {
      const state = gate({ manifests: [namespaceShop()] }).look([...objectsOf(listing(manifests)), snapshotOf(rules)]);
      return [state.outcome, ...(state.placements[0]?.clusters ?? []).map(({ verdict, note }) => [verdict, note])];
    };
    const passed = ['passed', ['passed', undefined]];
    const open = 'its content is not verified: the result of the overrides on Deployment/shop/orders cannot be predicted';

    test('the result for the current labels is verified', () => {
      expect(verdictOf([namespaceShop(), withLabels([0])], [...many, rule({ env: 'prod' }, label(0))])).toEqual(passed);
    });

    test('the result of one rule for other labels is recognised', () => {
      for (const at of many.keys())
        expect(verdictOf([namespaceShop(), withLabels([at])])).toEqual([
          'passed',
          ['notVerified', forFormerLabels('Deployment/shop/orders')],
        ]);
    });

    test('the result of all rules is not verified, and no failure', () => {
      expect(verdictOf([namespaceShop(), withLabels([...many.keys()])])).toEqual(['passed', ['notVerified', open]]);
      expect(verdictOf([namespaceShop()])).toEqual(['passed', ['notVerified', open]]);
    });

    test('other objects are compared', () => {
      const other = { ...namespaceShop(), metadata: { name: 'shop', labels: { team: 'b' } } };
      expect(awaited(listing([other, withLabels([0])]), [snapshotOf(many)])).toContain('holds Namespace/shop with other content');
    });

    test('a result under another name is not verified', () => {
      const renames = many.map((each, at) => ({
        ...each,
        jsonPatchOverrides: [
          ...listAt(each, 'jsonPatchOverrides'),
          { op: 'replace', path: '/metadata/name', value: `orders-${String(at)}` },
        ],
      }));
      const renamed = named(withLabels([...many.keys()]), 'orders-8');
      expect(verdictOf([namespaceShop(), renamed], renames)).toEqual(['passed', ['notVerified', open]]);
    });
  });

  test('of which one rule of each of many matched are verified', () => {
    const names = Array.from({ length: 8 }, (_, at) => `size-${String(at)}`);
    const snapshots = names.map((name, at) => named(snapshotOf([rule({ [`l${String(at)}`]: 'x' }, replicas(10 + at))]), name));
    const binds = { resourceOverrideSnapshots: names.map((name) => ({ namespace: 'shop', name })) };
    const of = (replicaCount: number): Fleet =>
      withWorks([work('east', 0, [namespaceShop(), orders('v1', { replicas: replicaCount })])], CONTENT, binds);
    expect(awaited(of(17), snapshots)).toBe('passed');
    expect(awaited(of(16), snapshots)).toContain('holds Deployment/shop/orders with other content');
  });

  test('that cannot be read exclude the content of the Works from the check, and are reported as unknown', () => {
    const denied = { ResourceOverrideSnapshot: { kind: 'denied', message: 'forbidden' } } as const;
    expect(awaited(holding(namespaceShop(), five), [snapshotOf([rule(undefined, replicas(5))])], denied)).toContain(
      'override snapshots cannot be read',
    );
  });

  describe('on an envelope', () => {
    const envelope = (...inner: readonly KubeObject[]): KubeObject => ({
      apiVersion: API,
      kind: 'ResourceEnvelope',
      metadata: { name: 'bundle', namespace: 'shop' },
      data: Object.fromEntries(inner.map((object, at) => [`${String(at)}.yaml`, object])),
    });
    const content = [namespaceShop(), envelope(orders('v1'), named(orders('v1'), 'carts'))];
    const own = named(orders('v1'), 'carts');
    const held = (...inner: readonly KubeObject[]): readonly KubeObject[] => [
      work('east', 0, [namespaceShop()]),
      named(work('east', 0, inner), 'shop-work-envelope-0123456789abcdef'),
    ];
    const spec = [{ group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ResourceEnvelope', name: 'bundle' }];

    test('apply to its content in a Work of its own', () => {
      expect(awaited(withWorks(held(orders('v1'), own), content))).toBe('passed');
      expect(awaited(withWorks(held(own, orders('v1')), content))).toBe('passed');
      expect(awaited(withWorks(held(orders('v1')), content))).toContain('no Work holds Deployment/shop/carts');
      expect(awaited(withWorks(held(orders('v0'), own), content))).toContain('holds Deployment/shop/orders with other content');
      expect(awaited(withWorks([work('east', 0, [namespaceShop()])], content))).toContain('1 of the 2 Works');
    });

    test('apply to each of many objects by itself, if the labels of the cluster changed', () => {
      const names = Array.from({ length: 8 }, (_, at) => `orders-${String(at)}`);
      const selectors = names.map((name) => ({ group: 'apps', version: 'v1', kind: 'Deployment', name }));
      const sizes = snapshotOf([rule({ env: 'prod' }, replicas(5)), rule({ env: 'test' }, replicas(1))], selectors);
      const of = (replicaCount: number): readonly KubeObject[] =>
        names.map((name) => named(orders('v1', { replicas: replicaCount }), name));
      const many = [namespaceShop(), envelope(...of(2))];
      expect(awaited(withWorks(held(...of(1)), many, listed), [sizes])).toBe('passed');
      const [shop] = gate({ manifests: [namespaceShop()] }).look([...objectsOf(withWorks(held(...of(1)), many, listed)), sizes]).placements;
      expect(shop?.clusters[0]?.note).toMatch(/its labels changed .* made of Deployment\/shop\/orders-0, .* and 5 more until/);
      expect(awaited(withWorks(held(...of(3)), many, listed), [sizes])).toContain('holds Deployment/shop/orders-0 with other content');
    });

    test('apply to its content on main and to the envelope on v0.3, and both are accepted', () => {
      const inner = snapshotOf([rule(undefined, replicas(5))]);
      expect(awaited(withWorks(held(five, own), content, listed), [inner])).toBe('passed');
      expect(awaited(withWorks(held(orders('v1'), own), content, listed), [inner])).toBe('passed');
      expect(awaited(withWorks(held(orders('v1', { replicas: 4 }), own), content, listed), [inner])).not.toBe('passed');
      const outer = snapshotOf([rule(undefined, { jsonPatchOverrides: [{ op: 'remove', path: '/data/1.yaml' }] })], spec);
      expect(awaited(withWorks(held(orders('v1')), content, listed), [outer])).toBe('passed');
      const deleted = snapshotOf([rule(undefined, { overrideType: 'Delete' })], spec);
      expect(awaited(withWorks([work('east', 0, [namespaceShop()])], content, listed), [deleted])).toBe('passed');
    });

    const without = { jsonPatchOverrides: ['/data/0.yaml', '/data/1.yaml'].map((path) => ({ op: 'remove', path })) };
    const keeps = { jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: {} }] };
    const noWork = [work('east', 0, [namespaceShop()])];
    test.for<readonly [string, readonly Json[], readonly KubeObject[], string | undefined]>([
      ['deletes it for the labels of now', [rule({ env: 'prod' }, { overrideType: 'Delete' })], noWork, undefined],
      [
        'deleted it for other labels',
        [rule({ env: 'test' }, { overrideType: 'Delete' }), rule({ env: 'prod' }, keeps)],
        noWork,
        'ResourceEnvelope/shop/bundle',
      ],
      [
        'deleted it for other labels, and no rule matches now',
        [rule({ env: 'test' }, { overrideType: 'Delete' })],
        noWork,
        'ResourceEnvelope/shop/bundle',
      ],
      ['removes all of it for the labels of now', [rule({ env: 'prod' }, without)], held(), undefined],
      [
        'removed all of it for other labels',
        [rule({ env: 'test' }, without), rule({ env: 'prod' }, keeps)],
        held(),
        'ResourceEnvelope/shop/bundle',
      ],
      [
        'patched it for other labels',
        [rule({ env: 'test' }, { jsonPatchOverrides: [{ op: 'remove', path: '/data/1.yaml' }] }), rule({ env: 'prod' }, keeps)],
        held(orders('v1')),
        'Deployment/shop/orders',
      ],
      [
        'deletes it for other labels, and it is there',
        [rule({ env: 'test' }, { overrideType: 'Delete' })],
        held(orders('v1'), own),
        undefined,
      ],
    ])('that %s: whether the cluster is verified', ([, rules, works, made]) => {
      const state = gate({ manifests: [namespaceShop()] }).look([...objectsOf(withWorks(works, content, listed)), snapshotOf(rules, spec)]);
      const [cluster] = state.placements[0]?.clusters ?? [];
      expect([state.outcome, cluster?.verdict, cluster?.note]).toEqual(
        made === undefined ? ['passed', 'passed', undefined] : ['passed', 'notVerified', forFormerLabels(made)],
      );
    });
  });
});

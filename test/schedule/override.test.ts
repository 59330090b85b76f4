import { describe, expect, it } from 'vitest';

import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { PlannedOverride } from '../../src/report.ts';
import { dependsOn, substitute } from '../../src/schedule/override/cluster-variables.ts';
import { filledIn } from '../../src/schedule/override/filled-in.ts';
import type { PatchOperation } from '../../src/selection/override.ts';
import { applyOperation } from '../../src/schedule/override/json-patch.ts';
import type { Planned } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { memberObject, NOW, placement } from './fleets.ts';

const DEPLOYMENT: Planned = {
  namespace: 'shop',
  object: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'api', namespace: 'shop', labels: { tier: 'web' } },
    spec: {
      template: { metadata: { labels: { tier: 'web' } }, spec: { nodeSelector: {}, containers: [{ name: 'api', image: 'api:1' }] } },
    },
  },
};
const SETTINGS: Planned = {
  namespace: 'shop',
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { mode: 'slow' } },
};
const NAMESPACE: Planned = { object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, namespace: undefined };
const PLACEMENT: Planned = {
  namespace: undefined,
  object: placement(undefined, [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }]),
};
const MEMBERS = [memberObject('e1', { labels: { region: 'east' } }), memberObject('w1', { labels: { region: 'west', zone: 'w-a' } })];
const API = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'api' };
const EVERYWHERE = { clusterSelectorTerms: [] };
const WEST = { clusterSelectorTerms: [{ labelSelector: { matchLabels: { region: 'west' } } }] };

describe('a JSON patch', () => {
  const deployment = filledIn({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'api' });

  it.each<[string, PatchOperation['op'], string, string]>([
    ['a parent', 'replace', '/spec/nope/x', 'replace operation does not apply: doc is missing path: /spec/nope/x: missing value'],
    ['a parent', 'add', '/spec/nope/x', 'add operation does not apply: doc is missing path: "/spec/nope/x": missing value'],
    ['a parent', 'remove', '/spec/nope/x', 'remove operation does not apply: doc is missing path: "/spec/nope/x": missing value'],
    ['a slash', 'add', 'spec', 'add operation does not apply: doc is missing path: "spec": missing value'],
    ['a key', 'replace', '/spec/nope', 'replace operation does not apply: doc is missing key: /spec/nope: missing value'],
    ['a key', 'remove', '/spec/nope', "error in remove for path: '/spec/nope': unable to remove nonexistent key: nope: missing value"],
    [
      'an index',
      'remove',
      '/spec/list/3',
      "error in remove for path: '/spec/list/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    [
      'an index',
      'add',
      '/spec/list/3',
      "error in add for path: '/spec/list/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    ['an index', 'replace', '/spec/list/-', 'replace operation does not apply: doc is missing key: /spec/list/-: missing value'],
    ['an index', 'remove', '/spec/list/x', `error in remove for path: '/spec/list/x': strconv.Atoi: parsing "x": invalid syntax`],
    [
      'an index',
      'add',
      '/spec/list/x',
      `error in add for path: '/spec/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
    ],
  ])('without %s fails with the message of the hub: %s %s', (_, op, path, error) => {
    expect(applyOperation({ spec: { list: ['a', 'b'] } }, { op, path, value: 1 }, deployment)).toEqual({
      kind: 'failed',
      error,
      certain: true,
    });
  });

  it.each<[PatchOperation, unknown]>([
    [
      { op: 'add', path: '/list/0', value: 'z' },
      { list: ['z', 'a', 'b'], 'a/b~': 1 },
    ],
    [
      { op: 'add', path: '/list/-', value: 'z' },
      { list: ['a', 'b', 'z'], 'a/b~': 1 },
    ],
    [
      { op: 'add', path: '/list/-1', value: 'z' },
      { list: ['a', 'b', 'z'], 'a/b~': 1 },
    ],
    [
      { op: 'replace', path: '/list/-1', value: 'z' },
      { list: ['a', 'z'], 'a/b~': 1 },
    ],
    [
      { op: 'remove', path: '/list/1', value: undefined },
      { list: ['a'], 'a/b~': 1 },
    ],
    [
      { op: 'replace', path: '/a~1b~0', value: null },
      { list: ['a', 'b'], 'a/b~': null },
    ],
    [
      { op: 'add', path: '/new', value: { x: 1 } },
      { list: ['a', 'b'], 'a/b~': 1, new: { x: 1 } },
    ],
  ])('is applied: %j', (operation, expected) => {
    const document = { list: ['a', 'b'], 'a/b~': 1 };
    expect(applyOperation(document, operation, () => 'no')).toEqual({ kind: 'patched', open: false });
    expect(document).toEqual(expected);
  });

  it('sets a field with any name, and changes no inherited property', () => {
    const document: unknown = JSON.parse('{"metadata": {"name": "a"}}');
    const add: PatchOperation = { op: 'add', path: '/metadata/__proto__', value: { labels: { a: 'b' } } };
    expect(applyOperation(document, add, () => 'no')).toEqual({ kind: 'patched', open: false });
    expect(JSON.stringify(document)).toBe('{"metadata":{"name":"a","__proto__":{"labels":{"a":"b"}}}}');
    expect(applyOperation(document, { ...add, op: 'replace', value: 1 }, () => 'no')).toEqual({ kind: 'patched', open: false });
    expect(applyOperation(document, { ...add, op: 'remove' }, () => 'no')).toEqual({ kind: 'patched', open: false });
    expect(JSON.stringify(document)).toBe('{"metadata":{"name":"a"}}');
  });

  it('is left open if the API server may have filled in what it needs', () => {
    const outcome = (op: PatchOperation['op'], path: string): unknown =>
      applyOperation({ spec: { empty: {} } }, { op, path, value: 1 }, deployment);
    expect(outcome('replace', '/spec/replicas')).toEqual({ kind: 'patched', open: true });
    expect(outcome('replace', '/spec/strategy/rollingUpdate/maxSurge')).toEqual({ kind: 'patched', open: true });
    expect(outcome('add', '/spec/empty/x')).toEqual({ kind: 'patched', open: true });
    expect(outcome('add', '/spec/strategy/type')).toEqual({ kind: 'patched', open: true });
    expect(outcome('replace', '/spec/strategy/nope')).toMatchObject({ kind: 'failed', certain: true });
    expect(outcome('add', '/metadata/labels/team')).toMatchObject({ kind: 'failed', certain: false });
    expect(outcome('replace', '/metadata/labels/team')).toMatchObject({ kind: 'failed', certain: true });
  });
});

it('labels are found on every Namespace', () => {
  const namespace = filledIn({ apiVersion: 'v1', kind: 'Namespace', name: 'shop' });
  const operation = { op: 'add', path: '/metadata/labels/team', value: 'a' } as const;
  expect(applyOperation({ metadata: { name: 'shop' } }, operation, namespace)).toEqual({ kind: 'patched', open: true });
});

describe('variables of the cluster', () => {
  const cluster = { name: 'e1', labels: { region: 'east' } };

  it('are replaced in the JSON text', () => {
    const value = { '${MEMBER-CLUSTER-NAME}': ['${MEMBER-CLUSTER-NAME}-${MEMBER-CLUSTER-LABEL-KEY-region}', '${OTHER}'] };
    expect(substitute(value, cluster)).toEqual({ kind: 'value', value: { e1: ['e1-east', '${OTHER}'] } });
  });

  it('fail if the label or the bracket is missing', () => {
    expect(substitute('${MEMBER-CLUSTER-LABEL-KEY-zone}', cluster)).toEqual({
      kind: 'failed',
      error: 'label key zone not found on cluster e1',
    });
    expect(substitute('${MEMBER-CLUSTER-LABEL-KEY-zone', cluster)).toEqual({
      kind: 'failed',
      error: 'input "${MEMBER-CLUSTER-LABEL-KEY-zone" is missing the closing bracket `}`',
    });
    expect(substitute('${MEMBER-CLUSTER-NAME} ${MEMBER-CLUSTER-LABEL-KEY-region} ${MEMBER-CLUSTER-LABEL-KEY-zone', cluster)).toEqual({
      kind: 'failed',
      error: 'input "e1 ${MEMBER-CLUSTER-LABEL-KEY-region} ${MEMBER-CLUSTER-LABEL-KEY-zone" is missing the closing bracket `}`',
    });
  });

  it('show which clusters get equal values', () => {
    const other = { name: 'e2', labels: { region: 'east' } };
    expect(dependsOn('${MEMBER-CLUSTER-LABEL-KEY-region}', cluster)).toBe(dependsOn('${MEMBER-CLUSTER-LABEL-KEY-region}', other));
    expect(dependsOn('${MEMBER-CLUSTER-LABEL-KEY-zone}', cluster)).not.toBe(dependsOn('${MEMBER-CLUSTER-LABEL-KEY-zone}', other));
    expect(dependsOn('${MEMBER-CLUSTER-NAME}', cluster)).not.toBe(dependsOn('${MEMBER-CLUSTER-NAME}', other));
  });
});

describe('overrides of a placement', () => {
  it('fail on the clusters whose rule fails, and only there', () => {
    const [override] = overridesOf([DEPLOYMENT], [ro([API], [rule(WEST, patch('remove', '/spec/template/spec/containers/3'))])]);
    expect(override).toMatchObject({
      object: { kind: 'ResourceOverride', namespace: 'shop', name: 'api' },
      clusters: ['w1'],
      resources: [{ kind: 'Deployment', name: 'api' }],
      failures: [{ clusters: ['w1'], error: expect.stringContaining('invalid index: 3') as string }],
    });
  });

  it('name the clusters that lack a label', () => {
    const value = '${MEMBER-CLUSTER-LABEL-KEY-zone}';
    const [override] = overridesOf([DEPLOYMENT], [ro([API], [rule(EVERYWHERE, patch('add', '/spec/zone', value))])]);
    expect(override?.failures).toEqual([
      { resource: expect.objectContaining({ name: 'api' }) as object, clusters: ['e1'], error: 'label key zone not found on cluster e1' },
    ]);
  });

  it('leave objects out', () => {
    const [override] = overridesOf([DEPLOYMENT], [ro([API], [{ clusterSelector: WEST, overrideType: 'Delete' }])]);
    expect(override).toMatchObject({ removed: [{ resource: { name: 'api' }, clusters: ['w1'] }], failures: [] });
  });

  it('apply to everything in a namespace that a ClusterResourceOverride names', () => {
    const cro = overrideManifest(
      'ClusterResourceOverride',
      [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
      [rule(EVERYWHERE, patch('replace', '/spec/replicas', 2))],
    );
    const [planned] = overridesOf([DEPLOYMENT, SETTINGS], [cro]);
    expect(planned?.resources.map(({ kind }) => kind)).toEqual(['Namespace', 'ConfigMap', 'Deployment']);
    expect(planned?.failures.map(({ resource }) => resource.kind)).toEqual(['Namespace', 'ConfigMap']);
  });

  it('apply to the result of earlier ones: cluster-scoped ones first', () => {
    const cro = overrideManifest(
      'ClusterResourceOverride',
      [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
      [rule(EVERYWHERE, patch('add', '/metadata/labels', {}))],
    );
    const later = ro([API], [rule(EVERYWHERE, patch('remove', '/metadata/labels/tier'))]);
    expect(overridesOf([DEPLOYMENT], [later, cro]).flatMap(({ failures }) => failures)).toMatchObject([
      { resource: { name: 'api' }, clusters: ['e1', 'w1'] },
    ]);
  });

  it('need exact names, a matching placement, and a rule with a cluster selector', () => {
    const rules = [rule(EVERYWHERE, patch('remove', '/spec/nope'))];
    expect(overridesOf([DEPLOYMENT], [ro([{ ...API, version: 'v1beta1' }], rules)])).toEqual([]);
    expect(overridesOf([DEPLOYMENT], [ro([API], rules, { name: 'other' })])).toEqual([]);
    expect(overridesOf([DEPLOYMENT], [ro([API], rules, { name: 'web', scope: 'Namespaced' })])).toEqual([]);
    expect(overridesOf([DEPLOYMENT], [ro([API], [{ jsonPatchOverrides: [patch('remove', '/spec/nope')] }])])).toEqual([]);
    expect(overridesOf([DEPLOYMENT], [ro([API], rules, { name: 'web' })])).toHaveLength(1);
  });

  it('of scope Namespaced apply to a ResourcePlacement, but not through update runs', () => {
    const object = placement(undefined, [API], 'ResourcePlacement');
    const rules = [rule(EVERYWHERE, patch('remove', '/spec/nope'))];
    const own = ro([API], rules, { name: 'web', scope: 'Namespaced' });
    const external = { ...object, spec: { ...(object['spec'] as object), strategy: { type: 'External' } } };
    expect(overridesOf([DEPLOYMENT], [own], { object, namespace: 'shop' })).toHaveLength(1);
    expect(overridesOf([DEPLOYMENT], [own], { object: external, namespace: 'shop' })).toEqual([]);
  });

  it('patch an envelope in v0.3, its content in main, and are unknown for Azure', () => {
    const envelope: Planned = {
      namespace: 'shop',
      object: {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ResourceEnvelope',
        metadata: { name: 'box', namespace: 'shop' },
        data: { 'api.yaml': DEPLOYMENT.object },
      },
    };
    const inside = ro([API], [rule(EVERYWHERE, patch('remove', '/spec/nope'))]);
    const itself = ro(
      [{ group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ResourceEnvelope', name: 'box' }],
      [rule(EVERYWHERE, patch('remove', '/data/nope'))],
    );
    const both = [inside, { ...itself, object: { ...itself.object, metadata: { name: 'itself', namespace: 'shop' } } }];
    const failing = (target: HubProfile): readonly string[] =>
      overridesOf([envelope], both, PLACEMENT, target).flatMap(({ failures }) => failures.map(({ resource }) => resource.kind));
    expect([failing('v0.3'), failing('main'), failing('aks')]).toEqual([['ResourceEnvelope'], ['Deployment'], []]);
    const unsure = (target: HubProfile): number | undefined =>
      planPlacements({ objects: [NAMESPACE, envelope, ...both, PLACEMENT], members: MEMBERS, now: NOW, target }).placements[0]?.notVerified
        ?.length;
    expect([unsure('v0.3'), unsure('main'), unsure('aks')]).toEqual([undefined, undefined, 2]);
  });

  it('report nothing about values that are not expanded yet', () => {
    const broken = ro([API], [rule(EVERYWHERE, patch('remove', '/spec/nope'))]);
    expect(overridesOf([{ ...DEPLOYMENT, unresolved: [''] }], [broken]).flatMap(({ failures }) => failures)).toEqual([]);
    expect(overridesOf([DEPLOYMENT], [{ ...broken, unresolved: ['/spec/placement/name'] }])).toEqual([]);
  });

  it.each<readonly [string, Planned, PatchOperation, string]>([
    [
      'the labels',
      SETTINGS,
      patch('add', '/metadata/labels/a', 'b'),
      'another tool adds labels or annotations before the hub gets the object',
    ],
    [
      'an annotation',
      SETTINGS,
      patch('remove', '/metadata/annotations/x.example~1y'),
      'another tool adds labels or annotations before the hub gets the object',
    ],
    [
      'a value of a template',
      { ...DEPLOYMENT, unresolved: [''] },
      patch('remove', '/spec/nope'),
      'the tool that completes the object before the hub gets it adds this',
    ],
  ])('may fail if the manifest lacks %s', (_what, { namespace, object, ...more }, operation, unless) => {
    const selector = { group: object.apiVersion === 'v1' ? '' : 'apps', version: 'v1', kind: object.kind, name: object.metadata.name };
    const [override] = overridesOf([{ namespace, object, ...more }], [ro([selector], [rule(WEST, operation)])]);
    const error = expect.stringContaining('missing') as string;
    expect(override).toMatchObject({ failures: [], mayFail: [{ resource: { kind: object.kind }, clusters: ['w1'], error, unless }] });
  });

  it('may fail if the manifest lacks a field of a kind whose defaults are not known', () => {
    const presence = filledIn({ apiVersion: 'example.org/v1', kind: 'Tool', name: 'a' });
    const unless = 'add operation does not apply: doc is missing path: "/spec/limits/cpu": missing value';
    expect(applyOperation({ spec: { size: 1 } }, patch('add', '/spec/limits/cpu', 1), presence)).toEqual({
      kind: 'patched',
      open: true,
      unless,
    });
    expect(applyOperation({ spec: { size: 1 } }, patch('replace', '/spec/limits', 1), presence)).toMatchObject({
      kind: 'patched',
      unless: expect.stringContaining('/spec/limits') as string,
    });
    expect(applyOperation({ spec: { size: 1 } }, patch('replace', '/spec/size', 1), presence)).toEqual({ kind: 'patched', open: false });
  });

  it('accept rules of the wrong shape', () => {
    for (const rules of [
      null,
      3,
      [null, 7, { clusterSelector: EVERYWHERE, jsonPatchOverrides: [null, { op: 'move', path: '/a' }, { op: 'add' }] }],
    ])
      expect(overridesOf([DEPLOYMENT], [ro([API], rules as object[])]).flatMap(({ failures }) => failures)).toEqual([]);
  });
});

function overridesOf(
  content: readonly Planned[],
  overrides: readonly Planned[],
  of: Planned = PLACEMENT,
  target: HubProfile = 'v0.3',
): readonly PlannedOverride[] {
  const { placements } = planPlacements({ objects: [NAMESPACE, ...content, ...overrides, of], members: MEMBERS, now: NOW, target });
  return placements[0]?.overrides ?? [];
}

function ro(selectors: readonly object[], rules: readonly object[], of?: object): Planned {
  return overrideManifest('ResourceOverride', selectors, rules, of);
}

function overrideManifest(kind: string, selectors: readonly object[], overrideRules: readonly object[], of?: object): Planned {
  const namespace = kind === 'ResourceOverride' ? 'shop' : undefined;
  return {
    namespace,
    object: {
      apiVersion: 'placement.kubernetes-fleet.io/v1',
      kind,
      metadata: { name: 'api', ...(namespace === undefined ? {} : { namespace }) },
      spec: {
        [kind === 'ResourceOverride' ? 'resourceSelectors' : 'clusterResourceSelectors']: selectors,
        policy: { overrideRules },
        ...(of === undefined ? {} : { placement: of }),
      },
    },
  };
}

function rule(clusterSelector: object, ...jsonPatchOverrides: readonly object[]): object {
  return { clusterSelector, jsonPatchOverrides };
}

function patch(op: PatchOperation['op'], path: string, value?: unknown): PatchOperation {
  return { op, path, value };
}

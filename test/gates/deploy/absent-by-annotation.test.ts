import { describe, expect, test } from 'vitest';

import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const CONTENT = [namespaceShop(), orders('v1')];
const HUB = objectsOf(greenFleet(['east'], CONTENT));

function annotated(kind: string, annotations: Readonly<Record<string, string>>): KubeObject {
  const apiVersion = kind === 'Job' ? 'batch/v1' : 'v1';
  return { apiVersion, kind, metadata: { name: 'check', namespace: 'shop', annotations } };
}

function seen(
  object: KubeObject,
  onHub: readonly KubeObject[] = [],
  hidden: Readonly<Record<string, Visibility>> = {},
): readonly [string, readonly string[]] {
  const state = gate({ targets: ['crp/shop'], manifests: [...CONTENT, object], hidden }).once([...HUB, ...onHub]);
  return [state.outcome, state.unjudged.map(({ object: { kind, name }, annotation }) => `${kind} ${name}: ${annotation ?? ''}`)];
}

describe('an object of the deploy that the hub does not have', () => {
  test.each(['test', 'test-success', 'test-failure', 'test, test-failure'])('is left out as a test of helm (%s)', (event) => {
    expect(seen(annotated('Pod', { 'helm.sh/hook': event }))).toEqual(['passed', []]);
    expect(seen(annotated('Job', { 'helm.sh/hook': event }))).toEqual(['passed', []]);
  });

  test.each([
    ['Job', { 'helm.sh/hook': 'pre-install,pre-upgrade' }, 'helm.sh/hook'],
    ['Pod', { 'helm.sh/hook': 'post-install' }, 'helm.sh/hook'],
    ['ConfigMap', { 'helm.sh/hook': 'test,post-upgrade' }, 'helm.sh/hook'],
    ['Job', { 'argocd.argoproj.io/hook': 'PreSync' }, 'argocd.argoproj.io/hook'],
    ['ConfigMap', { 'config.kubernetes.io/local-config': 'true' }, 'config.kubernetes.io/local-config'],
  ])('is named as not judged: %s with %j', (kind, annotations, key) => {
    expect(seen(annotated(kind, annotations))).toEqual(['passed', [`${kind} check: ${key}`]]);
  });

  test.each([
    ['Pod', {}],
    ['ConfigMap', { 'config.kubernetes.io/local-config': 'false' }],
    ['ConfigMap', { 'helm.sh/hook-weight': '1' }],
    ['ConfigMap', { 'helm.sh/resource-policy': 'keep' }],
  ])('is missed without such an annotation: %s with %j', (kind, annotations) => {
    const [outcome, unjudged] = seen(annotated(kind, annotations));
    expect(outcome).not.toBe('passed');
    expect(unjudged).toEqual([]);
  });

  test('is missed if it is one of KubeFleet', () => {
    const metadata = { name: 'site', annotations: { 'helm.sh/hook': 'post-install' } };
    const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
    const overrideRules = [{ clusterSelector: {}, jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/a', value: 'b' }] }];
    const own = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourceOverride', metadata };
    const [outcome, unjudged] = seen({ ...own, spec: { clusterResourceSelectors: resourceSelectors, policy: { overrideRules } } });
    expect(outcome).not.toBe('passed');
    expect(unjudged).toEqual([]);
  });
});

test('a hook that the hub has is content as before', () => {
  const hook = annotated('ConfigMap', { 'helm.sh/hook': 'pre-install' });
  const [outcome, unjudged] = seen(hook, [hook]);
  expect(outcome).not.toBe('passed');
  expect(unjudged).toEqual([]);
});

describe('a hook of a kind that cannot be read', () => {
  const denied = { kind: 'denied', message: 'forbidden' } as const;
  const hook = annotated('ConfigMap', { 'helm.sh/hook': 'pre-install' });

  test.each(['denied', 'unread'] as const)('is named as not judged if no snapshot holds it (%s)', (why) => {
    const hidden: Visibility = why === 'denied' ? denied : { kind: why };
    expect(seen(hook, [], { ConfigMap: hidden })).toEqual(['passed', ['ConfigMap check: helm.sh/hook']]);
    const [placement] = gate({ manifests: [...CONTENT, hook], hidden: { ConfigMap: hidden } }).once(HUB).placements;
    expect(placement?.freshness).toBe('assumed');
    expect(placement?.summary).toContain('whether the hub has ConfigMap/shop/check is not known');
  });

  test('is content if a snapshot holds it', () => {
    const withHook = objectsOf(greenFleet(['east'], [...CONTENT, hook]));
    const state = gate({ manifests: [...CONTENT, hook], hidden: { ConfigMap: denied } }).once(withHook);
    expect(state.unjudged).toEqual([]);
  });

  test('is content if snapshots cannot be read', () => {
    const [outcome, unjudged] = seen(hook, [], { ConfigMap: denied, ClusterResourceSnapshot: denied });
    expect(outcome).not.toBe('passed');
    expect(unjudged).toEqual([]);
  });

  test('that no snapshot can hold is left out', () => {
    expect(seen(annotated('Pod', { 'helm.sh/hook': 'test' }), [], { Pod: denied })).toEqual(['passed', []]);
  });
});

import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const MISSING =
  'Failed to apply the override rules on the resources: add operation does not apply: doc is missing path: "/metadata/labels/x": missing value';
const ADD_LABEL = { op: 'add', path: '/metadata/labels/x', value: 'y' };
const ON_NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const ON_ORDERS = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' };

/** A snapshot of an override of that name, for clusters with these labels. */
function override(name: string, kind: 'Cluster' | '', selector: object, operation: object, labels: object = { env: 'prod' }): KubeObject {
  const rule = { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: labels } }] }, jsonPatchOverrides: [operation] };
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: `${kind}ResourceOverrideSnapshot`,
    metadata: {
      name: `${name}-0`,
      ...(kind === '' ? { namespace: 'shop' } : {}),
      labels: { 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
    },
    spec: {
      overrideSpec: {
        [kind === '' ? 'resourceSelectors' : 'clusterResourceSelectors']: [selector],
        policy: { overrideRules: [rule] },
      },
    },
  };
}

function told(
  overrides: readonly KubeObject[],
  {
    message = MISSING,
    content = [namespaceShop(), orders('v1')],
  }: { readonly message?: string; readonly content?: readonly KubeObject[] } = {},
): ReturnType<typeof diagnosesIn>[number] | undefined {
  const fleet = greenFleet(['west'], content);
  const bound = bindingAt('west', 0, no('Overridden', 'OverriddenFailed', 3, message));
  const names = (isCluster: boolean): readonly KubeObject[] =>
    overrides.filter(({ metadata }) => (metadata.namespace === undefined) === isCluster);
  const lists = {
    clusterResourceOverrideSnapshots: names(true).map(({ metadata }) => metadata.name),
    resourceOverrideSnapshots: names(false).map(({ metadata: { name, namespace } }) => ({ name, namespace })),
  };
  const binding = { ...bound, spec: { ...(bound['spec'] as object), ...lists } };
  const hub = [...objectsOf({ ...placementAt(fleet, 'Overridden', 'OverriddenFailed'), bindings: [binding], works: [] }), ...overrides];
  return diagnosesIn(gate().look(hub)).find(({ id }) => id === 'override-failed');
}

describe('an override that fails', () => {
  test('is reported with the object on which it fails', () => {
    const good = override('good', '', ON_ORDERS, { op: 'replace', path: '/spec/replicas', value: 3 });
    const found = told([good, override('bad', '', ON_ORDERS, ADD_LABEL)]);
    expect(found?.title).toBe('ResourceOverride/shop/bad cannot be applied');
    expect(found?.evidence).toContain('ResourceOverride/shop/bad fails on Deployment/shop/orders');
    expect(found?.remedy.join(' ')).not.toContain('selects Namespace');
  });

  test('is reported with its whole effect if it fails on an object in a Namespace that it selects', () => {
    const found = told([override('team', 'Cluster', ON_NAMESPACE, ADD_LABEL)]);
    expect(found?.evidence).toContain('ClusterResourceOverride/team fails on Deployment/shop/orders');
    expect(found?.remedy.join(' ')).toContain(
      'It selects Namespace shop, so it also patches everything in that namespace, Deployment/shop/orders too',
    );
  });

  test('is reported without a wider effect if it fails on the Namespace itself', () => {
    const found = told([override('team', 'Cluster', ON_NAMESPACE, { op: 'remove', path: '/metadata/annotations/x' })]);
    expect(found?.evidence).toContain('ClusterResourceOverride/team fails on Namespace/shop');
    expect(found?.remedy.join(' ')).not.toContain('selects Namespace');
  });

  test('is any of the overrides of the cluster if none fails with the current labels', () => {
    const found = told(['one', 'two'].map((name) => override(name, '', ON_ORDERS, ADD_LABEL, { env: 'dev' })));
    expect(found?.title).toBe('One of these overrides cannot be applied: ResourceOverride/shop/one, ResourceOverride/shop/two');
    expect(found?.evidence.join(' ')).not.toContain('fails on');
  });

  const ENVELOPE: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'bundle', namespace: 'shop' },
    data: { 'orders.yaml': orders('v1') },
  };
  /** As main writes it of what an envelope holds. */
  const CUT =
    'Failed to apply the override rules on the resources: ace "shop": add operation does not apply: doc is missing path: "/metadata/labels/x": missing value';
  const good = override('good', '', ON_ORDERS, { op: 'replace', path: '/spec/replicas', value: 3 });
  const bad = override('bad', '', ON_ORDERS, ADD_LABEL);

  test('is reported if the message is cut, as it is for the content of an envelope', () => {
    const found = told([good, bad], { message: CUT, content: [namespaceShop(), ENVELOPE] });
    expect(found?.title).toBe('ResourceOverride/shop/bad cannot be applied');
    expect(found?.evidence).toContain('ResourceOverride/shop/bad fails on Deployment/shop/orders');
  });

  test('is the one whose error is in the message, not the first that fails', () => {
    const label = override('label', '', ON_ORDERS, { op: 'remove', path: '/metadata/annotations/x' });
    const content = [ENVELOPE, { ...orders('v1'), kind: 'StatefulSet' }];
    const onOther = override('other', '', { ...ON_ORDERS, kind: 'StatefulSet' }, ADD_LABEL);
    expect(told([label, onOther], { content })?.title).toBe('ResourceOverride/shop/other cannot be applied');
  });

  test('is not certain if an object in an envelope fails like one outside it', () => {
    const content = [ENVELOPE, { ...orders('v1'), kind: 'StatefulSet' }];
    const onOther = override('other', '', { ...ON_ORDERS, kind: 'StatefulSet' }, ADD_LABEL);
    expect(told([bad, onOther], { content })?.title).toMatch(/^One of these overrides/);
  });

  test('is found on a recorded hub', () => {
    const { objects, asked } = hubFixture('override-failed');
    const found = diagnosesIn(gate(asked).once(objects)).find(({ id }) => id === 'override-failed');
    expect(found?.evidence.join(' ')).toMatch(/Override\S+ fails on Deployment\/shop\/api/);
  });
});

describe('an object that a member refuses', () => {
  const ANSWER = 'Failed to apply the manifest (error: failed to apply the manifest: error returned by the API server: ';
  const SAID = {
    'apply-rejected-invalid': 'Deployment.apps "orders" is invalid: spec.replicas: Invalid value: -1: must be non-negative',
    'apply-immutable-field': 'Deployment.apps "orders" is invalid: spec.selector: Invalid value: {}: field is immutable',
    'apply-denied-by-policy': 'admission webhook "guard" denied the request: no',
  };
  const REPLICAS = { op: 'replace', path: '/spec/replicas', value: -1 };

  /** The first step and all evidence if the Deployment is refused on west. */
  function refusedWith(id: keyof typeof SAID, overrides: readonly KubeObject[]): readonly [step: string, evidence: string] {
    const content = [namespaceShop(), orders('v1')] as const;
    const fleet = greenFleet(['west'], content);
    const refused = no('Applied', 'ManifestApplyFailed', 1, `${ANSWER}${SAID[id]})`);
    const bound = bindingAt('west', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3));
    const names = overrides.map(({ metadata: { name, namespace } }) => ({ name, namespace }));
    const binding = { ...bound, spec: { ...(bound['spec'] as object), resourceOverrideSnapshots: names } };
    const works = [badWork('west', 0, content, content[1], refused)];
    const hub = objectsOf({ ...placementAt(fleet, 'Applied', 'ApplyFailed'), bindings: [binding], works });
    const found = diagnosesIn(gate().look([...hub, ...overrides])).find((each) => each.id === id);
    return [found?.remedy[0] ?? '', found?.evidence.join(' ') ?? ''];
  }

  test.each(['apply-rejected-invalid', 'apply-immutable-field', 'apply-denied-by-policy'] as const)(
    '%s: the override that changes it there is named first',
    (id) => {
      const [step, evidence] = refusedWith(id, [override('size', '', ON_ORDERS, REPLICAS)]);
      expect(step).toMatch(
        /^Check whether it comes from ResourceOverride\/shop\/size, .* get resourceoverride\S+size -n shop -o custom-columns="NAME:.metadata.name,PATHS:..path"`/,
      );
      expect(evidence).toContain('ResourceOverride/shop/size changes it on west');
    },
  );

  test('is reported alone if no override changes it there', () => {
    const others = [
      override('elsewhere', '', ON_ORDERS, REPLICAS, { env: 'dev' }),
      override('another', '', { ...ON_ORDERS, name: 'other' }, REPLICAS),
    ];
    const [step, evidence] = refusedWith('apply-rejected-invalid', others);
    expect(step).toMatch(/^Correct the field/);
    expect(evidence).not.toContain('changes it');
    expect(refusedWith('apply-denied-by-policy', [])[0]).toMatch(/^Change Deployment/);
  });
});

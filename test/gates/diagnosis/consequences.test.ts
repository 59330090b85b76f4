import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { binding, clusterConditions, greenFleet, namespaceShop, no, orders, work } from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const ANSWER = 'Failed to apply the manifest (error: failed to apply the manifest: error returned by the API server: ';
const DENIED = `${ANSWER}admission webhook "guard" denied the request: no)`;
const NO_NAMESPACE = `${ANSWER}namespaces "shop" not found)`;
const NO_KIND =
  'Failed to apply the manifest (error: failed to decode manifest: failed to find GVR: no matches for kind "Widget" in version "demo.example/v1")';

const DEFINITION: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.demo.example' },
  spec: { group: 'demo.example', names: { kind: 'Widget', plural: 'widgets' } },
};
const WIDGET: KubeObject = { apiVersion: 'demo.example/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'shop' } };
const SHOP = [namespaceShop(), orders('v1')];

/** The fleet, whose placement selects the object as well. */
function selecting({ kind, metadata: { name } }: KubeObject, fleet: Fleet): Fleet {
  const spec = fleet.placement['spec'] as { readonly resourceSelectors: readonly object[] };
  const more = { group: 'apiextensions.k8s.io', version: 'v1', kind, name };
  return { ...fleet, placement: { ...fleet.placement, spec: { ...spec, resourceSelectors: [...spec.resourceSelectors, more] } } };
}

/** A fleet on whose cluster west these objects are refused with these answers, in order of the content; the others are applied. */
function refused(content: readonly KubeObject[], answers: Readonly<Record<string, readonly [reason: string, answer: string]>>): Fleet {
  const fleet = selecting(DEFINITION, greenFleet(['east', 'west'], content));
  const good = work('west', 0, content);
  const status = good['status'] as { readonly manifestConditions: readonly { readonly identifier: { readonly kind: string } }[] };
  const manifestConditions = status.manifestConditions.map((entry) => {
    const answer = answers[entry.identifier.kind];
    return answer === undefined ? entry : { ...entry, conditions: [no('Applied', answer[0], 1, answer[1])] };
  });
  const bad = { ...good, status: { conditions: [no('Applied', 'SomeManifestsAreNotApplied', 1)], manifestConditions } };
  const stopped = [
    ...clusterConditions(3).slice(1, 4),
    no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'Work object shop-work has failed to apply'),
  ];
  return { ...fleet, bindings: [binding('east', 0), binding('west', 0, stopped)], works: [work('east', 0, content), bad] };
}

function told(content: readonly KubeObject[], answers: Parameters<typeof refused>[1]): readonly string[] {
  const fleet = refused(content, answers);
  const { look, later } = gate({ manifests: content });
  const state = later(fleet, look(fleet), 6 * 60_000);
  return diagnosesIn(state).flatMap(({ id, cluster, outcome }) => (outcome === 'info' ? [] : [`${id} ${cluster ?? ''}`]));
}

test('an object that fails because its namespace was refused is a consequence, and does not decide the verdict', () => {
  const fleet = refused(SHOP, { Namespace: ['ManifestApplyFailed', DENIED], Deployment: ['ManifestApplyFailed', NO_NAMESPACE] });
  const { look, later } = gate({ manifests: SHOP });
  const [cause, ...others] = diagnosesIn(later(fleet, look(fleet), 6 * 60_000));
  expect(cause).toMatchObject({ id: 'apply-denied-by-policy', cluster: 'west', object: { kind: 'Namespace', name: 'shop' } });
  expect(others).toMatchObject([
    {
      id: 'apply-namespace-missing',
      outcome: 'info',
      object: { kind: 'Deployment', name: 'orders' },
      evidence: expect.arrayContaining(['this follows from the refusal of Namespace/shop']),
    },
  ]);
});

test('an object that fails because its definition was refused is a consequence', () => {
  const content = [namespaceShop(), DEFINITION, WIDGET];
  const answers = { CustomResourceDefinition: ['ManifestApplyFailed', DENIED], Widget: ['DecodingErred', NO_KIND] } as const;
  expect(told(content, answers)).toEqual(['apply-denied-by-policy west']);
});

test('an object that fails for its own reason is a cause, and so is one that lacks an object which was not refused', () => {
  const own = { Namespace: ['ManifestApplyFailed', DENIED], Deployment: ['ManifestApplyFailed', DENIED] } as const;
  expect(told(SHOP, own)).toEqual(['apply-denied-by-policy west', 'apply-denied-by-policy west']);
  expect(told(SHOP, { Deployment: ['ManifestApplyFailed', NO_NAMESPACE] })).toEqual(['apply-namespace-missing west']);
  expect(told([namespaceShop(), DEFINITION, WIDGET], { Widget: ['DecodingErred', NO_KIND] })).toEqual(['apply-kind-missing west']);
});

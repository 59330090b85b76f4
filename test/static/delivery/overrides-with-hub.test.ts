import { expect, test } from 'vitest';
import type { HubListing } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { TODAY } from '../../support/trees/lint-texts.ts';

const GROUP = 'placement.kubernetes-fleet.io/v1beta1';
const MANIFESTS = `apiVersion: ${GROUP}
kind: ClusterResourcePlacementDisruptionBudget
metadata: {name: storefront}
spec: {minAvailable: 1}
---
apiVersion: ${GROUP}
kind: ResourceOverride
metadata: {name: cart, namespace: shop}
spec:
  placement: {name: storefront}
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: cart}
  policy: {overrideRules: []}
---
apiVersion: ${GROUP}
kind: ClusterResourcePlacement
metadata: {name: ledger}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: ledger}
---
apiVersion: ${GROUP}
kind: ClusterResourceEnvelope
metadata: {name: roles}
data: {}
`;

test('an object that neither the manifests nor the hub have is missing', () => {
  expect(told(hubWith([]))).toEqual([
    ['budget-placement-missing', 'misbehaves'],
    ['override-placement-missing', 'misbehaves'],
    ['override-selects-nothing', 'misbehaves'],
    ['envelope-not-placed', 'misbehaves'],
  ]);
});

test('an object of the hub exists, and a placement that only the hub has may select an envelope', () => {
  const deployment = { ...objectOf('Deployment', 'cart', 'shop'), apiVersion: 'apps/v1' };
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
  const storefront = { ...objectOf('ClusterResourcePlacement', 'storefront'), spec: { resourceSelectors } };
  expect(told(hubWith([storefront, deployment]))).toEqual([['envelope-not-placed', 'advice']]);
});

test('an object of a kind that the hub does not show is reported only as advice', () => {
  expect(told({ objects: [], apis: undefined, visibility: () => ({ kind: 'denied', message: 'forbidden' }) })).toEqual([
    ['envelope-not-placed', 'advice'],
  ]);
});

test('a budget for a placement that only the hub has is not a typo of one of the manifests', () => {
  const budget = `apiVersion: ${GROUP}
kind: ClusterResourcePlacementDisruptionBudget
metadata: {name: ledgers}
spec: {minAvailable: 1}
---
`;
  const rules = (hub: HubListing): readonly string[] =>
    told(hub, `${budget}${MANIFESTS}`).flatMap(([rule]) => (rule.startsWith('budget') ? [rule] : []));
  expect(rules(hubWith([objectOf('ClusterResourcePlacement', 'ledgers'), objectOf('ClusterResourcePlacement', 'storefront')]))).toEqual([]);
  expect(rules(hubWith([objectOf('ClusterResourcePlacement', 'storefront')]))).toEqual(['budget-placement-missing']);
});

function told(hub: HubListing, text = MANIFESTS): readonly (readonly [string, string])[] {
  const sources = parseManifests(text, 'shop.yaml');
  const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests, hub });
  const ids = new Set(['budget-placement-missing', 'override-placement-missing', 'override-selects-nothing', 'envelope-not-placed']);
  const rules = RULES.filter(({ id }) => ids.has(id));
  return lint(world, sources, { rules, today: TODAY }).findings.map(({ rule, effect }) => [rule, effect] as const);
}

function hubWith(objects: readonly KubeObject[]): HubListing {
  return { objects, apis: undefined, visibility: () => ({ kind: 'seen' }) };
}

function objectOf(kind: string, name: string, namespace?: string): KubeObject {
  return { apiVersion: GROUP, kind, metadata: namespace === undefined ? { name } : { name, namespace } };
}

test('a cluster that only the manifests describe may have more labels than they show', () => {
  const override = `apiVersion: ${GROUP}
kind: ResourceOverride
metadata: {name: cart, namespace: shop}
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: cart}
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {fleet.azure.com/location: eastus}}}]}
        overrideType: Delete
`;
  const sources = parseManifests(override, 'cart.yaml');
  const members = [{ apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', metadata: { name: 'east' } }];
  const rules = RULES.filter(({ id }) => id === 'override-matches-no-cluster');
  const findings = (assumed: readonly string[]): number => {
    const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests, members, assumed });
    return lint(world, sources, { rules, today: TODAY }).findings.length;
  };
  expect([findings([]), findings(['east'])]).toEqual([1, 0]);
});

test('a label of which clusters without a status have another value is reported', () => {
  const override = (label: string): string => `apiVersion: ${GROUP}
kind: ClusterResourceOverride
metadata: {name: cart}
spec:
  clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {${label}}}}]}
        jsonPatchOverrides: [{op: add, path: /metadata/annotations/a, value: b}]
`;
  const rules = RULES.filter(({ id }) => id === 'override-matches-no-cluster');
  const member = (name: string, env: string): KubeObject => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: { name, labels: { env } },
  });
  const severities = (label: string): readonly string[] => {
    const sources = parseManifests(override(label), 'cart.yaml');
    const members = [member('east', 'prod'), member('west', 'test')];
    const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests, members, assumed: ['east', 'west'] });
    return lint(world, sources, { rules, today: TODAY }).findings.map(({ severity }) => severity);
  };
  expect(['env: prd', 'env: staging', 'env: prod', 'tier: gold', 'env: prd, tier: gold'].map(severities)).toEqual([
    ['warning'],
    ['notice'],
    [],
    [],
    [],
  ]);
});

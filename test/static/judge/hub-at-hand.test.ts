import { expect, test } from 'vitest';
import type { HubListing } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { TODAY } from '../../support/trees/lint-texts.ts';

const RUN = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: {name: storefront-v2}
spec: {placementName: storefront, stagedRolloutStrategyName: careful, state: Run}
`;

test('a run that names objects which neither the manifests nor the hub have fails for certain', () => {
  expect(told({ objects: [], apis: undefined, visibility: () => ({ kind: 'seen' }) })).toEqual([
    ['fails', 'There is no ClusterResourcePlacement storefront in these manifests or on the hub.'],
    ['fails', 'There is no ClusterStagedUpdateStrategy careful in these manifests or on the hub.'],
  ]);
});

test('an object that the hub has exists', () => {
  const objects = [objectOf('ClusterResourcePlacement', 'storefront'), objectOf('ClusterStagedUpdateStrategy', 'careful')];
  expect(told({ objects, apis: undefined, visibility: () => ({ kind: 'seen' }) })).toEqual([]);
});

test('an object of a kind that the hub does not show may exist', () => {
  expect(told({ objects: [], apis: undefined, visibility: () => ({ kind: 'denied', message: 'forbidden' }) })).toEqual([]);
});

function told(hub: HubListing): readonly (readonly [string, string])[] {
  const sources = parseManifests(RUN, 'run.yaml');
  const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests, hub });
  const rules = RULES.filter(({ id }) => id === 'run-reference-missing');
  return lint(world, sources, { rules, today: TODAY }).findings.map(({ effect, message }) => [effect, message] as const);
}

function objectOf(kind: string, name: string): KubeObject {
  return { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind, metadata: { name } };
}

const NIGHTLY = `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: office}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: office}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: office}]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: {name: nightly, namespace: office}
spec:
  resourceSelectors: [{group: batch, version: v1, kind: CronJob, name: nightly}]
`;

test('if the hub may have more of a namespace, its complete content is not derived from the manifests', () => {
  const sources = parseManifests(NIGHTLY, 'office.yaml');
  const placementsTold = (hub: { readonly hub?: HubListing }): readonly string[] => {
    const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests, ...hub });
    const rules = RULES.filter(({ id }) => id === 'nothing-tracked');
    return lint(world, sources, { rules, today: TODAY }).findings.map(({ object }) => object?.kind ?? '');
  };
  expect(placementsTold({})).toEqual(['ClusterResourcePlacement', 'ResourcePlacement']);
  expect(placementsTold({ hub: { objects: [], apis: undefined, visibility: () => ({ kind: 'seen' }) } })).toEqual(['ResourcePlacement']);
});

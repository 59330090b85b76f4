/**
 * The gate and `owns` read what the hub has recorded: snapshots that bindings name, and Works. They do not predict from overrides of
 * today.
 */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { askedObject } from '../../../src/gates/owners/asked-object.ts';
import { ownersOf } from '../../../src/gates/owners/owners-of.ts';
import { expectedContent } from '../../../src/gates/rollout/expected-content.ts';
import { overrideIn, overridesInForce } from '../../../src/gates/rollout/overrides-in-force.ts';
import { toBinding } from '../../../src/gates/view/binding.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { binding, CONFIG, fleet } from '../../support/fleets/owned-fleet.ts';

const PLACEMENT_API = 'placement.kubernetes-fleet.io/v1beta1';
const NOW = new Date('2026-01-01T12:00:00Z');
const EVERYWHERE = { clusterSelector: { clusterSelectorTerms: [] } };

/** An override that writes a level into the ConfigMap, or deletes it. */
function specOf(level: string | undefined): object {
  const rule =
    level === undefined
      ? { ...EVERYWHERE, overrideType: 'Delete' }
      : { ...EVERYWHERE, jsonPatchOverrides: [{ op: 'add', path: '/data', value: { level } }] };
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }];
  return { resourceSelectors, policy: { overrideRules: [rule] } };
}

function live(level: string | undefined): KubeObject {
  return { apiVersion: PLACEMENT_API, kind: 'ResourceOverride', metadata: { name: 'level', namespace: 'shop' }, spec: specOf(level) };
}

function snapshotOf(index: number, level: string): KubeObject {
  return {
    apiVersion: PLACEMENT_API,
    kind: 'ResourceOverrideSnapshot',
    metadata: { name: `level-${index}`, namespace: 'shop' },
    spec: { overrideSpec: specOf(level), overrideHash: 'eA==' },
  };
}

test('the gate expects the result of the override snapshot of the binding, not of the current override', () => {
  const bound = binding('shop', 'm1');
  const named = {
    ...bound,
    spec: { targetCluster: 'm1', state: 'Bound', resourceOverrideSnapshots: [{ namespace: 'shop', name: 'level-0' }] },
  };
  const hub = memoryHub([...fleet(), named, live('debug'), snapshotOf(0, 'info'), snapshotOf(1, 'debug')], NOW);
  const inForce = (overridesInForce(hub, toBinding(named)) ?? []).flatMap((snapshot) => overrideIn(snapshot) ?? []);
  const [expected] = expectedContent([CONFIG], inForce, { name: 'm1', labels: {} });
  expect(expected?.alternatives[0]?.map(({ forms }) => forms[0]?.['data'])).toEqual([{ level: 'info' }]);
});

test('owns names the Work that has the object, even if a current override deletes it', () => {
  const report = ownersOf(memoryHub([...fleet(), live(undefined)], NOW), askedObject('cm/shop/settings'), []);
  expect([report.answer, report.places.map(({ cluster }) => cluster)]).toEqual(['found', ['m1']]);
});

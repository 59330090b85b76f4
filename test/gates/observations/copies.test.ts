import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, placementAt, resourceSnapshot } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const RULES: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'rules', namespace: 'shop' }, data: { limit: '10' } };

function envelope(name: string, data: Readonly<Record<string, KubeObject>>): KubeObject {
  const metadata = { name, namespace: 'shop' };
  return { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ResourceEnvelope', metadata, data };
}

/** East refuses the ConfigMap, of which it has got two copies. */
function duplicate(content: readonly KubeObject[]): Diagnosis | undefined {
  const all = [namespaceShop(), ...content];
  const fleet = placementAt(greenFleet(['east'], all), 'Applied', 'ApplyFailed');
  const refusal = no('Applied', 'Duplicated', 1, 'Failed to apply the manifest (error: a duplicate manifest has been found)');
  const objects = objectsOf({
    ...fleet,
    snapshots: [resourceSnapshot(0, all, true)],
    bindings: [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))],
    works: [badWork('east', 0, [namespaceShop(), RULES], RULES, refusal)],
  });
  return gate({})
    .once(objects)
    .placements[0]?.diagnoses.find(({ id }) => id === 'apply-duplicate-manifest');
}

describe('an object that a placement sends twice', () => {
  test.each([
    [
      'both are in one envelope',
      [envelope('bundle', { 'a.yaml': RULES, 'b.yaml': RULES })],
      ['ResourceEnvelope/shop/bundle', 'a.yaml, b.yaml'],
    ],
    [
      'they are in two envelopes',
      [envelope('one', { 'a.yaml': RULES }), envelope('two', { 'b.yaml': RULES })],
      ['ResourceEnvelope/shop/one', 'a.yaml', 'ResourceEnvelope/shop/two', 'b.yaml'],
    ],
    [
      'one is selected directly',
      [RULES, envelope('bundle', { 'a.yaml': RULES })],
      ['ClusterResourcePlacement/shop selects it directly', 'ResourceEnvelope/shop/bundle'],
    ],
  ])('has its copies named if %s', (_, content, parts) => {
    const { evidence = [], remedy = [] } = duplicate(content) ?? {};
    for (const part of parts) expect(evidence.join('\n')).toContain(part);
    for (const part of parts) expect(remedy[0]).toContain(part);
  });

  test('has the command that lists what envelopes hold, if the copies are not known', () => {
    const { evidence = [], remedy = [] } = duplicate([RULES]) ?? {};
    expect(remedy.join('\n')).toContain('get clusterresourceenvelopes,resourceenvelopes -A');
    expect(evidence.join('\n')).not.toContain('directly');
  });
});

import { expect, test } from 'vitest';
import { field, listAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { gate, toldBy } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

test('a placement without selectors does not excuse a run from content that it did not roll out', () => {
  const { objects, asked } = hubFixture('run-rolled-out-old-snapshot');
  const garbled = (spec: unknown): readonly KubeObject[] =>
    objects.map((object) => (object.kind === 'ClusterResourcePlacement' ? { ...object, spec } : object));
  expect(toldBy(gate(asked).once(objects))).toBe('failed run-rolled-out-old-snapshot');
  for (const spec of [undefined, {}, { resourceSelectors: [] }, { resourceSelectors: {} }, { resourceSelectors: [null] }])
    expect([spec, gate(asked).once(garbled(spec)).outcome]).toEqual([spec, 'failed']);
});

test.each([undefined, null, {}, { name: 1 }, { name: 'web', namespace: {} }])(
  'an entry of a Work with the metadata %j is not an object',
  (metadata) => {
    const { objects, asked } = hubFixture('takeover-differs');
    const before = gate(asked).once(objects).outcome;
    const garbled = objects.map((object) => {
      if (object.kind !== 'Work') return object;
      const manifests = listAt(object, 'spec', 'workload', 'manifests').map((manifest) => ({ ...(manifest as object), metadata }));
      return { ...object, spec: { ...(field(object, 'spec') as object), workload: { manifests } } };
    });
    expect(before).not.toBe('passed');
    expect(gate(asked).once(garbled).outcome).not.toBe('passed');
  },
);

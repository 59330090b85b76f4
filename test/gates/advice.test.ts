import { expect, test } from 'vitest';

import { badWork, greenFleet, namespaceShop, no, objectsOf, orders } from '../support/fleets/fleet.ts';
import { gate, toldBy } from '../support/gate/gate.ts';

const K = 'kubernetes-fleet.io';
const { look } = gate();
const content = [namespaceShop(), orders('v1')];
const [, workload = orders('v1')] = content;
const refused = badWork('east', 0, content, workload, no('Applied', 'ManifestApplyFailed', 1, 'field is immutable'));

// covers: work-by-parent-label
test('a Work is not matched to another placement of the same name, though both share a label', () => {
  const { metadata } = refused;
  const labels = {
    ...metadata.labels,
    [`${K}/parent-resource-binding`]: 'shop-east-ffffffff',
    [`${K}/parent-placement-namespace`]: 'books',
  };
  const ofNamesake = { ...refused, metadata: { ...metadata, name: 'books.shop-work', labels } };
  const fleet = greenFleet(['east'], content);
  expect(toldBy(look([...objectsOf(fleet), ofNamesake]))).toBe('passed');
  expect(toldBy(look(objectsOf({ ...fleet, works: [refused] })))).not.toBe('passed');
});

// covers: binding-by-parent-label binding-name-pattern
test('the binding of a cluster is found by its target, not by its name', () => {
  const text = JSON.stringify(objectsOf({ ...greenFleet(['east'], content), works: [refused] }));
  const renamed = JSON.parse(text.replaceAll('shop-east-0a1b2c3d', 'shop-w-0a1b2c3d')) as ReturnType<typeof objectsOf>;
  expect(look(renamed).placements[0]?.clusters.map(({ name }) => name)).toEqual(['east']);
  expect(toldBy(look(renamed))).toBe('failed apply-immutable-field');
});

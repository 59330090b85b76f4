import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placementKey } from '../../../src/fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { ObjectStore } from '../../../src/gates/hub/keep/object-store.ts';
import { viewOf, type TypeView } from '../../../src/gates/hub/keep/type-view.ts';
import { nameKey } from '../../../src/gates/hub/keys.ts';

interface Step {
  readonly name: string;
  readonly placement: string | undefined;
  readonly version: number;
  readonly isDeleted: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    placement: fc.constantFrom(undefined, 'shop', 'team'),
    version: fc.nat(1000),
    isDeleted: fc.boolean(),
  }),
);

it('the store has the last state of each object, and a view keeps the states of its time', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const store = new ObjectStore();
      const held = new Map<string, KubeObject>();
      for (const step of all) {
        const name = nameKey(undefined, step.name);
        const before = { view: store.view(), held: viewOf(held.values()) };
        if (step.isDeleted) expect(store.delete(name)).toBe(held.delete(name));
        else {
          const object = objectOf(step);
          store.set(name, object);
          held.set(name, object);
        }
        expect(store.size).toBe(held.size);
        expect([...store.names()]).toEqual([...held.keys()]);
        expect(store.get(name)).toBe(held.get(name));
        expect(answersOf(store.view())).toEqual(answersOf(viewOf(held.values())));
        expect(answersOf(before.view)).toEqual(answersOf(before.held));
      }
    }),
    { numRuns: 60 },
  );
});

it('the store returns the same view until an object changes', () => {
  const store = new ObjectStore();
  store.set('/a', objectOf({ name: 'a', placement: 'shop', version: 1, isDeleted: false }));
  const view = store.view();
  expect(store.view()).toBe(view);
  store.set('/a', objectOf({ name: 'a', placement: 'shop', version: 2, isDeleted: false }));
  expect(store.view()).not.toBe(view);
});

function objectOf({ name, placement, version }: Step): KubeObject {
  const labels = placement === undefined ? {} : { labels: { 'kubernetes-fleet.io/parent-CRP': placement } };
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceBinding',
    metadata: { name, resourceVersion: String(version), ...labels },
  };
}

function answersOf(view: TypeView): unknown {
  const derived = ['shop', 'team'].map((name) => view.derived(placementKey(undefined, name)));
  return [view.list(), derived, ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => view.get(nameKey(undefined, name)))];
}

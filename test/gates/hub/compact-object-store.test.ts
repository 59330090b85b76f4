import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placementKey } from '../../../src/fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { CompactObjectStore } from '../../../src/gates/hub/keep/compact-object-store.ts';
import { viewOf, type TypeView } from '../../../src/gates/hub/keep/type-view.ts';
import { nameKey } from '../../../src/gates/hub/keys.ts';
import { deployOf } from '../../support/large-fleet.ts';

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

describe.each([true, false])('a store (light: %s)', (isLight) => {
  it('holds what a map holds, and a view what it has shown', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const store = new CompactObjectStore({ isLight });
        const held = new Map<string, KubeObject>();
        for (const step of all) {
          const object = objectOf(step);
          const name = nameKey(undefined, step.name);
          const before = { view: store.view(), held: viewOf(held.values()) };
          if (step.isDeleted) expect(store.delete(name)).toBe(held.delete(name));
          else {
            store.set(name, object);
            held.set(name, object);
          }
          expect(store.size).toBe(held.size);
          expect([...store.metadata()].map(([key]) => key).toSorted()).toEqual([...held.keys()].toSorted());
          expectSame(store.view(), viewOf(held.values()));
          expectSame(before.view, before.held);
          expect(store.get(name)).toEqual(held.get(name));
          expect(store.metadataOf(name)).toEqual(held.get(name)?.metadata);
        }
        const seen = store.seen();
        const [first, ...others] = held.keys();
        if (first === undefined) return;
        expect([seen.see(first), seen.see(first), seen.see('nobody')]).toEqual([true, false, false]);
        expect([...(seen.unseen() ?? [])].toSorted()).toEqual(others.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('forgets former states, and loses none that counts', () => {
    const store = new CompactObjectStore({ isLight });
    const seen = store.seen();
    const text = 'x'.repeat(1000);
    const versions = 10_000;
    for (let version = 0; version < versions; version++) {
      const object = objectOf({ name: `n${String(version % 100)}`, placement: 'shop', version, isDeleted: false });
      store.set(nameKey(undefined, object.metadata.name), { ...object, status: { text: `${text}${String(version)}` } });
    }
    expect(seen.unseen(), 'what is written anew has other numbers').toBeUndefined();
    const kept = store.view().derived(placementKey(undefined, 'shop'));
    expect(kept).toHaveLength(100);
    expect(new Set(kept.map(({ metadata }) => metadata.resourceVersion)).size).toBe(100);
    expect(Math.min(...kept.map(({ metadata }) => Number(metadata.resourceVersion)))).toBe(versions - 100);
  });
});

it('finds each of many names', () => {
  const store = new CompactObjectStore({ isLight: false });
  const names = Array.from({ length: 5000 }, (_, index) => `name-${String(index)}`);
  const [object] = deployOf(0);
  if (object === undefined) throw new Error('a deploy has a placement');
  for (const name of names) store.set(nameKey('n', name), { ...object, metadata: { name, namespace: 'n' } });
  expect(names.filter((name) => store.get(nameKey('n', name))?.metadata.name !== name)).toEqual([]);
  expect(store.get(nameKey('n', 'name-5000'))).toBeUndefined();
});

function objectOf({ name, placement, version }: Step): KubeObject {
  const labels = placement === undefined ? {} : { labels: { 'kubernetes-fleet.io/parent-CRP': placement } };
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceBinding',
    metadata: { name, resourceVersion: String(version), ...labels },
    spec: { state: 'Bound' },
    status: { conditions: [{ type: 'Applied', status: String(version) }] },
  };
}

function expectSame(a: TypeView, b: TypeView): void {
  for (const of of [
    (view: TypeView) => view.list(),
    ...['shop', 'team'].map((name) => (view: TypeView) => view.derived(placementKey(undefined, name))),
  ])
    expect(byName(of(a))).toEqual(byName(of(b)));
  for (const { metadata } of b.list()) expect(a.get(nameKey(undefined, metadata.name))).toEqual(b.get(nameKey(undefined, metadata.name)));
}

function byName(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)).map((object) => ({ ...object }));
}

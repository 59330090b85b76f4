import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placementKey } from '../../../src/fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { ObjectShelf } from '../../../src/gates/hub/keep/compact-object-store.ts';
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

describe.each([true, false])('a shelf (light: %s)', (isLight) => {
  it('holds what a map holds, and a view what it has shown', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const shelf = new ObjectShelf({ isLight });
        const held = new Map<string, KubeObject>();
        for (const step of all) {
          const object = objectOf(step);
          const name = nameKey(undefined, step.name);
          const before = { view: shelf.view(), held: viewOf(held.values()) };
          if (step.isDeleted) expect(shelf.delete(name)).toBe(held.delete(name));
          else {
            shelf.set(name, object);
            held.set(name, object);
          }
          expect(shelf.size).toBe(held.size);
          expect([...shelf.metadata()].map(([key]) => key).toSorted()).toEqual([...held.keys()].toSorted());
          expectSame(shelf.view(), viewOf(held.values()));
          expectSame(before.view, before.held);
          expect(shelf.get(name)).toEqual(held.get(name));
          expect(shelf.metadataOf(name)).toEqual(held.get(name)?.metadata);
        }
        const seen = shelf.seen();
        const [first, ...others] = held.keys();
        if (first === undefined) return;
        expect([seen.see(first), seen.see(first), seen.see('nobody')]).toEqual([true, false, false]);
        expect([...(seen.unseen() ?? [])].toSorted()).toEqual(others.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('forgets former states, and loses none that counts', () => {
    const shelf = new ObjectShelf({ isLight });
    const seen = shelf.seen();
    const text = 'x'.repeat(1000);
    const versions = 10_000;
    for (let version = 0; version < versions; version++) {
      const object = objectOf({ name: `n${String(version % 100)}`, placement: 'shop', version, isDeleted: false });
      shelf.set(nameKey(undefined, object.metadata.name), { ...object, status: { text: `${text}${String(version)}` } });
    }
    expect(seen.unseen(), 'what is written anew has other numbers').toBeUndefined();
    const kept = shelf.view().derived(placementKey(undefined, 'shop'));
    expect(kept).toHaveLength(100);
    expect(new Set(kept.map(({ metadata }) => metadata.resourceVersion)).size).toBe(100);
    expect(Math.min(...kept.map(({ metadata }) => Number(metadata.resourceVersion)))).toBe(versions - 100);
  });
});

it('finds each of many names', () => {
  const shelf = new ObjectShelf({ isLight: false });
  const names = Array.from({ length: 5000 }, (_, index) => `name-${String(index)}`);
  const [object] = deployOf(0);
  if (object === undefined) throw new Error('a deploy has a placement');
  for (const name of names) shelf.set(nameKey('n', name), { ...object, metadata: { name, namespace: 'n' } });
  expect(names.filter((name) => shelf.get(nameKey('n', name))?.metadata.name !== name)).toEqual([]);
  expect(shelf.get(nameKey('n', 'name-5000'))).toBeUndefined();
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

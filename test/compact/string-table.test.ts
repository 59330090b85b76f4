import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { CompactStore } from '../../src/compact/compact-store.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('keeps parts of texts, and nothing of the texts they are part of', () => {
  const store = new CompactStore();
  const before = process.memoryUsage().heapUsed;
  const places = Array.from({ length: 50 }, (_, index) => {
    const text = `${String(index).padEnd(20, '-')}${'x'.repeat(1_000_000)}`;
    return store.add({ name: text.slice(0, 20) });
  });
  collectGarbage();
  // Fifty texts of a million characters would be held.
  const held = process.memoryUsage().heapUsed - before;
  expect(places.map((place) => store.read(place)['name'])).toEqual(Array.from({ length: 50 }, (_, index) => String(index).padEnd(20, '-')));
  expect(held).toBeLessThan(25_000_000);
});

it('reads and adds after it was told that nothing more comes', () => {
  const store = new CompactStore();
  const objects = Array.from({ length: 20 }, (_, index) => ({ kind: 'ConfigMap', data: { mode: `fast ${String(index % 3)}` } }));
  const first = objects.map((object) => store.add(object));
  store.endAdding();
  const second = objects.map((object) => store.add(object));
  expect([...first, ...second].map((place) => store.read(place))).toEqual([...objects, ...objects]);
});

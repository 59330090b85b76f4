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

import { array, assert, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { KnownBytes } from '../../src/compact/known-bytes.ts';

/** As values are encoded: none begins as a longer one does. */
const VALUES = uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from([bytes.length, ...bytes]));

test('a value has the number under which it was added', () => {
  assert(
    property(array(VALUES, { maxLength: 200 }), (values) => {
      const known = new KnownBytes();
      const expected = new Map<string, number>();
      const all: Buffer[] = [];
      for (const value of values) {
        // It stands somewhere within what is written.
        const source = Buffer.concat([Buffer.from('ahead'), value, Buffer.from('behind')]);
        const found = known.find(source, 5, 5 + value.length);
        expect(found).toBe(expected.get(value.toString('hex')));
        if (found === undefined) {
          const number = known.add(source, 5, 5 + value.length);
          expect(number).toBe(all.length);
          expected.set(value.toString('hex'), number);
          all.push(value);
        }
      }
      for (const [number, value] of all.entries()) {
        const { block, place } = known.at(number);
        expect(block.subarray(place, place + value.length)).toEqual(value);
      }
    }),
    { seed: 17 },
  );
});

test('values of many blocks are all found, at the end of a block as well', () => {
  const known = new KnownBytes();
  const valueOf = (index: number): Buffer => Buffer.from(`${String(index).padStart(7, '0')}${'x'.repeat(40)}`);
  const numbers = Array.from({ length: 20_000 }, (_, index) => known.add(valueOf(index), 0, 47));
  expect(numbers.map((_, index) => known.find(valueOf(index), 0, 47))).toEqual(numbers);
  expect(known.find(valueOf(20_000), 0, 47)).toBeUndefined();
});

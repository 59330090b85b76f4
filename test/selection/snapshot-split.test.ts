import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sizeOf, splitSelected } from '../../src/selection/snapshot-split.ts';

const LIMIT = 819_200;

describe('splitSelected', () => {
  it.each<[readonly number[], readonly number[]]>([
    [[], []],
    [[1, 2], [2]],
    [
      [LIMIT, 1],
      [1, 1],
    ],
    [[LIMIT - 1, 1], [2]],
    [
      [1, LIMIT],
      [1, 1],
    ],
    [
      [LIMIT + 1, 1, 1],
      [1, 2],
    ],
    [
      [1, LIMIT + 1, 1],
      [1, 1, 1],
    ],
    [
      [LIMIT + 5, LIMIT + 5],
      [1, 1],
    ],
  ])('%j → %j', (sizes, expected) => {
    expect(splitSelected(sizes)).toEqual(expected);
  });

  it('keeps the order, and no snapshot with several resources is too big', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 })), (sizes) => {
        let start = 0;
        for (const count of splitSelected(sizes)) {
          const held = sizes.slice(start, start + count);
          const sum = held.reduce((total, size) => total + size, 0);
          expect(count === 1 || sum <= LIMIT).toBe(true);
          start += count;
          // The next one did not fit.
          if (start < sizes.length) expect(sum + (sizes[start] ?? 0)).toBeGreaterThan(LIMIT);
        }
        expect(start).toBe(sizes.length);
      }),
    );
  });
});

it('counts bytes, without the status', () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: 'ä' } };
  expect(sizeOf({ ...object, status: { much: 'x'.repeat(1000) } })).toBe(JSON.stringify(object).length + 1);
});

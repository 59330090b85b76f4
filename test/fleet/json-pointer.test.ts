import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { childPointer, dottedPath, isUnder, parentPointer, pointerKeys } from '../../src/fleet/json/json-pointer.ts';

describe('JSON pointers', () => {
  it.each([
    ['/metadata/labels/app.kubernetes.io~1name', ['metadata', 'labels', 'app.kubernetes.io/name']],
    ['/data/web.yaml', ['data', 'web.yaml']],
    ['/a~01', ['a~1']],
    ['/', ['']],
    ['', []],
  ])('%s leads through %j', (pointer, keys) => {
    expect(pointerKeys(pointer)).toEqual(keys);
  });

  it('return the keys they were made of, for any keys', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('~', '/', '~1', '~0', 'a.b', ''))), (keys) => {
        expect(pointerKeys(keys.reduce<string>((pointer, key) => childPointer(pointer, key), ''))).toEqual(keys);
      }),
    );
  });

  it('find the parent of a place, and what is below one', () => {
    expect([parentPointer('/spec/ports/0'), parentPointer('/spec'), parentPointer('')]).toEqual(['/spec/ports', '', '']);
    expect([isUnder('/spec/a', '/spec'), isUnder('/spec', '/spec'), isUnder('/specs', '/spec'), isUnder('/spec', '')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('are shown with dots, and keys as they are written', () => {
    expect(dottedPath('/data/a~1b.conf')).toBe('data.a/b.conf');
  });
});

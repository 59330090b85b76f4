import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';

import { compileGlob } from '../../../src/static/read/files/glob.ts';

describe('globs', () => {
  it.each([
    ['*.yaml', 'a.yaml', 'x/a.yaml'],
    ['**/*.yaml', '.github/a.yaml', 'a.yml'],
    ['a/**', 'a', 'b/a'],
    ['a/**/b', 'a/x/y/b', 'a/xb'],
    ['?.yaml', 'é.yaml', 'ab.yaml'],
    ['[a-c]x', 'bx', 'dx'],
    ['[!a]x', 'bx', 'ax'],
    ['[[:digit:]]x', '1x', 'ax'],
    ['{a,b/c}/d', 'b/c/d', 'c/d'],
    ['x{1..3}', 'x2', 'x4'],
    ['@(a|b).yaml', 'b.yaml', 'ab.yaml'],
    ['+(ab)c', 'ababc', 'c'],
    ['*(ab)c', 'c', 'ac'],
    ['?(a)c', 'ac', 'aac'],
    ['(a|b)c', 'bc', 'abc'],
    ['!a/**', 'b', 'a/b'],
    [String.raw`\*a`, '*a', 'aa'],
    ['[', '[', 'a'],
    ['{a', '{a', 'a'],
    ['../*.yaml', '../a.yaml', 'a.yaml'],
    ['*(*(a|aa)|b)!', 'aabaa!', 'aabaa'],
  ])('%s', (pattern, path, other) => {
    expect([compileGlob(pattern)(path), compileGlob(pattern)(other)]).toEqual([true, false]);
  });

  it('a wildcard does not match `..`', () => {
    expect(['*/a', '**/a', '?./a'].map((pattern) => compileGlob(pattern)('../a'))).toEqual([false, false, false]);
  });

  it.each(['!(a)', 'x/!(a|b).yaml', 'a'.repeat(1001)])('%s is refused', (pattern) => {
    expect(() => compileGlob(pattern)).toThrow(/is not supported|the maximum is/);
  });

  it('matches what picomatch matches', () => {
    const piece = fc.constantFrom('a', 'b', '.', '*', '/', '/**/', '[ab]', '[^a]', '{a,b}', '{a,b/c}', '@(a|b)', '.yaml');
    const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    const name = fc.constantFrom('a', 'b', 'ab', '.a', 'a.yaml', 'c', 'aab', '.yaml');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(pattern, fc.array(path, { minLength: 8, maxLength: 8 }), (glob, paths) => {
        // picomatch has special rules if slashes, stars or dots are adjacent.
        fc.pre(!/\/\/|\*\*[^/]|[^/]\*\*|\/$|^\/|\*\*$|\*@|\*\{|(?:^|\/)\.\.?(?:\/|$)/.test(glob));
        expect(paths.map(compileGlob(glob))).toEqual(paths.map((each) => picomatch(glob, { dot: true })(each)));
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

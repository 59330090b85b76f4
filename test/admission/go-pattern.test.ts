import { describe, expect, it } from 'vitest';

import { goPattern, loadGoPatterns } from '../../src/admission/go-pattern.ts';
import { patternSize } from '../../src/admission/pattern-size.ts';

await loadGoPatterns();

describe('patterns of Go', () => {
  it.each([
    [String.raw`^[a-z]+\-[a-z]+$`, 'a-b', 'a_b'],
    [String.raw`^[\w\-\/]+$`, 'a-/', 'a b'],
    [String.raw`^a\sb$`, 'a b', 'a\u00a0b'],
    [String.raw`^a\Sb$`, 'a\u00a0b', 'a b'],
    ['^a.b$', 'a\rb', 'a\nb'],
    [String.raw`\bteam\b`, 'the team', 'teams'],
    ['(?i)^abc$', 'aBC', 'ab'],
    [String.raw`\Aabc\z`, 'abc', 'abc\n'],
    ['^[[:alpha:]]+$', 'ab', 'a1'],
    [String.raw`^\pL$`, 'é', '1'],
    [String.raw`^\Qa.b\E$`, 'a.b', 'axb'],
    ['^(?P<a>b)$', 'b', 'a'],
    ['^[]a]$', ']', 'b'],
  ])('%s matches what Go matches', (pattern, matching, other) => {
    expect(goPattern(pattern)?.test(matching)).toBe(true);
    expect(goPattern(pattern)?.test(other)).toBe(false);
  });

  it.each(['*', '(?=a)', String.raw`(a)\1`, 'a{1001}', '((a{100}){100}){100}', '('.repeat(2000) + ')'.repeat(2000)])(
    '%s is refused',
    (pattern) => {
      expect(goPattern(pattern)).toBeUndefined();
    },
  );

  it.each(['^(a+)+$', '^(a|a)*$', '(a*)*b', '^(?:.*a){12}$'])('%s takes no longer for a text that nearly matches', (pattern) => {
    expect(goPattern(pattern)?.test(`${'a'.repeat(50_000)}!`)).toBe(false);
  });

  it.each([
    'a{1000}'.repeat(11),
    '(?:ab){1000}'.repeat(6),
    '(?:(?:abc){100}){10}'.repeat(4),
    `[${'a'.repeat(900)}]{999}${'b{1000}'.repeat(10)}`,
  ])('%s is not compiled, because it is too large', (pattern) => {
    expect(goPattern(pattern)).toBeUndefined();
    expect(patternSize(pattern)).toBeGreaterThan(10_000);
  });

  it.each([
    ['abc', 3],
    ['a{3}b', 4],
    ['(ab){3}', 6],
    ['((ab){3}c){2}', 14],
    ['[a-z{]{2,5}', 5],
    [String.raw`\{1000}a{2,}`, 8],
    ['a{', 2],
    ['(a', 1],
    ['a)b', 2],
    ['^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$', 66],
  ])('%s has so many signs with its repetitions: %d', (pattern, size) => {
    expect(patternSize(pattern)).toBe(size);
    if (!/^a[{)]|^\(a$/.test(pattern)) expect(goPattern(pattern)).toBeDefined();
  });
});

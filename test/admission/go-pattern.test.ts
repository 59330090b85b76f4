import { describe, expect, it } from 'vitest';

import { goPattern } from '../../src/admission/go-pattern.ts';

describe('patterns of Go', () => {
  it.each([
    [String.raw`^[a-z]+\-[a-z]+$`, 'a-b', 'a_b'],
    [String.raw`^[\w\-\/]+$`, 'a-/', 'a b'],
    [String.raw`^a\sb$`, 'a b', 'a\u00a0b'],
    [String.raw`^a\Sb$`, 'a\u00a0b', 'a b'],
    [String.raw`^[\s]$`, '\t', '\u00a0'],
    ['^a.b$', 'a\rb', 'a\nb'],
    [String.raw`^(?:\d{2}|x)\.y$`, '12.y', '12y'],
    [String.raw`\bteam\b`, 'the team', 'teams'],
  ])('%s is read as one of JavaScript', (pattern, matching, other) => {
    expect(goPattern(pattern)?.test(matching)).toBe(true);
    expect(goPattern(pattern)?.test(other)).toBe(false);
  });

  it.each([
    '(?i)abc',
    String.raw`\Aabc\z`,
    '[[:alpha:]]+',
    String.raw`\pL`,
    String.raw`\Qa.b\E`,
    '(?P<a>b)',
    '[]a]',
    String.raw`[\S]`,
    '*',
  ])('%s is left alone', (pattern) => {
    expect(goPattern(pattern)).toBeUndefined();
  });
});

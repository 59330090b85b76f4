import { expect, it } from 'vitest';

import { hasLiteralParts } from '../../src/fleet/text/literal-parts.ts';

it.each([
  ['a*b', 'ab', true],
  ['a*b', 'axxb', true],
  ['a*b', 'axbc', false],
  ['*', '', true],
  ['a', 'a', true],
  ['a', 'ab', false],
  ['aa*aa', 'aaa', false],
  ['*b*c*', 'abxc', true],
  ['*c*b*', 'abxc', false],
  ['a*ab*b', 'aabb', true],
  ['a*ab*b', 'aab', false],
  ['.*', 'x', false],
])('%s and %s', (pattern, text, expected) => {
  expect(hasLiteralParts(text, pattern.split('*'))).toBe(expected);
});

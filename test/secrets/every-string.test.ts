import { expect, test } from 'vitest';
import { withEveryString } from '../../src/secrets/every-string.ts';

test('every text is changed, and values without a change stay identical', () => {
  const kept = { of: ['a', 'b'] };
  const value = { ['__proto__x']: 'secret', kept, list: [1, 'secret', null] };
  const shown = withEveryString(value, (text) => text.replace('secret', '***'));
  expect(shown).toEqual({ ['__proto__x']: '***', kept, list: [1, '***', null] });
  expect(shown.kept).toBe(kept);
});

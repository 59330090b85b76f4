import { anything, assert, constantFrom, jsonValue, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from '../../src/report/facts/words/json-text.ts';

const TEXTS = constantFrom('a\nb', '##[group]', '\u202E', '\u{E0001}', '#', '[', '\uD800', '', '::error::x');
const VALUES = oneof(jsonValue(), anything({ key: TEXTS, values: [TEXTS], maxDepth: 8 }));

test('JSON text is the value, with hidden characters and commands of runners escaped', () => {
  assert(
    property(VALUES, (value) => {
      if (value === undefined) return;
      const text = jsonText(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text).not.toMatch(/##\[|\u202E|\u{E0001}/u);
    }),
    { seed: 17 },
  );
});

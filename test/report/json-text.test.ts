import { anything, assert, constantFrom, jsonValue, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces, jsonText, LateList } from '../../src/report/facts/words/json-text.ts';
import { renderJson, renderJsonInPieces } from '../../src/report/json/render-json.ts';
import { WHOLE_REPORT } from '../support/whole-report.ts';

const TEXTS = constantFrom('a\nb', '##[group]', '\u202E', '\u{E0001}', '#', '[', '\uD800', '', '::error::x');
const VALUES = oneof(jsonValue(), anything({ key: TEXTS, values: [TEXTS], maxDepth: 8 }));

test('pieces of JSON come to the whole of it', () => {
  assert(
    property(VALUES, (value) => {
      if (value !== undefined) expect([...jsonPieces(value)].join('')).toBe(jsonText(value));
    }),
    { seed: 17 },
  );
});

test('a large value comes in pieces of some ten thousand characters', () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ name: `member-${index}`, verdict: 'passed', note: undefined }));
  const value = { gate: { placements: [{ clusters: rows }, { clusters: [] }, {}] } };
  const pieces = [...jsonPieces(value)];
  expect(pieces.join('')).toBe(jsonText(value));
  expect(pieces.length).toBeGreaterThan(5);
  for (const piece of pieces) expect(piece.length).toBeLessThan(300_000);
});

test('an entry of a late list is made when the one before it is written', () => {
  const made: number[] = [];
  const row = (index: number): object => (made.push(index), { index, text: 'x'.repeat(50_000) });
  const value = { gate: { placements: new LateList([1, 2, 3, 4, 5, 6], row), runs: new LateList([], row) } };
  const [first] = jsonPieces(value);
  expect(first).toContain('"index": 1');
  expect(made).toEqual([1, 2]);
  expect([...jsonPieces(value)].join('')).toBe(jsonText(value));
});

test('pieces of a report are made again for whoever has to write it another way', () => {
  const pieces = renderJsonInPieces(WHOLE_REPORT);
  expect([[...pieces].join(''), [...pieces].join('')]).toEqual([renderJson(WHOLE_REPORT), renderJson(WHOLE_REPORT)]);
});

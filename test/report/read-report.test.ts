/** Only valid reports of the contract reach a renderer, from any author. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { MOST_VALUES, readReport } from '../../src/report/json/read-report.ts';
import { LONGEST_TEXT } from '../../src/report/json/schema-values.ts';
import { renderJson } from '../../src/report/json/render-json.ts';
import { kindOf, valuesOf, withValue, type Json } from '../support/reports/values-of-report.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';

const SCENES = path.resolve(import.meta.dirname, '../../fixtures/scenes');
const whole = JSON.parse(renderJson(WHOLE_REPORT)) as Json;

test('every report of ours is read as it was written', () => {
  const texts = readdirSync(SCENES)
    .filter((name) => name.endsWith('.json') && !name.includes('notify'))
    .map((name) => readFileSync(path.join(SCENES, name), 'utf8'));
  expect(texts.length).toBeGreaterThan(30);
  for (const text of [...texts, renderJson(WHOLE_REPORT)]) expect(renderJson(readReport(text))).toBe(text);
});

test('a field that the contract does not have is dropped', () => {
  const places = [...valuesOf(whole)].filter(({ value, way }) => kindOf(value) === 'object' && !isMap(way));
  for (const { way, value } of [{ way: [], value: whole }, ...places]) {
    const more = withValue(whole, way, { ...(value as object), unheard: { of: '<script>' } });
    expect(renderJson(readReport(JSON.stringify(more))), way.join('.')).toBe(renderJson(WHOLE_REPORT));
  }
});

/** Objects whose keys are anybody's. */
function isMap(way: readonly string[]): boolean {
  return /^settings\.(gate|severities)$/.test(way.join('.'));
}

test('an extremely long text is cut', () => {
  const read = readReport(JSON.stringify({ ...WHOLE_REPORT, message: 'x'.repeat(1_000_000) }));
  expect(read.message).toBe(`${'x'.repeat(LONGEST_TEXT - 1)}…`);
});

test('values are counted outside of texts', () => {
  const message = '[,{"\\'.repeat(MOST_VALUES);
  expect(readReport(JSON.stringify({ ...WHOLE_REPORT, message })).message).toContain('[,{"\\');
  expect(() => readReport(JSON.stringify({ ...WHOLE_REPORT, notes: Array(MOST_VALUES).fill('') }))).toThrow(
    'it has more than 1000000 values',
  );
});

describe('text that is not a report', () => {
  const withOutcome = (outcome: string): string => JSON.stringify({ ...WHOLE_REPORT, outcome });
  test.each([
    ['nothing', ''],
    ['text', 'passed'],
    ['a list', '[]'],
    ['null', 'null'],
    ['another schema', JSON.stringify({ ...WHOLE_REPORT, schema: 'report-v2' })],
    ['a word of no outcome', withOutcome('great')],
    ['a word of the prototype', withOutcome('constructor')],
    ['an exit code there is none of', JSON.stringify({ ...WHOLE_REPORT, exitCode: 7 })],
    ['a number beyond all', JSON.stringify({ ...WHOLE_REPORT, lint: { ...WHOLE_REPORT.lint, files: 1e300 } })],
    ['a number below nothing', JSON.stringify({ ...WHOLE_REPORT, lint: { ...WHOLE_REPORT.lint, files: -1 } })],
    ['an invalid time', JSON.stringify({ ...WHOLE_REPORT, gate: { ...WHOLE_REPORT.gate, judgedAt: '2026-13-45T99:00:00Z' } })],
    ['lists in lists without end', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['objects in objects without end', `${'{"lint":'.repeat(500_000)}1${'}'.repeat(500_000)}`],
  ])('%s is refused', (_, text) => {
    expect(() => readReport(text)).toThrow(ConfigError);
  });

  test('is not quoted in the message', () => {
    expect(() => readReport(JSON.stringify({ ...WHOLE_REPORT, outcome: '::error::gotcha' }))).toThrow(
      'it is not a report-v1: outcome does not match the schema',
    );
  });

  test('with a key of the prototype changes nothing', () => {
    const text = renderJson(WHOLE_REPORT).replace(
      '{',
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}},',
    );
    expect(renderJson(readReport(text))).toBe(renderJson(WHOLE_REPORT));
    expect('polluted' in {}).toBe(false);
  });
});

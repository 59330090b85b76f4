import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countLines } from '../../src/report/facts/counts.ts';
import { render } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const failed = fixture('gate-failed');

describe('the counts below the headline', () => {
  const found = fixture('lint-findings');
  const { lint } = found;
  if (lint === undefined) throw new Error('the fixture lost its lint part');

  test('separate findings by the base', () => {
    expect(countLines(found)).toEqual([
      '3 new · 1 fixed · 1 unchanged · 1 suppressed · 1 not evaluated; 2 errors, 1 warning, 1 notice in 12 documents of 4 files, hub v0.3',
    ]);
  });

  test('show severities without a base', () => {
    const findings = lint.findings.filter(({ state }) => state !== 'fixed').map(({ state: _state, ...rest }) => rest);
    expect(countLines({ ...found, lint: { ...lint, findings } })).toEqual([
      '2 errors · 1 warning · 1 notice · 1 suppressed · 1 not evaluated in 12 documents of 4 files, hub v0.3',
    ]);
  });

  test('are not repeated if nothing was found', () => {
    expect(countLines(fixture('lint-clean'))).toEqual([]);
  });

  test('count placements by the effect of a change', () => {
    expect(countLines(fixture('plan-with-base'))).toContain('placements: 1 changed · 1 deleted · 1 unchanged');
  });

  test('count each cluster once, by its worst state', () => {
    expect(countLines(failed)).toEqual(['clusters: 2 failed · 1 waiting · 1 passed']);
    expect(countLines(fixture('gate-passed'))).toEqual([]);
  });

  test.each(['text', 'markdown'] as const)('are above the findings in %s', (format) => {
    const [line = ''] = countLines(found);
    const text = render(found, format);
    expect(text).toContain(line);
    expect(text.indexOf(line)).toBeLessThan(text.indexOf('fleet/app.yaml', text.indexOf('\n')));
  });
});

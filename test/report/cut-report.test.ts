import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/finding.ts';
import { cutReport } from '../../src/report/cut-report.ts';
import { fitToSize, SIZES } from '../../src/report/fit-to-size.ts';
import { render, REPORT_FORMATS } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';

const read = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const found = read('lint-findings');
const gated = read('gate-failed');
const [first] = found.lint?.findings ?? [];
if (first === undefined) throw new Error('the fixture lost its findings');

function reportOf(findings: readonly Finding[]): Report {
  const counts = { error: findings.length, warning: 0, notice: 0, suppressed: 0 };
  return { ...found, lint: { ...found.lint, counts, findings, notEvaluated: [] } as NonNullable<Report['lint']> };
}
const crowd = (count: number): readonly Finding[] =>
  Array.from({ length: count }, (_, line) => ({ ...first, line, pointer: `/spec/f${line}` }));

describe('300,000 findings of one object', () => {
  const cut = cutReport(reportOf(crowd(300_000)));

  it.each(REPORT_FORMATS)('are counted and partly listed: %s', (format) => {
    const text = render(cut, format);
    expect(text).toContain('299000 findings more, not listed here');
    expect(text.length).toBeLessThan(3_000_000);
  });

  it('keep their counts, and the first line covers all of them', () => {
    expect(cut.lint?.counts.error).toBe(300_000);
    expect([cut.lint?.findings.length, cut.lint?.unlisted]).toEqual([1000, 299_000]);
    expect(render(cut, 'text').split('\n')[0]).toContain('(and 299999 more findings)');
  });
});

it('the listed findings have every kind, errors first', () => {
  const notices = crowd(60_000).map((finding, index): Finding => ({ ...finding, severity: 'notice', rule: `rule-${index % 100}` }));
  const suppressed = crowd(5).map((finding): Finding => ({ ...finding, suppressed: { reason: 'x' } }));
  const { lint } = cutReport(reportOf([...notices, ...suppressed, { ...first, rule: 'last' }]));
  expect(lint?.findings).toHaveLength(25_000);
  expect(lint?.findings.at(-1)?.rule).toBe('last');
});

it('a report of readable size is not changed', () => {
  const report = reportOf(crowd(1000));
  expect(cutReport(report)).toBe(report);
  expect(cutReport(gated)).toBe(gated);
});

it('diagnoses and the timeline of a gate are cut too', () => {
  const { gate } = gated;
  const [placement] = gate?.placements ?? [];
  const [diagnosis] = placement?.diagnoses ?? [];
  const [entry = { at: '2026-11-01T12:00:00Z', object: placement?.object, stage: 'Applied', to: 'failed' }] = gate?.timeline ?? [];
  if (placement === undefined || diagnosis === undefined) throw new Error('the fixture lost its diagnoses');
  const many = { ...placement, diagnoses: Array.from({ length: 30_000 }, () => diagnosis) };
  const timeline = Array.from({ length: 50_000 }, () => entry) as NonNullable<Report['gate']>['timeline'];
  const cut = cutReport({ ...gated, gate: { ...gate, placements: [many], timeline, earlierChanges: 7 } as NonNullable<Report['gate']> });
  expect([cut.gate?.placements[0]?.diagnoses.length, cut.gate?.timeline.length]).toEqual([10_000, 20_000]);
  expect(cut.notes).toEqual([
    '20000 diagnoses more, not listed here. They are included in the totals.',
    '30007 earlier changes of the timeline, not listed here.',
  ]);
  expect(cut.gate?.earlierChanges).toBe(30_007);
  expect(cutReport(cut)).toEqual(cut);
});

it('a report that does not fit in one text is shortened, with its outcome and counts', () => {
  const [, , , least] = SIZES;
  if (least === undefined) throw new Error('the ladder has four steps');
  const large = { ...first, message: 'x'.repeat(1000) };
  const small = fitToSize(reportOf(Array.from({ length: 100 }, () => large)), least);
  expect(small).toMatchObject({ outcome: found.outcome, exitCode: found.exitCode, lint: { counts: { error: 100 } } });
  expect([small.lint?.findings.length, small.lint?.findings[0]?.message.length]).toEqual([5, 201]);
  for (const format of REPORT_FORMATS) expect(render(small, format)).toContain('shortened because it was too large');
});

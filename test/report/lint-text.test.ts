/** Findings by file. With a base, the findings of the change come first. */
import { expect, test } from 'vitest';
import type { Finding, NotEvaluated } from '../../src/finding.ts';
import { PLAIN } from '../../src/report/text/terminal.ts';
import { lintText } from '../../src/report/text/lint-text.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';

const { lint } = WHOLE_REPORT;
const { suppressed: _suppressed, state: _state, touched: _touched, ...first } = lint.findings[0] ?? never();
const at = (file: string, line: number, parts: Partial<Finding>): Finding => ({ ...first, severity: 'error', file, line, ...parts });
const orderOf = (findings: readonly Finding[]): readonly string[] =>
  lintText({ ...lint, findings, notEvaluated: [] }, PLAIN, undefined)
    .flat()
    .flatMap((line) => /^(?:[ab]\.yaml| {2}\d+)/.exec(line)?.[0].trim() ?? []);

function never(): never {
  throw new Error('the whole report lost its finding');
}

test('with a base, errors on changed lines come first, among the files and within each', () => {
  const known = { state: 'unchanged', touched: false } as const;
  const changed = { state: 'new', touched: true } as const;
  expect(
    orderOf([
      at('a.yaml', 1, known),
      at('b.yaml', 2, { ...changed, severity: 'warning' }),
      at('b.yaml', 3, known),
      at('b.yaml', 7, { state: 'new', touched: false }),
      at('b.yaml', 9, changed),
    ]),
  ).toEqual(['b.yaml', '9', '7', '3', '2', 'a.yaml', '1']);
});

test('without a base errors come first, then the order of the files', () => {
  expect(orderOf([at('b.yaml', 1, {}), at('a.yaml', 9, {}), at('a.yaml', 2, { severity: 'notice' })])).toEqual([
    'a.yaml',
    '9',
    '2',
    'b.yaml',
    '1',
  ]);
});

test('the first of many entries with the same reason are shown, and the rest are counted', () => {
  const entry = (index: number, parts: Partial<NotEvaluated>): NotEvaluated => ({ file: 'a.yaml', line: index + 1, reason: '', ...parts });
  const notEvaluated = [
    ...Array.from({ length: 13 }, (_, index) => entry(index, { reason: 'no clusters are given', missing: 'clusters' })),
    entry(20, { reason: 'something else', missing: 'clusters' }),
    ...Array.from({ length: 13 }, (_, index) => entry(30 + index, { reason: 'it does not parse' })),
  ];
  const lines = lintText({ ...lint, findings: [], notEvaluated, assumptions: [] }, PLAIN, undefined).flat();
  const unchecked = lines.slice(lines.indexOf('not checked against clusters') + 1);
  expect(unchecked).toEqual([
    ...Array.from({ length: 5 }, (_, index) => `  a.yaml:${String(index + 1)}  no clusters are given`),
    '  and 8 more for the same reason',
    '  a.yaml:21  something else',
  ]);
  expect(lines.filter((line) => line.endsWith('it does not parse'))).toHaveLength(5);
  expect(lines).toContain('  and 8 more, which the JSON report has');
});

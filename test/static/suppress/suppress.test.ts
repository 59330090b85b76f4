import { describe, expect, test } from 'vitest';
import type { LintReport } from '../../../src/report.ts';
import { defineRule } from '../../../src/static/world/rule.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const team = defineRule<object>({
  id: 'label-team',
  summary: '',
  effect: 'fails',
  kinds: ['Namespace'],
  why: '',
  remedy: '',
  docs: '',
  message: () => 'no team',
  *check() {
    yield { at: '/metadata/name', data: {} };
  },
});
const run = (text: string, config = ''): LintReport => lintTexts({ files: [{ path: 'a.yaml', text }], config }, [team]);
const namespace = (...metadata: string[]): string => ['apiVersion: v1', 'kind: Namespace', 'metadata:', ...metadata, ''].join('\n');
const told = ({ findings }: LintReport): string[] =>
  findings.map(({ rule, line, suppressed }) => `${line} ${rule}${suppressed === undefined ? '' : ` (${suppressed.reason})`}`);

describe('a comment', () => {
  test.each([
    ['on the line', ['  name: shop # fleet-gate-ignore label-team: legacy'], ['4 label-team (legacy)']],
    ['on the line above', ['  # fleet-gate-ignore label-team: legacy', '  name: shop'], ['5 label-team (legacy)']],
    [
      'above another one of its kind',
      ['  # fleet-gate-ignore label-team: legacy', '  # fleet-gate-ignore yaml-syntax: no fault there', '  name: shop'],
      ['5 suppression-unused', '6 label-team (legacy)'],
    ],
    [
      'two lines above',
      ['  # fleet-gate-ignore label-team: legacy', '  labels: {}', '  name: shop'],
      ['4 suppression-unused', '6 label-team'],
    ],
    [
      'at the end of the line above, which it is about',
      ['  labels: {} # fleet-gate-ignore label-team: legacy', '  name: shop'],
      ['4 suppression-unused', '5 label-team'],
    ],
    ['for another rule', ['  name: shop # fleet-gate-ignore yaml-syntax: legacy'], ['4 label-team', '4 suppression-unused']],
    ['inside a value', ['  name: "shop # fleet-gate-ignore label-team: legacy"'], ['4 label-team']],
    ['without a reason', ['  name: shop # fleet-gate-ignore label-team'], ['4 label-team', '4 suppression-without-reason']],
    ['with an empty reason', ['  name: shop # fleet-gate-ignore label-team:  '], ['4 label-team', '4 suppression-without-reason']],
    [
      'with an invisible reason',
      ['  name: shop # fleet-gate-ignore label-team: \u200B\u2800\u00A0\uFEFF\u{E0020}'],
      ['4 label-team', '4 suppression-without-reason'],
    ],
    [
      'with nothing but a date',
      ['  name: shop # fleet-gate-ignore label-team: (until 2027-01-01)'],
      ['4 label-team', '4 suppression-without-reason'],
    ],
    ['without a rule', ['  name: shop # fleet-gate-ignore'], ['4 label-team', '4 suppression-malformed']],
    [
      'with an invalid date',
      ['  name: shop # fleet-gate-ignore label-team: x (until 2026-02-30)'],
      ['4 label-team', '4 suppression-malformed'],
    ],
    [
      'with a date without parentheses',
      ['  name: shop # fleet-gate-ignore label-team: legacy until 2020-01-01'],
      ['4 label-team', '4 suppression-malformed'],
    ],
    [
      'with a date without the second parenthesis',
      ['  name: shop # fleet-gate-ignore label-team: legacy (until 2099-01-31'],
      ['4 label-team', '4 suppression-malformed'],
    ],
    ['expired', ['  name: shop # fleet-gate-ignore label-team: legacy (until 2026-05-31)'], ['4 label-team', '4 suppression-expired']],
    ['on its last day', ['  name: shop # fleet-gate-ignore label-team: legacy (until 2026-06-01)'], ['4 label-team (legacy)']],
    ['of another tool', ['  name: shop # fleet-gate-ignored-by-nobody'], ['4 label-team']],
  ])('%s', (_, metadata, expected) => {
    expect(told(run(namespace(...metadata)))).toEqual(expected);
  });

  test('hides one finding, which stays in the report and is counted separately', () => {
    const { findings, counts } = run(namespace('  name: shop # fleet-gate-ignore label-team: legacy (until 2027-01-01)'));
    expect(counts).toEqual({ error: 0, warning: 0, notice: 0, suppressed: 1 });
    expect(findings[0]?.suppressed).toEqual({ reason: 'legacy', until: '2027-01-01' });
  });

  test('is not reported as unused if a part of the file could not be checked', () => {
    const template = `${namespace('  name: shop')}---\n# fleet-gate-ignore label-team: legacy\n{{ if .Values.on }}\n`;
    expect(told(run(template))).toEqual(['4 label-team']);
  });
});

describe('a comment that ends in brackets', () => {
  test.each([
    ['a day', 'legacy (until 2099-01-31)', '(legacy)'],
    ['a day with blanks and a colon', 'legacy ( until : 2099-01-31 )  ', '(legacy)'],
    ['other brackets before it', 'legacy (see #1) (until 2099-01-31)', '(legacy (see #1))'],
    ['a word that only begins so', 'legacy (untilted)', '(legacy (untilted))'],
    ['a year', 'legacy until 2099', '(legacy until 2099)'],
  ])('%s', (_, text, reason) => {
    const report = run(namespace(`  name: shop # fleet-gate-ignore label-team: ${text}`));
    expect(told(report)).toEqual([`4 label-team ${reason}`]);
  });
});

describe('an annotation', () => {
  const annotated = (value: string): string =>
    namespace('  annotations:', `    fleet-gate.dev/ignore-label-team: ${value}`, '  name: shop');

  test('covers the findings of its object at every place', () => {
    expect(told(run(annotated('legacy')))).toEqual(['6 label-team (legacy)']);
    expect(told(run(`${annotated('legacy')}---\n${namespace('  name: books')}`))).toEqual(['6 label-team (legacy)', '11 label-team']);
  });

  test('needs a reason, and can expire', () => {
    expect(told(run(annotated('""')))).toEqual(['5 suppression-without-reason', '6 label-team']);
    expect(told(run(annotated('7')))).toEqual(['5 suppression-without-reason', '6 label-team']);
    expect(told(run(annotated('legacy (until 2026-05-31)')))).toEqual(['5 suppression-expired', '6 label-team']);
  });
});

describe('an entry of the configuration', () => {
  const config = (object: string, more = ''): string => `suppress:\n  - {rule: label-team, object: "${object}", reason: vendored${more}}`;
  const text = namespace('  name: shop');

  test.each(['Namespace/shop', 'Namespace/*', '*/sh*p', '*'])('%s covers the namespace shop', (object) => {
    expect(told(run(text, config(object)))).toEqual(['4 label-team (vendored)']);
  });

  test.each(['Namespace/sho', 'namespace/shop', 'Namespace/sh.p'])(
    '%s does not cover it, and is reported with its place in the file',
    (object) => {
      const { findings } = run(text, config(object));
      expect(findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toEqual([
        '.fleet-gate.yaml:2 suppression-unused',
        'a.yaml:4 label-team',
      ]);
    },
  );

  test('expires', () => {
    expect(told(run(text, config('*', ', until: 2026-05-31')))).toEqual(['2 suppression-expired', '4 label-team']);
  });
});

test('a suppression of a rule that is disabled or has nothing to check is not reported as unused', () => {
  const text = namespace('  name: shop # fleet-gate-ignore label-team: legacy');
  expect(run(text, 'rules: {label-team: {severity: off}}').findings).toEqual([]);
  const needy = { ...team, needs: 'members' as const };
  expect(lintTexts({ files: [{ path: 'a.yaml', text }] }, [needy]).findings).toEqual([]);
});

test('a mistyped rule is reported with the one that was meant', () => {
  const { findings } = run(namespace('  name: shop # fleet-gate-ignore lable-team: legacy'));
  expect(findings.map(({ message }) => message)).toContain('There is no rule lable-team; did you mean label-team?');
});

test('a suppression cannot hide what is wrong with suppressions', () => {
  const text = namespace(
    '  # fleet-gate-ignore suppression-unused: hide it',
    '  # fleet-gate-ignore yaml-syntax: nothing to hide',
    '  name: shop',
  );
  expect(told(run(text))).toEqual(['4 suppression-unused', '5 suppression-unused', '6 label-team']);
});

test('a text that does not parse cannot be accepted', () => {
  const broken = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n   labels: {} # fleet-gate-ignore yaml-syntax: never mind\n';
  expect(run(broken).findings).toMatchObject([{ rule: 'yaml-syntax', severity: 'error' }]);
  expect(run(broken).counts.suppressed).toBe(0);
});

/** Text on a terminal is wrapped at words. Apart from that it is the same as in a log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';
import { barredLines, PLAIN, unpainted, wrapPainted } from '../../src/report/text/terminal.ts';
import { fleetReport } from '../support/reports/fleet-report.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const reports = ['scenes', 'report'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder))
    .filter((file) => file.endsWith('.json') && file !== 'hostile.json')
    .map((file): readonly [string, Report] => [file, JSON.parse(readFileSync(join(FIXTURES, folder, file), 'utf8')) as Report]),
);

/** Lines that are copied. */
const COMMAND = /^ +(?:kubectl|az|git|fleet-gate|helm|kustomize) /;

/** A word that no line has room for, behind the sign, the number or the flag it hangs on. */
const ONE_WORD = /^\s*(?:(?:\||·|-|\d+\.|on|[a-zA-Z]+:|--?[a-z-]+) +)?(?:"<[^>]*>"|\S+|\S*\$\([^)]*\)\S*)(?: \\)?$/;

const isTooWide = (width: number) => (line: string) => line.length > width && !ONE_WORD.test(line) && !COMMAND.test(line);
const wordsOf = (text: string): string =>
  text
    .replaceAll(/^ {4}(?: {3})?\| ?/gm, '')
    // As a shell reads a command, and JSON in it.
    .replaceAll(/ \\\n/g, ' ')
    .replaceAll(/(?<=[,:[{])\n\s+(?=")/g, '')
    // A narrow terminal gets TYPE NAME for TYPE/NAME.
    .replaceAll('/', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');

describe.each([80, 40])('in %i columns', (width) => {
  test.each(reports.filter(([, { gate }]) => gate !== undefined))('%s has no gate that is wider', (_, report) => {
    const { gate, ...rest } = report;
    const { lint: _lint, plan: _plan, run: _run, ...alone } = { ...rest, gate };
    expect(
      render(alone as Report, 'text', { width })
        .split('\n')
        .filter(isTooWide(width)),
    ).toEqual([]);
  });

  test.each(reports.filter(([, { gate, lint }]) => gate !== undefined && lint === undefined))('%s has the same words', (_, report) => {
    // A long text ends with its verdict once more, and what is long depends on the width.
    const [whole, narrow] = [render(report, 'text'), render(report, 'text', { width })].map(wordsOf);
    expect(narrow?.startsWith(whole ?? '-') === true || whole?.startsWith(narrow ?? '-') === true).toBe(true);
  });
});

test('a long verdict breaks like its cause', () => {
  const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 1 };
  const finding = { ...at, rule: 'r', effect: 'advice', message: 'It is so.', remedy: '', docs: '', pointer: '', related: [] } as const;
  const report: Report = {
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '0.1.0' },
    command: 'lint',
    outcome: 'clean',
    exitCode: 0,
    lint: {
      files: 1,
      documents: 1,
      target: 'v0.3',
      counts: { error: 0, warning: 1, notice: 1, suppressed: 0 },
      findings: [
        { ...finding, severity: 'warning' },
        { ...finding, severity: 'notice' },
      ],
      notEvaluated: [{ file: 'b.yaml', line: 1, reason: 'a template' }],
    },
  };
  expect(render(report, 'text', { width: 40 }).split('\n').slice(0, 2)).toEqual([
    'PASSED with 1 warning, 1 notice and 1',
    '  not evaluated: a.yaml:1:1 It is so',
  ]);
});

test('without a width no line is broken', () => {
  const text = render(fleetReport(2, 14, true), 'text');
  expect(text).toMatch(/^failed {2}\S+ {2}\(.*\)$/m);
  expect(text).not.toMatch(/^ {7}\| .*\n {7}\| (?=[a-z])/m);
});

test('parts of a line are coloured separately, also around a break', () => {
  const [red, dim] = ['r', 'd'].map((sign) => (text: string) => `<${sign}>${text}</${sign}>`);
  const parts = [
    { text: 'failed', paint: red ?? PLAIN.red },
    unpainted('  '),
    { text: '(generation 4, content proven)', paint: dim ?? PLAIN.dim },
  ];
  expect(wrapPainted(parts, 24, 2)).toBe('<r>failed</r>  <d>(generation 4,\n  content proven)</d>');
  expect(wrapPainted(parts, undefined, 2)).toBe('<r>failed</r>  <d>(generation 4, content proven)</d>');
  const long = [{ text: 'failed', paint: red ?? PLAIN.red }, unpainted('  '), { text: 'x'.repeat(30), paint: dim ?? PLAIN.dim }];
  expect(wrapPainted(long, 24, 2)).toBe(`<r>failed</r>\n  <d>${'x'.repeat(30)}</d>`);
});

test('a quoted line keeps its bar and its leading blanks', () => {
  expect(barredLines('    spec of the placement that is too long', '| ', 32)).toEqual([
    '|     spec of the placement that',
    '|     is too long',
  ]);
  expect(barredLines(`    ${'x'.repeat(40)} y`, '| ', 32)).toEqual([`|     ${'x'.repeat(40)}`, '|     y']);
  expect(barredLines('    spec of it', '| ', undefined)).toEqual(['|     spec of it']);
});

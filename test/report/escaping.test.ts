/** Texts that a renderer once did not escape, or did not show. `test/reliability/output.test.ts` tries all others. */
import { expect, test } from 'vitest';
import { timeOfDay } from '../../src/report/facts/words/words.ts';
import { shortLine } from '../../src/report/facts/words/visible.ts';
import { renderGithub } from '../../src/report/github/render-github.ts';
import { lines } from '../../src/report/html/markup.ts';
import { code, fence, prose, sentence } from '../../src/report/markdown/markup.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { messageText } from '../../src/report/sarif/message-text.ts';
import { renderText } from '../../src/report/text/render-text.ts';
import { terminalCell, terminalLine } from '../../src/report/text/terminal.ts';
import type { Report } from '../../src/report.ts';
import { fleetReport } from '../support/reports/fleet-report.ts';
import { seenIn } from '../support/oracles/markdown.ts';

test.each(['admin@evil.test', 'https://evil.test/x', 'www.evil.test', 'a.b+c@evil.test'])('%s in code does not become a link', (text) => {
  const seen = seenIn(`Look: ${code(text)}`);
  expect(seen.links).toEqual([]);
  expect(seen.text).toContain(text);
});

test.each(['c0ffee0', 'octo/repo@c0ffee0123456789abcdef0123456789abcdef01', 'GHSA-abcd-1234-efgh', 'GH-1', '#1', '@octocat'])(
  '%s does not become a reference',
  (text) => {
    expect(seenIn(prose(text)).faults).toEqual([]);
    expect(seenIn(sentence(`x ${text} y`)).faults).toEqual([]);
  },
);

test('no line starts with a command for a bot', () => {
  expect(seenIn(prose('/approve now')).faults).toEqual([]);
  expect(seenIn(prose('/approve now')).text).toBe('/approve now\n');
  expect(fence('x\n/lgtm\n/etc/passwd')).toBe('```text\nx\n /lgtm\n/etc/passwd\n```');
});

test('no block starts with a comment for a bot, and nothing hidden is copied from it', () => {
  expect(fence('x\n<!-- Sticky -->')).toBe('```text\nx\n< !-- Sticky -->\n```');
});

test.each([
  '',
  ' ',
  'gantt',
  'gantt-eu',
  ' gantt',
  'topAxis',
  'INCLUSIVEENDDATES',
  '2026-11-20',
  '2026-11-20-eu',
  'accTitle',
  'accDescr',
  'title',
  'section',
  'section x',
  'click a',
  'call',
  'href',
  'excludes',
  'includes x',
  'todayMarker',
  'tickInterval',
  'weekday',
  'weekend friday',
])('a cluster with the name "%s" has a bar in the chart like any other', (name) => {
  const report = JSON.parse(JSON.stringify(fleetReport(1, 3, false)).replaceAll('"aks-001"', JSON.stringify(name))) as Report;
  const markdown = renderMarkdown(report);
  expect(seenIn(markdown).faults).toEqual([]);
  expect(markdown).toContain(`\n  "${name.trim()}" :`);
});

test.each(['titles', 'call-center', 'section-1', 'weekdays', 'a gantt'])(
  'a cluster with the name "%s" has the same name in the chart',
  (name) => {
    const report = JSON.parse(JSON.stringify(fleetReport(1, 3, false)).replaceAll('"aks-001"', JSON.stringify(name))) as Report;
    expect(renderMarkdown(report)).toContain(`\n  ${name} :`);
    expect(seenIn(renderMarkdown(report)).faults).toEqual([]);
  },
);

test.each([
  ['[x](1)', String.raw`[x\](1)`],
  [String.raw`a\](1)`, String.raw`a\\\](1)`],
  ['spec.rules[0] (x)', 'spec.rules[0] (x)'],
])('%s does not become a link in a message of SARIF', (text, expected) => expect(messageText(text)).toBe(expected));

test.each([
  ['\u001B[31mred\u001B[0m', 'red'],
  ['\u001B]8;;https://evil.test\u0007here\u001B]8;;\u0007', 'here'],
  // What a terminal would swallow belongs to the message.
  ['\u001B]0;the cause\u0007', String.raw`\u{1b}]0;the cause\u{7}`],
  ['\u001B]unended', String.raw`\u{1b}]unended`],
])('%j is harmless on a terminal', (text, expected) => expect(terminalLine(text)).toBe(expected));

test('a page contains no command for a runner, and its reader sees the original text', () => {
  expect(lines('x\n  ::error::y\n##[group]')).toBe('x\n  &#58;:error::y\n#&#35;[group]');
});

test('annotations for GitHub hold no command of Azure Pipelines, whose log they may pass through', () => {
  const hostile = '##vso[task.complete result=Succeeded;]';
  const report = JSON.parse(JSON.stringify(fleetReport(1, 10, false)).replaceAll('"title":"', `"title":"${hostile} `)) as Report;
  const shown = renderGithub(report);
  expect(shown).toMatch(/^::error /);
  expect(shown).toContain(String.raw`#\u{23}vso[task.complete`);
  expect(shown).not.toContain('##vso[');
});

test('a cell is not wider than requested, for any letters', () => {
  expect(terminalCell('abcdef', 6)).toBe('abcdef');
  expect(terminalCell('abcdefg', 6)).toBe('abcde…');
  expect(terminalCell('漢字漢字', 6)).toBe('漢字…');
  expect(terminalCell('a😀😀😀', 5)).toBe('a😀…');
});

test('a text that is far too long ends with a note that it was cut', () => {
  expect(shortLine(`a${' '.repeat(80_000)}b`, 10)).toBe('a        …');
  expect(shortLine('a\n'.repeat(80_000), 10)).toMatch(/^a a a a a?…$/);
  expect(shortLine(' a \n\n b ', 10)).toBe('a b');
});

test('a text that is not a time is shown unchanged', () => {
  expect(timeOfDay('2026-11-20T03:11:40Z')).toBe('03:11:40');
  expect(timeOfDay('tomorrow, at noon or so')).toBe('tomorrow, at noon or so');
});

test('the fields that a proof of content needs contain no terminal sequence', () => {
  const report = fleetReport(1, 3, false);
  const placements =
    report.gate?.placements.map((each) => ({ ...each, freshness: 'unproven' as const, toProve: 'see \u001B[2Jx\uFFFE' })) ?? [];
  const text = renderText({ ...report, gate: { outcome: 'failed', runs: [], timeline: [], ...report.gate, placements } });
  expect(text).toContain('not compared with your manifests (see x\\u{fffe}))');
});

import { createHash } from 'node:crypto';
import type { Report } from '../../report.ts';
import { headlineOf } from '../facts/headline.ts';
import { noteLines, settingsLines } from '../facts/notes.ts';
import type { SourceLink } from '../facts/lint/permalink.ts';
import { removalsIn, removalText } from '../facts/plan/removals.ts';
import { countLines } from '../facts/counts.ts';
import { runPage } from '../facts/run-page.ts';
import { approvalHtml } from './approval-html.ts';
import { doctorHtml } from './doctor-html.ts';
import { gateHtml } from './gate-html.ts';
import { lintHtml } from './lint-html.ts';
import { code, element, type Html, joined, link, sentence, SPACE, text, trusted } from './markup.ts';
import { PAGE_SCRIPT } from './page-script.gen.ts';
import { planHtml } from './plan-html.ts';
import { readyHtml } from './ready-html.ts';
import { rollbackHtml } from './rollback-html.ts';
import { stepHtml } from './step-html.ts';
import { STYLE } from './style.ts';

export interface HtmlOptions {
  /** Makes links of file positions. */
  readonly source?: SourceLink;
}

/**
 * One page that loads nothing else: the cause, the counts, then the whole report, with filters. Its policy lets a browser use only its own
 * script and style, for any text in a name or a message. Ends with a line feed.
 */
export function renderHtml(report: Report, { source }: HtmlOptions = {}): string {
  const { word, text: cause } = headlineOf(report);
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'referrer', content: 'no-referrer' }),
      // Browsers on phones would turn numbers into links.
      element('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      element('title', {}, text(`${word}: ${cause}`, 300)),
      element('style', {}, trusted(STYLE)),
    ),
    bodyHtml(report, source),
  );
  return `<!doctype html>\n${page}\n`;
}

function bodyHtml(report: Report, source: SourceLink | undefined): Html {
  const parts = [
    ...(report.doctor === undefined ? [] : doctorHtml(report, report.doctor)),
    ...(report.ready === undefined ? [] : readyHtml(report.ready)),
    ...(report.approval === undefined ? [] : approvalHtml(report.approval)),
    ...(report.gate === undefined ? [] : [...gateHtml(report.gate), ...rollbackHtml(report.gate.rollback ?? [])]),
    ...(report.lint === undefined ? [] : lintHtml(report.lint, source)),
    ...(report.plan === undefined ? [] : planHtml(report.plan, source)),
  ];
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return element(
    'body',
    { class: size > MANY ? 'many' : undefined },
    element(
      'main',
      {},
      ...headHtml(report),
      ...removalList(report),
      ...listHtml('Before you read on', 'remarks', noteLines(report)),
      filtersHtml(),
      ...parts,
      ...settingsLines(report).map((line) => element('p', { class: 'facts' }, text(line))),
    ),
    footerHtml(report, source),
    element('script', {}, trusted(PAGE_SCRIPT)),
  );
}

/** From this number of characters a browser lays out rows only when they become visible. */
const MANY = 300_000;

/** Verdict, cause, first step, counts. */
function headHtml(report: Report): readonly Html[] {
  const { tone, word, text: cause, rest, step } = headlineOf(report);
  const mark = { good: '✓', bad: '✕', open: '…' }[tone];
  return [
    element(
      'h1',
      { class: tone },
      element('span', { class: 'mark' }, element('span', { 'aria-hidden': 'true' }, trusted(mark)), SPACE, text(word)),
    ),
    element('p', { class: 'cause-line' }, sentence(cause), ...(rest === undefined ? [] : [SPACE, sentence(`… ${rest}`)])),
    ...(step === undefined ? [] : [element('div', { class: 'first' }, element('b', {}, trusted('First: ')), stepHtml(step))]),
    ...countLines(report).map((line) => element('p', { class: 'counts' }, text(line))),
  ];
}

/** What is removed from clusters comes first. */
function removalList(report: Report): readonly Html[] {
  return listHtml('Removed from clusters', 'removals', removalsIn(report).map(removalText));
}

function listHtml(title: string, name: string, all: readonly string[]): readonly Html[] {
  if (all.length === 0) return [];
  const items = all.map((line) => element('li', {}, sentence(line)));
  return [element('section', { class: name }, element('h2', {}, text(title)), element('ul', {}, ...items))];
}

function footerHtml(report: Report, source: SourceLink | undefined): Html {
  const { tool, command, lint } = report;
  const page = runPage(report);
  const parts = [
    text(`fleet-gate ${tool.version} (${command})`),
    ...(source === undefined ? [] : [element('span', {}, trusted('commit '), code(source.sha.slice(0, 7)))]),
    ...(page === undefined ? [] : [link(trusted('this run'), page)]),
    ...(lint === undefined || lint.findings.length === 0 ? [] : [trusted(ACCEPT)]),
  ];
  return element('footer', {}, joined(parts, ' · '));
}

const ACCEPT = 'to accept a finding put <code># fleet-gate-ignore RULE: reason (until YYYY-MM-DD)</code> on its line or the one above';

/** The policy of the page: only its own style and script. Source: w3.org/TR/CSP3, section 2.3.1. */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${digest(STYLE)}'`,
    `script-src '${digest(PAGE_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

const LISTS = [
  ['cluster', 'Cluster'],
  ['placement', 'Placement'],
  ['verdict', 'Verdict'],
  ['rule', 'Rule'],
] as const;

/** The filters. They are hidden until the script of the page fills their lists, because they need the script. */
function filtersHtml(): Html {
  return element(
    'form',
    { id: 'filters', role: 'search', 'aria-label': 'Filter the report', hidden: true, autocomplete: 'off' },
    ...LISTS.map(([name, title]) =>
      element('label', {}, trusted(title), element('select', { name }, element('option', { value: '' }, trusted('all')))),
    ),
    element(
      'label',
      {},
      trusted('<span>Words <kbd>/</kbd></span>'),
      element('input', { name: 'text', type: 'search', spellcheck: 'false' }),
    ),
    element('button', { type: 'reset' }, trusted('Show all')),
    element('output', { id: 'shown' }),
  );
}

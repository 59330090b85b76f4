import type { Finding, NotEvaluated, Severity } from '../../finding.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { ApprovalReport, LintReport, Report } from '../../report.ts';
import { shownApprovals } from '../facts/approval.ts';
import { excerptOf } from '../facts/lint/excerpt.ts';
import { judgedText, linksOf } from '../facts/lint/findings.ts';
import { headlineOf } from '../facts/headline.ts';
import { removalsIn } from '../facts/plan/removals.ts';
import { noteLines, planRemarks, settingsLines } from '../facts/notes.ts';
import { renderedText } from '../facts/lint/rendered.ts';
import { runLines } from '../facts/run-page.ts';
import { reasonText } from '../facts/lint/unevaluated.ts';
import { COMMAND_BRACKET, COMMAND_START, visible } from '../facts/words/visible.ts';
import { placeOf } from '../facts/words/words.ts';
import type { Case, Result, Suite } from './case.ts';
import { gateSuites } from './gate-suites.ts';
import { planCases, removalCases } from './plan-cases.ts';
import { readyCases } from './ready-cases.ts';

/**
 * JUnit XML: a suite for each file with a case for each finding; a suite for each placement with a case for each cause and cluster.
 * `failure` is a verdict, `error` means that there is none, `skipped` is suppressed, not evaluated, or waited for. Findings below the
 * failing severity are passed cases with their text as output.
 */
export function renderJUnit(report: Report): string {
  const notes = [...noteLines(report), ...planRemarks(report), ...settingsLines(report), ...runLines(report)];
  const removals = removalsIn(report);
  const suites = [
    ...(notes.length === 0 ? [] : [settingsSuite(report, notes)]),
    ...(removals.length === 0 ? [] : [{ name: 'removed from clusters', cases: removalCases(removals) }]),
    ...(report.lint === undefined ? [] : lintSuites(report.lint, report)),
    ...(report.plan === undefined
      ? []
      : [{ name: 'plan', cases: [...planCases(report.plan), ...unevaluatedCases(report.plan.notEvaluated ?? [])] }]),
    ...(report.approval === undefined ? [] : [{ name: 'approvals', cases: approvalCases(report.approval) }]),
    ...(report.gate === undefined ? [] : gateSuites(report.gate, report)),
    ...(report.ready === undefined ? [] : [{ name: 'ready', cases: readyCases(report.ready) }]),
    ...(report.message === undefined ? [] : [{ name: report.command, cases: [nothingJudged(report)] }]),
  ];
  const settled = report.exitCode === 0 ? suites.map(tolerated) : suites;
  const all = settled.flatMap(({ cases }) => cases);
  const body = settled.map(suiteXml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="fleet-gate"${tallies(all)}>\n${body}</testsuites>\n`;
}

/** The settings, as text and as properties. */
function settingsSuite({ settings = {} }: Report, notes: readonly string[]): Suite {
  const properties = Object.entries(settings).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  );
  return {
    name: 'settings',
    properties,
    cases: [{ name: 'settings', result: 'passed', text: notes.join('\n') }],
  };
}

/** If the run passed, no case fails; tolerated failures are skipped, because they did not pass either. */
function tolerated({ cases, ...suite }: Suite): Suite {
  return {
    ...suite,
    cases: cases.map((each) => (each.result === 'passed' ? each : Object.assign({}, each, { result: 'skipped' as const }))),
  };
}

/** A run that ended before it checked anything: without a case it would read as one without failures. */
function nothingJudged(report: Report): Case {
  const { word, text } = headlineOf(report);
  return { name: 'outcome', result: 'error', type: report.outcome, message: `${word}: ${text}` };
}

/** A case for each request, or one for a run without an open approval. */
function approvalCases(approval: ApprovalReport): readonly Case[] {
  const stop = approval.stop === undefined ? [] : [approval.stop.message];
  const cases = shownApprovals(approval).map(({ tone, word, title, lines }): Case => ({
    name: title,
    result: tone === 'good' ? 'passed' : tone === 'bad' ? 'failure' : 'skipped',
    type: 'approval',
    message: word,
    text: [word, ...lines, ...stop].join('\n'),
  }));
  return cases.length > 0 ? cases : [{ name: 'approval', result: 'skipped', type: 'approval', message: approval.message }];
}

function lintSuites(lint: LintReport, report: Report): readonly Suite[] {
  // `--fail-on warning` is not in the report: findings that failed without an error among them were warnings.
  const strict = report.exitCode === 1 && lint.counts.error === 0;
  const failing = new Set<Severity>(strict ? ['error', 'warning'] : ['error']);
  const files = [
    ...Map.groupBy(
      lint.findings.filter((finding) => finding.state !== 'fixed'),
      (finding) => finding.file,
    ),
  ];
  const skipped = unevaluatedCases(lint.notEvaluated);
  const clean: Case = { name: judgedText(lint), result: 'passed' };
  return [
    { name: 'lint', cases: [clean, ...skipped] },
    ...files.map(([file, findings]) => ({ name: file, cases: findings.map((finding) => findingCase(finding, failing)) })),
  ];
}

/** An object of KubeFleet whose content is unknown is an error; other input that was not checked is skipped. */
function unevaluatedCases(notEvaluated: readonly NotEvaluated[]): readonly Case[] {
  return notEvaluated.map((entry): Case => ({
    name: `${entry.file}:${entry.line} not evaluated`,
    result: entry.fleetObject === true ? 'error' : 'skipped',
    type: 'not-evaluated',
    message: reasonText(entry),
  }));
}

function findingCase(finding: Finding, failing: ReadonlySet<Severity>): Case {
  const { rule, severity, message, remedy, suppressed, object } = finding;
  const name = `${rule} ${object === undefined ? '' : `${displayName(object)} `}${finding.line}:${finding.column}`;
  if (suppressed !== undefined) return { name, result: 'skipped', message: `suppressed: ${suppressed.reason}` };
  const code = excerptOf(finding)?.lines.join('\n') ?? '';
  const text = [`${severity}: ${message}`, remedy, placeOf(finding), code, renderedText(finding), ...linksOf(finding)]
    .filter((line) => line !== '')
    .join('\n');
  return { name, result: failing.has(severity) ? 'failure' : 'passed', type: rule, message, text };
}

function suiteXml({ name, cases, properties = [] }: Suite): string {
  const list = propertiesXml(properties);
  const head = list === '' ? '' : `    ${list}\n`;
  return `  <testsuite name="${xml(name)}"${tallies(cases)}>\n${head}${cases.map((each) => caseXml(each, name)).join('')}  </testsuite>\n`;
}

function caseXml({ name, result, type = '', message = '', text = '', properties = [] }: Case, suite: string): string {
  const body = [
    propertiesXml(properties),
    ...(result === 'skipped' ? [`<skipped message="${xml(message)}"/>`] : []),
    ...(result === 'failure' || result === 'error'
      ? [`<${result} type="${xml(type)}" message="${xml(message)}">${xml(text)}</${result}>`]
      : []),
    ...(result === 'passed' && text !== '' ? [`<system-out>${xml(text)}</system-out>`] : []),
  ].join('');
  const open = `    <testcase classname="${xml(suite)}" name="${xml(name)}" time="0"`;
  return body === '' ? `${open}/>\n` : `${open}>${body}</testcase>\n`;
}

function propertiesXml(properties: readonly (readonly [string, string])[]): string {
  const list = properties.map(([key, value]) => `<property name="${xml(key)}" value="${xml(value)}"/>`);
  return list.length === 0 ? '' : `<properties>${list.join('')}</properties>`;
}

function tallies(cases: readonly Case[]): string {
  const count = (result: Result): number => cases.filter((each) => each.result === result).length;
  return ` tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="0"`;
}

/**
 * Text or attribute. `visible` has removed what XML 1.0 does not allow. Colons and hashes are escaped only if a log reader could see a
 * command.
 */
function xml(text: string): string {
  return visible(text)
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(COMMAND_BRACKET, '#&#35;')
    .replace(COMMAND_START, '$1&#58;')
    .replaceAll('\n', '&#10;');
}

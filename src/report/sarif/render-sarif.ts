import type { Finding, RelatedPlace } from '../../finding.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Report } from '../../report.ts';
import { causesOf } from '../facts/gate/causes.ts';
import { findingFingerprints } from '../facts/lint/fingerprint.ts';
import { gatedByVerdict } from '../facts/gate/gated.ts';
import { headlineOf } from '../facts/headline.ts';
import { jsonText } from '../facts/words/json-text.ts';
import { fromRoot, isInside, uriPath } from '../facts/lint/permalink.ts';
import { planNotes } from '../facts/plan/plan-fault.ts';
import { removalsIn, removalText } from '../facts/plan/removals.ts';
import { READY_WORDS } from '../facts/ready.ts';
import { rollbackLines } from '../facts/rollback.ts';
import { noteLines, planRemarks, settingsLines } from '../facts/notes.ts';
import { runLines } from '../facts/run-page.ts';
import { renderedText } from '../facts/lint/rendered.ts';
import { noFleetObjectLines } from '../facts/lint/findings.ts';
import { reasonText } from '../facts/lint/unevaluated.ts';
import { visible } from '../facts/words/visible.ts';
import { messageText } from './message-text.ts';
import { alertRuleOf, LEVELS, ruleList, type RuleText } from './rule-list.ts';

/** GitHub's limits. Source: docs.github.com, "SARIF support for code scanning". */
const RESULT_LIMIT = 25_000;
const RELATED_LIMIT = 100;

/**
 * SARIF 2.1.0 for code scanning. Findings are results. Facts without a place in a file (the gate, the plan, input not evaluated) are
 * notifications of the run, because GitHub refuses results without a place. Fixed findings are left out: GitHub would open alerts for them.
 */
export function renderSarif(named: Report, options: { readonly rules?: () => readonly RuleText[]; readonly prefix?: string } = {}): string {
  const report = withFilesFromRoot(named, options.prefix);
  const findings = (report.lint?.findings ?? []).filter((finding) => finding.state !== 'fixed');
  const shown = findings.slice(0, RESULT_LIMIT);
  const rules = ruleList(shown, options.rules?.() ?? []);
  const ids = rules.map((rule) => rule.id);
  const fingerprints = findingFingerprints(shown);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: report.tool.name, semanticVersion: report.tool.version, rules },
        },
        automationDetails: { id: `fleet-gate/${report.command}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: report.exitCode === 0 || report.exitCode === 1,
            exitCode: report.exitCode,
            toolExecutionNotifications: notifications(report, findings.length - shown.length),
            ...(report.settings === undefined ? {} : { properties: { settings: report.settings } }),
          },
        ],
        results: shown.map((finding) => resultOf(finding, ids.indexOf(alertRuleOf(finding)), fingerprints.get(finding) ?? '')),
      },
    ],
  };
  return jsonText(log);
}

/** The same report with file names relative to the root of the repository. */
function withFilesFromRoot(report: Report, prefix: string | undefined): Report {
  if (prefix === undefined || prefix === '') return report;
  const placed = <T extends { readonly file: string }>(at: T): T => ({ ...at, file: fromRoot(at.file, prefix) });
  const { lint, plan } = report;
  return {
    ...report,
    ...(lint === undefined
      ? {}
      : {
          lint: {
            ...lint,
            findings: lint.findings.map((finding) => ({ ...placed(finding), related: finding.related.map(placed) })),
            notEvaluated: lint.notEvaluated.map(placed),
          },
        }),
    ...(plan?.notEvaluated === undefined ? {} : { plan: { ...plan, notEvaluated: plan.notEvaluated.map(placed) } }),
  };
}

function resultOf(finding: Finding, ruleIndex: number, fingerprint: string): object {
  const { severity, message, remedy, pointer, effect, object, related, state, suppressed } = finding;
  return {
    ruleId: alertRuleOf(finding),
    ruleIndex,
    level: LEVELS[severity],
    message: { text: messageText([message, remedy, renderedText(finding)].filter((line) => line !== '').join('\n')) },
    locations: [
      {
        ...physical(finding),
        ...(object === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: visible(displayName(object)), kind: 'object' }] }),
      },
    ],
    ...(related.length === 0 ? {} : { relatedLocations: related.slice(0, RELATED_LIMIT).map(relatedOf) }),
    // GitHub uses `primaryLocationLineHash`, which `upload-sarif` computes: it warns about each other value in that field. Source:
    // github/codeql-action, `src/fingerprints.ts`.
    partialFingerprints: { 'fleetGateFinding/v1': fingerprint },
    ...(state === undefined ? {} : { baselineState: state }),
    ...(suppressed === undefined ? {} : { suppressions: [{ kind: 'inSource', justification: messageText(suppressed.reason) }] }),
    properties: { effect, pointer, ...(finding.later === true ? { later: true } : {}), ...(finding.open === true ? { open: true } : {}) },
  };
}

/** The text of the place, and its whole lines. If not all lines of the place are known, GitHub shows the text from the file. */
function snippetsOf(place: Finding): { readonly region?: object; readonly context?: object } {
  const { excerpt = [], line, column, endLine, endColumn } = place;
  const [first = ''] = excerpt;
  const last = line + excerpt.length - 1;
  if (excerpt.every((each) => each.trim() === '') || line < 1 || endLine > last) return {};
  const own = endLine === line ? visible(first.slice(column - 1, endColumn - 1)) : '';
  return {
    ...(own.trim() === '' ? {} : { region: { snippet: { text: own } } }),
    context: { contextRegion: { startLine: line, endLine: last, snippet: { text: excerpt.map(visible).join('\n') } } },
  };
}

function physical(place: Finding | RelatedPlace): { readonly physicalLocation: object } {
  const startLine = Math.max(1, place.line);
  const startColumn = Math.max(1, place.column);
  const end = 'endLine' in place && (place.endLine > startLine || (place.endLine === startLine && place.endColumn >= startColumn));
  const snippets = 'rule' in place ? snippetsOf(place) : {};
  return {
    physicalLocation: {
      artifactLocation: artifact(place.file),
      region: {
        startLine,
        startColumn,
        ...(end ? { endLine: place.endLine, endColumn: Math.max(1, place.endColumn) } : {}),
        ...snippets.region,
      },
      ...snippets.context,
    },
  };
}

function artifact(file: string): object {
  if (isInside(file)) return { uri: uriPath(file), uriBaseId: '%SRCROOT%' };
  const [, drive, rest = ''] = /^([A-Za-z]:)[/\\](.*)$/s.exec(file) ?? [];
  if (drive !== undefined) return { uri: `file:///${drive}/${uriPath(rest.replaceAll('\\', '/'))}` };
  return { uri: file.startsWith('/') ? `file://${uriPath(file)}` : uriPath(file) };
}

function relatedOf(place: RelatedPlace, index: number): object {
  return { id: index, ...physical(place), message: { text: messageText(place.message) } };
}

function notifications(report: Report, hidden: number): readonly object[] {
  const say = (level: string, text: string, locations: readonly object[] = []): object => ({
    level,
    message: { text: messageText(text) },
    locations,
  });
  const unevaluated = (report.lint?.notEvaluated ?? report.plan?.notEvaluated ?? []).map((entry) =>
    say(entry.fleetObject === true && report.exitCode !== 0 ? 'error' : 'warning', `not evaluated: ${reasonText(entry)}`, [
      { physicalLocation: { artifactLocation: artifact(entry.file), region: { startLine: Math.max(1, entry.line) } } },
    ]),
  );
  const { word, whole } = headlineOf(report);
  // If there are findings, a finding reports each fault that the plan shows.
  const planned = report.plan === undefined || report.command !== 'plan' ? [] : planNotes(report.plan);
  const causes =
    report.gate === undefined
      ? []
      : gatedByVerdict(report.gate).flatMap((gated) => causesOf(gated.diagnoses).map((cause) => ({ gated, cause })));
  return [
    ...(report.gate === undefined &&
    report.approval === undefined &&
    report.plan === undefined &&
    report.ready === undefined &&
    report.message === undefined
      ? []
      : [say(report.exitCode === 0 ? 'note' : 'error', `${word}: ${whole}`)]),
    ...causes.map(({ gated, cause }) =>
      say(cause.outcome === 'terminal' ? 'error' : 'note', `${displayName(gated.object)}: ${cause.id}: ${cause.title}`),
    ),
    ...rollbackLines(report.gate).map((line) => say('note', line)),
    ...(report.ready?.reasons ?? []).map(({ effect, message }) =>
      say({ blocks: 'error', waits: 'warning', warns: 'warning' }[effect], `${READY_WORDS[effect]}: ${message}`),
    ),
    ...(report.ready?.notChecked ?? []).map(({ message, decides }) =>
      say(decides === true ? 'error' : 'warning', `not checked: ${message}`),
    ),
    ...planned.map(({ kind, text }) =>
      say(kind === 'doubt' ? 'note' : kind === 'fault' && report.exitCode !== 0 ? 'error' : 'warning', text),
    ),
    ...removalsIn(report).map((removal) => say(removal.fails === true ? 'error' : 'warning', removalText(removal))),
    ...[...noteLines(report), ...planRemarks(report), ...settingsLines(report), ...runLines(report)].map((line) => say('note', line)),
    ...noFleetObjectLines(report.lint).map((line) => say('note', line)),
    ...unevaluated,
    ...(hidden > 0 ? [say('warning', `${hidden} more findings are not in this file`)] : []),
  ];
}

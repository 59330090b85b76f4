import type { Finding, NotEvaluated } from '../../finding.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Report } from '../../report.ts';
import { causesOf, clustersOf, objectsText } from './gate/causes.ts';
import { effectText, NO_FLEET_OBJECTS, noFleetObjectLines, openFindings, suppressedOf } from './lint/findings.ts';
import { notedTitles } from './gate/gate-cause.ts';
import { toleratedClusters, gatedByVerdict } from './gate/gated.ts';
import { headlineOf } from './headline.ts';
import { planRemarks, settingsLines } from './notes.ts';
import { planNotes } from './plan/plan-fault.ts';
import { READY_WORDS } from './ready.ts';
import { rollbackLines } from './rollback.ts';
import { removalsIn, removalText } from './plan/removals.ts';
import { renderedText } from './lint/rendered.ts';
import { reasonText, unknownObjects } from './lint/unevaluated.ts';
import { unplacedText } from './gate/unplaced.ts';
import { counted, placeOf } from './words/words.ts';

/** A message that GitHub, GitLab or a runner shows beside the code or above the log. Untrusted text. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Sentences, one on each line. */
  readonly message: string;
  /** The same from one run to the next; several annotations may share it. */
  readonly key: string;
  readonly place?: Pick<Finding, 'file' | 'line' | 'endLine'> & Partial<Pick<Finding, 'column' | 'endColumn'>>;
  /** The finding that it reports, if it reports one. */
  readonly finding?: Finding;
}

/**
 * The most annotations of each level in a step. Source: reviewdog #411, golangci-lint-action #73; azure-pipelines-agent,
 * `ExecutionContext.AddIssue`.
 */
const BUDGET = 10;
/** The most suppressed findings, or clusters of a cause, that one line names. */
const SHOWN_SUPPRESSED = 5;
const SHOWN_CLUSTERS = 5;
const NAME = 'fleet-gate';

/** All annotations, those that decide the outcome first; empty if a run passed without anything to report. */
export function annotationsOf(report: Report): readonly Annotation[] {
  const all = [
    // First, because annotations over the limit are left out, and those that decide must not be.
    ...(report.silenced ?? []).map((message) => plain('warning', NAME, message)),
    ...[...(report.notes ?? []), ...planRemarks(report)].map((message) => plain('notice', NAME, message)),
    ...settingsLines(report).map((message) => plain('notice', NAME, message, 'settings')),
    ...suppressedAnnotations(report),
    ...readyAnnotations(report),
    ...gateAnnotations(report),
    ...(report.command === 'plan' ? planAnnotations(report) : []),
    ...(report.lint === undefined ? [] : openFindings(report.lint.findings).map(findingAnnotation)),
    ...unevaluatedAnnotations(report),
    ...removalsIn(report).map((removal) =>
      plain(removal.fails === true ? 'error' : 'warning', `${NAME}: removed from clusters`, removalText(removal)),
    ),
  ];
  return report.exitCode === 0 || all.some(({ level, finding }) => level === 'error' || finding !== undefined)
    ? all
    : [headAnnotation(report), ...all];
}

/** Other input that was not checked, and that no placement was. They do not fail the run and get no line above a log. */
export function unjudgedAnnotations({ lint, plan }: Report): readonly Annotation[] {
  return [
    ...noFleetObjectLines(lint).map((line) => plain('notice', NAME, line, NO_FLEET_OBJECTS)),
    ...(lint?.notEvaluated ?? plan?.notEvaluated ?? [])
      .filter(({ fleetObject }) => fleetObject !== true)
      .map((entry) => unevaluatedAnnotation('notice', entry)),
  ];
}

/**
 * The annotations that are shown: the first 10 errors, 10 warnings and 10 notices. The last notice says how many more there are, and where.
 */
export function withinBudget(all: readonly Annotation[], where: string): readonly Annotation[] {
  const { error = [], warning = [], notice = [] } = Object.groupBy(all, ({ level }) => level);
  const fits = [error, warning, notice].every((list) => list.length <= BUDGET);
  // The last notice takes one of the places.
  const shown = [...error.slice(0, BUDGET), ...warning.slice(0, BUDGET), ...notice.slice(0, fits ? BUDGET : BUDGET - 1)];
  const hidden = all.length - shown.length;
  return hidden === 0 ? shown : [...shown, plain('notice', NAME, `${hidden} more in ${where}`)];
}

function plain(level: Annotation['level'], title: string, message: string, key = message): Annotation {
  return { level, title, message, key: JSON.stringify([title, key]) };
}

/** Why a run ended that has no other annotation. */
function headAnnotation(report: Report): Annotation {
  const { word, whole } = headlineOf(report);
  return plain('error', `${NAME}: ${word}`, whole, 'outcome');
}

/** The decisive reasons as errors or warnings, and everything that was not checked. */
function readyAnnotations({ ready, exitCode, outcome }: Report): readonly Annotation[] {
  if (ready === undefined) return [];
  // What waits decides only if nothing blocks.
  const levels = { blocks: 'error', waits: outcome === 'wait' ? 'error' : 'warning', warns: 'warning' } as const;
  return [
    ...ready.reasons.map(({ id, effect, message, remedy }) =>
      plain(levels[effect], `${NAME}: ${READY_WORDS[effect]}`, [message, ...(remedy === undefined ? [] : [remedy])].join('\n'), id),
    ),
    ...ready.notChecked.map(({ message, decides }) =>
      plain(decides === true && exitCode !== 0 ? 'error' : 'notice', `${NAME}: not checked`, message),
    ),
  ];
}

function gateAnnotations(report: Report): readonly Annotation[] {
  const { gate } = report;
  if (gate === undefined && report.approval === undefined && report.message === undefined) return [];
  const head = headAnnotation(report);
  if (report.exitCode === 0) {
    const level = levelOfPass(report);
    return level === undefined ? [] : [{ ...head, level }];
  }
  const all = gate === undefined ? [] : gatedByVerdict(gate);
  const causes = all
    .filter(({ verdict }) => verdict !== 'passed')
    .flatMap((gated) => causesOf(gated.diagnoses).map((cause) => ({ gated, cause })));
  return [
    head,
    ...causes.map(({ gated, cause }): Annotation => {
      const clusters = clustersOf(cause);
      const objects = objectsText(cause);
      const name = displayName(gated.object);
      const where = clusters.length === 0 ? '' : ` on ${listed(clusters, SHOWN_CLUSTERS)}`;
      const evidence = cause.places[0]?.evidence[0];
      const lines = [
        `${name}${where}: ${cause.title}${objects === '' ? '' : ` (${objects})`}`,
        ...(evidence === undefined ? [] : [evidence]),
        ...cause.remedy.slice(0, 1),
      ];
      const level = cause.outcome === 'terminal' ? 'error' : cause.outcome === 'info' ? 'notice' : 'warning';
      return plain(level, cause.id, lines.join('\n'), name);
    }),
    ...rollbackLines(gate).map((line) => plain('notice', `${NAME}: former content`, line)),
  ];
}

/**
 * The level at which a pass with reservations is reported: something was tolerated, or not checked. `undefined` if all was checked and is
 * good.
 */
function levelOfPass({ gate, approval, outcome }: Report): 'warning' | 'notice' | undefined {
  // A write must be visible.
  if (approval !== undefined) return 'notice';
  if (gate === undefined) return outcome === 'nothingToDo' ? 'notice' : undefined;
  const all = gatedByVerdict(gate);
  if (toleratedClusters(all).length > 0 || all.some(({ verdict }) => verdict !== 'passed')) return 'warning';
  const isBare =
    all.every(({ freshness, notVerified = [] }) => freshness === 'proven' && notVerified.length === 0) &&
    [unplacedText(gate), gate.message, ...notedTitles(all)].every((text) => text === undefined);
  return isBare ? undefined : 'notice';
}

/** What a plan must report; `lint` has a finding for it, or says that it was not checked. */
function planAnnotations({ plan, exitCode }: Report): readonly Annotation[] {
  const levels = { fault: exitCode === 0 ? 'warning' : 'error', gap: 'warning', warning: 'warning', doubt: 'notice' } as const;
  return plan === undefined ? [] : planNotes(plan).map(({ kind, name, text }) => plain(levels[kind], `${NAME}: plan`, text, name));
}

function findingAnnotation(finding: Finding): Annotation {
  const later = finding.later === true ? [`${effectText(finding)}.`] : [];
  const message = [finding.message, ...later, finding.remedy, renderedText(finding)].filter((line) => line !== '').join('\n');
  return { ...plain(finding.severity, finding.rule, message), place: finding, finding };
}

/** Suppressed findings as one line: without an annotation they would not be visible here. */
function suppressedAnnotations({ lint }: Report): readonly Annotation[] {
  const suppressed = lint === undefined ? [] : suppressedOf(lint);
  if (suppressed.length === 0) return [];
  const places = suppressed.map((finding) => `${finding.rule} at ${placeOf(finding)}: ${finding.suppressed?.reason ?? ''}`);
  const message = `${counted(suppressed.length, 'finding')} suppressed: ${listed(places, SHOWN_SUPPRESSED)}`;
  return [plain('notice', NAME, message, 'suppressed')];
}

/** Objects of KubeFleet that were not checked. */
function unevaluatedAnnotations({ lint, plan, outcome }: Report): readonly Annotation[] {
  const level = outcome === 'notEvaluated' ? 'error' : 'warning';
  return unknownObjects(lint?.notEvaluated ?? plan?.notEvaluated ?? []).map((entry) => unevaluatedAnnotation(level, entry));
}

function unevaluatedAnnotation(level: Annotation['level'], entry: NotEvaluated): Annotation {
  const { file, line } = entry;
  return { ...plain(level, 'not evaluated', reasonText(entry)), place: { file, line, endLine: line } };
}

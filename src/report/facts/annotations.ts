import type { Finding, NotEvaluated } from '../../finding.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Report } from '../../report.ts';
import { causesOf, clustersOf, objectsText } from './gate/causes.ts';
import { effectText, standing, suppressedOf } from './lint/findings.ts';
import { notedTitles } from './gate/gate-cause.ts';
import { forgivenClusters, gatedByVerdict } from './gate/gated.ts';
import { headlineOf } from './headline.ts';
import { settingsLines } from './notes.ts';
import { planTold } from './plan/plan-fault.ts';
import { removalsIn, removalText } from './plan/removals.ts';
import { renderedText } from './lint/rendered.ts';
import { reasonText, unknownObjects } from './lint/unevaluated.ts';
import { unplacedText } from './gate/unplaced.ts';
import { counted, placeOf } from './words/words.ts';

/** What a forge or a runner shows beside the code or above the log. Untrusted text. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Sentences, one a line. */
  readonly message: string;
  /** What it is known by from one run to the next; it may share that with others. */
  readonly key: string;
  readonly place?: Pick<Finding, 'file' | 'line' | 'endLine'> & Partial<Pick<Finding, 'column' | 'endColumn'>>;
  /** The finding it tells, where it is one. */
  readonly finding?: Finding;
}

/** What is shown of each level and step. Source: reviewdog #411, golangci-lint-action #73; azure-pipelines-agent, `ExecutionContext.AddIssue`. */
const BUDGET = 10;
/** Suppressed findings, and clusters of a cause, that one line names. */
const SHOWN_SUPPRESSED = 5;
const SHOWN_CLUSTERS = 5;
const NAME = 'fleet-gate';

/** All there is to annotate, what decides first; empty where a run passed and there is nothing to say. */
export function annotationsOf(report: Report): readonly Annotation[] {
  const all = [
    // First, as what is over the budget is left out, and what decides must not be.
    ...(report.silenced ?? []).map((message) => plain('warning', NAME, message)),
    ...(report.notes ?? []).map((message) => plain('notice', NAME, message)),
    ...settingsLines(report).map((message) => plain('notice', NAME, message, 'settings')),
    ...suppressedAnnotations(report),
    ...gateAnnotations(report),
    ...(report.command === 'plan' ? planAnnotations(report) : []),
    ...(report.lint === undefined ? [] : standing(report.lint.findings).map(findingAnnotation)),
    ...unevaluatedAnnotations(report),
    ...removalsIn(report).map((removal) =>
      plain(removal.fails === true ? 'error' : 'warning', `${NAME}: removed from clusters`, removalText(removal)),
    ),
  ];
  return report.exitCode === 0 || all.some(({ level, finding }) => level === 'error' || finding !== undefined)
    ? all
    : [headAnnotation(report), ...all];
}

/** What else of the input nobody judged, which fails nothing and deserves no line above a log. */
export function unjudgedAnnotations({ lint, plan }: Report): readonly Annotation[] {
  return (lint?.notEvaluated ?? plan?.notEvaluated ?? [])
    .filter(({ fleetObject }) => fleetObject !== true)
    .map((entry) => unevaluatedAnnotation('notice', entry));
}

/** Those that are shown: the first 10 errors, 10 warnings and 10 notices; the last notice says how many more there are, and where they are. */
export function withinBudget(all: readonly Annotation[], where: string): readonly Annotation[] {
  const { error = [], warning = [], notice = [] } = Object.groupBy(all, ({ level }) => level);
  const fits = [error, warning, notice].every((list) => list.length <= BUDGET);
  // The last notice needs a place of its own.
  const shown = [...error.slice(0, BUDGET), ...warning.slice(0, BUDGET), ...notice.slice(0, fits ? BUDGET : BUDGET - 1)];
  const hidden = all.length - shown.length;
  return hidden === 0 ? shown : [...shown, plain('notice', NAME, `${hidden} more in ${where}`)];
}

function plain(level: Annotation['level'], title: string, message: string, key = message): Annotation {
  return { level, title, message, key: JSON.stringify([title, key]) };
}

/** What ended a run that has nothing else to show for it. */
function headAnnotation(report: Report): Annotation {
  const { word, whole } = headlineOf(report);
  return plain('error', `${NAME}: ${word}`, whole, 'outcome');
}

function gateAnnotations(report: Report): readonly Annotation[] {
  const { gate } = report;
  if (gate === undefined && report.message === undefined) return [];
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
  ];
}

/** How loud a pass is told that is not a bare one: something was let through, or not seen; `undefined` where all was seen to be good. */
function levelOfPass({ gate, outcome }: Report): 'warning' | 'notice' | undefined {
  if (gate === undefined) return outcome === 'nothingToDo' ? 'notice' : undefined;
  const all = gatedByVerdict(gate);
  if (forgivenClusters(all).length > 0 || all.some(({ verdict }) => verdict !== 'passed')) return 'warning';
  const isBare =
    all.every(({ freshness }) => freshness === 'proven') &&
    [unplacedText(gate), gate.message, ...notedTitles(all)].every((text) => text === undefined);
  return isBare ? undefined : 'notice';
}

/** What of a plan must be known, of which `lint` has a finding or says what was not checked. */
function planAnnotations({ plan, exitCode }: Report): readonly Annotation[] {
  const levels = { fault: exitCode === 0 ? 'warning' : 'error', gap: 'warning', warning: 'warning', doubt: 'notice' } as const;
  return plan === undefined ? [] : planTold(plan).map(({ kind, name, text }) => plain(levels[kind], `${NAME}: plan`, text, name));
}

function findingAnnotation(finding: Finding): Annotation {
  const later = finding.later === true ? [`${effectText(finding)}.`] : [];
  const message = [finding.message, ...later, finding.remedy, renderedText(finding)].filter((line) => line !== '').join('\n');
  return { ...plain(finding.severity, finding.rule, message), place: finding, finding };
}

/** What somebody accepted, as one line: with no annotation of its own it would be unseen here. */
function suppressedAnnotations({ lint }: Report): readonly Annotation[] {
  const suppressed = lint === undefined ? [] : suppressedOf(lint);
  if (suppressed.length === 0) return [];
  const places = suppressed.map((finding) => `${finding.rule} at ${placeOf(finding)}: ${finding.suppressed?.reason ?? ''}`);
  const message = `${counted(suppressed.length, 'finding')} suppressed: ${listed(places, SHOWN_SUPPRESSED)}`;
  return [plain('notice', NAME, message, 'suppressed')];
}

/** Objects of KubeFleet that nobody judged. */
function unevaluatedAnnotations({ lint, plan, outcome }: Report): readonly Annotation[] {
  const level = outcome === 'notEvaluated' ? 'error' : 'warning';
  return unknownObjects(lint?.notEvaluated ?? plan?.notEvaluated ?? []).map((entry) => unevaluatedAnnotation(level, entry));
}

function unevaluatedAnnotation(level: Annotation['level'], entry: NotEvaluated): Annotation {
  const { file, line } = entry;
  return { ...plain(level, 'not evaluated', reasonText(entry)), place: { file, line, endLine: line } };
}

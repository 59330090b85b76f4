import type { Finding } from '../finding.ts';
import { displayName, objectKey } from '../fleet/kubernetes/object.ts';
import { type GatedPlacement, type LintReport, MOST_CHANGES, type Report } from '../report.ts';
import { openFindings } from './facts/lint/findings.ts';
import { counted, fileName } from './facts/words/words.ts';

/** The most entries that each list of a report shows; the others are counted. */
const LIMITS = {
  /** Of one rule about one object, and in all: GitHub accepts no more in a SARIF file. */
  sameFinding: 1000,
  findings: 25_000,
  notEvaluated: 10_000,
  /** Of one placement. */
  diagnoses: 10_000,
  timeline: MOST_CHANGES,
};

/** The most groups that a sentence names. */
const SHOWN = 3;

/**
 * The report with lists that a person can still read. A note has the number of entries that are left out, so that every format shows it.
 */
export function cutReport(report: Report): Report {
  const { lint, gate } = report;
  const cutLint = lint === undefined ? undefined : lintCut(lint);
  const cutGate = gate === undefined ? undefined : gateCut(gate);
  const said = [...(cutLint?.cutNotes ?? []), ...(cutGate?.said ?? [])];
  if (said.length === 0) return report;
  return {
    ...report,
    // A report that was cut before keeps its note.
    notes: [...new Set([...(report.notes ?? []), ...said])],
    ...(cutLint === undefined ? {} : { lint: cutLint.lint }),
    ...(cutGate === undefined ? {} : { gate: cutGate.gate }),
  };
}

function lintCut(lint: LintReport): { readonly lint: LintReport; readonly cutNotes: readonly string[] } {
  const { findings, notEvaluated } = lint;
  const groups = [...Map.groupBy(findings, sameness).values()];
  const kept = groups.flatMap((group) => group.slice(0, LIMITS.sameFinding));
  // Errors first, so that many notices do not push them out.
  const first = new Set([...openFindings(kept), ...kept.filter((finding) => !isStanding(finding))].slice(0, LIMITS.findings));
  const listed = findings.filter((finding) => first.has(finding));
  const left = notEvaluated.length - Math.min(notEvaluated.length, LIMITS.notEvaluated);
  if (listed.length === findings.length && left === 0) return { lint, cutNotes: [] };
  const unlisted = findings.filter((finding) => !first.has(finding));
  const standingLeft = unlisted.filter(isStanding).length;
  return {
    lint: {
      ...lint,
      findings: listed,
      notEvaluated: notEvaluated.slice(0, LIMITS.notEvaluated),
      ...(standingLeft === 0 ? {} : { unlisted: standingLeft }),
    },
    cutNotes: [
      ...(unlisted.length === 0
        ? []
        : [`${counted(unlisted.length, 'finding')} more, not listed here: ${crowds(unlisted)}. They are included in the totals.`]),
      ...(left === 0 ? [] : [`${counted(left, 'more input')} not evaluated, not listed here. They are included in the totals.`]),
    ],
  };
}

/** `schema of ConfigMap/a (299000), …`: the largest groups, as a list. */
function crowds(findings: readonly Finding[]): string {
  const groups = [
    ...Map.groupBy(findings, ({ rule, object, file }) => `${rule} of ${object === undefined ? fileName(file) : displayName(object)}`),
  ];
  const largest = groups.toSorted(([, a], [, b]) => b.length - a.length).slice(0, SHOWN);
  const rest = groups.length - largest.length;
  return `${largest.map(([name, { length }]) => `${name} (${length})`).join(', ')}${rest > 0 ? ` and ${counted(rest, 'other group')}` : ''}`;
}

function sameness({ rule, object, file, severity, state, suppressed }: Finding): string {
  return JSON.stringify([rule, object === undefined ? file : objectKey(object), severity, state, suppressed]);
}

function isStanding({ suppressed, state }: Finding): boolean {
  return suppressed === undefined && state !== 'fixed';
}

function gateCut({ earlierChanges = 0, ...gate }: NonNullable<Report['gate']>): {
  readonly gate: NonNullable<Report['gate']>;
  readonly said: readonly string[];
} {
  const targets = [...gate.placements, ...gate.runs];
  const left = targets.reduce((sum, { diagnoses }) => sum + Math.max(0, diagnoses.length - LIMITS.diagnoses), 0);
  const cutHere = Math.max(0, gate.timeline.length - LIMITS.timeline);
  const before = cutHere + earlierChanges;
  if (left === 0 && before === 0) return { gate, said: [] };
  const cut = <Target extends GatedPlacement>(target: Target): Target =>
    target.diagnoses.length <= LIMITS.diagnoses ? target : { ...target, diagnoses: target.diagnoses.slice(0, LIMITS.diagnoses) };
  return {
    gate: {
      ...gate,
      placements: gate.placements.map(cut),
      runs: gate.runs.map(cut),
      timeline: gate.timeline.slice(cutHere),
      ...(before === 0 ? {} : { earlierChanges: before }),
    },
    said: [
      ...(left === 0 ? [] : [`${counted(left, 'diagnosis', 'diagnoses')} more, not listed here. They are included in the totals.`]),
      ...(before === 0 ? [] : [`${counted(before, 'earlier change')} of the timeline, not listed here.`]),
    ],
  };
}

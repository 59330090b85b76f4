import { SEVERITIES, type NotEvaluated } from '../../finding.ts';
import type { GateReport, Report, ReportOutcome, WatchReport } from '../../report.ts';
import { cutAtClause } from './words/cut-sentence.ts';
import { decisiveStep } from './gate/decisive-cause.ts';
import { approvalWord } from './approval.ts';
import { doctorCause, doctorCounts, doctorStep } from './doctor.ts';
import { openFindings } from './lint/findings.ts';
import { toleratedClusters, gatedByVerdict, worstOfClusters } from './gate/gated.ts';
import { gateCause } from './gate/gate-cause.ts';
import { silencedTail } from './notes.ts';
import { readyCause, readyStep, readyWord } from './ready.ts';
import { removalHead, removalsIn } from './plan/removals.ts';
import { reasonText, splitUnevaluated, unevaluatedText, unknownObjects } from './lint/unevaluated.ts';
import { watchCause, watchCounts } from './watch.ts';
import { counted, fileName } from './words/words.ts';
import { planCause, planFaults, planWarnings } from './plan/plan-cause.ts';
import { lintCause } from './lint/lint-cause.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

/** What a reader must see first: a word for the outcome and one sentence with the cause. Untrusted text, not yet escaped. */
export interface Headline {
  readonly tone: 'good' | 'bad' | 'open';
  readonly word: string;
  /**
   * `prod hub · lint failed: 4 errors`: the title of the run if it has one, what was done, and the outcome with its numbers. For a page
   * that shows several reports.
   */
  readonly heading: string;
  readonly text: string;
  /** The rest of a sentence that is too long for a heading, for a place right below it. */
  readonly rest?: string;
  /** The whole sentence, for a format without such a place. */
  readonly whole: string;
  /** The first step for that cause; absent if there is nothing to do, or no known step. */
  readonly step?: string;
}

const WORDS: Readonly<Record<ReportOutcome, string>> = {
  clean: 'PASSED',
  findings: 'FAILED',
  notEvaluated: 'NOT EVALUATED',
  nothingToDo: 'NOTHING TO DO',
  usage: 'WRONG USAGE',
  ownFault: 'INTERNAL ERROR',
  ready: 'READY',
  notReady: 'NOT READY',
  wait: 'WAIT',
  passed: 'PASSED',
  failed: 'FAILED',
  timedOut: 'TIMED OUT',
  waiting: 'NOT DECIDED YET',
  waitingForPerson: 'WAITING FOR A PERSON',
  superseded: 'SUPERSEDED',
  stuck: 'STUCK',
  unreachable: 'HUB UNREACHABLE',
  notAllowed: 'ACCESS DENIED',
  cancelled: 'CANCELLED',
};

const OPEN: ReadonlySet<ReportOutcome> = new Set(['wait', 'waiting', 'waitingForPerson', 'superseded', 'cancelled', 'nothingToDo']);

/** The most characters of the sentence in a heading: it is cut at the end of a clause, and continues below. */
const LONGEST_TEXT = 300;

/** The first line of every format; for `lint` without findings it has the counts. */
export function headlineOf(report: Report): Headline {
  // If a run found nothing to check, nothing passed.
  const isPass = report.exitCode === 0 && report.outcome !== 'nothingToDo';
  const tone = isPass ? 'good' : OPEN.has(report.outcome) ? 'open' : 'bad';
  const word = isPass ? passedWord(report) : openWord(report);
  const removals = removalsIn(report);
  const failing = removals.some(({ fails }) => fails === true) ? 'fail-on-removal: ' : '';
  const text = [`${failing}${removalHead(removals)}`, causeOf(report)].filter((part) => part !== '').join('; ');
  const step = report.exitCode === 0 ? undefined : firstStep(report);
  const whole = `${text}${silencedTail(report)}`;
  return {
    tone,
    word,
    heading: headingOf(report, word),
    ...cutAtClause(whole, LONGEST_TEXT),
    whole,
    ...(step === undefined ? {} : { step }),
  };
}

function headingOf(report: Report, word: string): string {
  const title = report.title === undefined ? [] : [report.title];
  const counts = failedCounts(report);
  const numbers = counts.length === 0 ? '' : `: ${inOneSentence(counts)}`;
  const outcome = word.toLowerCase();
  const joined = /^(ready|not ready|passed|failed|stuck|timed out|cancelled|superseded|approved)/.test(outcome) ? ' ' : ': ';
  return [...title, `${DONE[report.command]}${joined}${outcome}${numbers}`].join(' · ');
}

/** What a command does, as the subject of a heading. */
const DONE: Readonly<Record<Report['command'], string>> = {
  lint: 'lint',
  plan: 'plan',
  ready: 'rollout',
  wait: 'gate',
  diagnose: 'diagnosis',
  watch: 'watch',
  doctor: 'doctor',
  approve: 'approval',
  demo: 'demo',
  init: 'init',
  status: 'status',
  snapshot: 'snapshot',
  clusters: 'clusters',
  explain: 'explain',
  owns: 'owns',
  mcp: 'mcp',
  none: 'run',
};

/** The part that decides a report of `watch`. */
function watchOf({ command, watch }: Report): WatchReport | undefined {
  return command === 'watch' ? watch : undefined;
}

/** How much failed: findings, clusters of a gate, or watched objects. */
function failedCounts(report: Report): readonly string[] {
  if (report.exitCode === 0) return [];
  const watch = watchOf(report);
  if (watch !== undefined) return watchCounts(watch.counts, ['bad']);
  if (report.gate === undefined || report.outcome !== report.gate.outcome)
    return report.outcome === 'findings' ? severityCounts(report) : [];
  const clusters = worstOfClusters(gatedByVerdict(report.gate));
  const failed = clusters.filter(({ verdict }) => verdict === 'failed' || verdict === 'stuck').length;
  return failed === 0 ? [] : [`${failed} of ${counted(clusters.length, 'cluster')}`];
}

/** For `doctor`, a wrong kubeconfig is a result, not wrong usage. */
function openWord({ command, outcome, message, approval }: Report): string {
  if (command === 'approve' && approval !== undefined && outcome === 'failed') return 'NOT APPROVED';
  return command === 'doctor' && outcome === 'usage' && message === undefined ? 'WRONG CONFIGURATION' : WORDS[outcome];
}

/** The first step of the cause that the headline names. */
function firstStep({ message, ready, gate, lint, doctor, watch, outcome, command, removals }: Report): string | undefined {
  if (message !== undefined) return undefined;
  if (command === 'doctor' && doctor !== undefined) return doctorStep(doctor);
  if (command === 'watch' && watch !== undefined) return watch.bad[0]?.step;
  if (command === 'ready' && ready !== undefined) return readyStep(ready);
  if (gate !== undefined && outcome === gate.outcome) return gate.message === undefined ? decisiveStep(gate) : undefined;
  const [found] = lint === undefined || outcome !== 'findings' ? [] : openFindings(lint.findings);
  if (found?.severity !== 'error' && removals?.some(({ fails }) => fails === true) === true) return KEEP_OR_ALLOW;
  if (found === undefined || (command !== 'lint' && found.severity !== 'error')) return undefined;
  return found.remedy === '' ? undefined : found.remedy;
}

/** What to do if removals fail a run. */
const KEEP_OR_ALLOW =
  'Keep what the change removes, or, if the removal is intended, run again with `fail-on-removal` set to `none` for this change.';

/**
 * `PASSED with 1 warning`: a warning must not read as the reason of a pass, and a pass that a change reached by silencing findings must not
 * read as a pass without reservations.
 */
function passedWord(report: Report): string {
  if (report.command === 'ready' && report.ready !== undefined) return readyWord(report.ready);
  if (report.command === 'approve' && report.approval !== undefined) return approvalWord(report.approval);
  const watch = watchOf(report);
  const counts = [
    ...(report.command === 'doctor' && report.doctor !== undefined ? doctorCounts(report.doctor) : []),
    ...severityCounts(report),
    ...some(removalsIn(report).length, 'removal'),
    ...some(report.silenced?.length ?? 0, 'loosening').map((count) => `${count} by this change`),
    ...(watch === undefined ? [] : watchCounts(watch.counts, ['person', 'unknown', 'open'])),
    ...(report.gate === undefined || watch !== undefined ? [] : letThroughCounts(report.gate)),
    ...(unjudgedCount(report) === 0 ? [] : [`${unjudgedCount(report)} not evaluated`]),
  ];
  return counts.length === 0 ? WORDS.passed : `${WORDS.passed} with ${inOneSentence(counts)}`;
}

/** Findings by severity. Errors and warnings of a plan are added, unless the plan is only shown beside a lint. */
function severityCounts({ command, lint, plan }: Report): readonly string[] {
  const found = Map.groupBy(openFindings(lint?.findings ?? []), ({ severity }) => severity);
  const isPlanned = plan !== undefined && command !== 'lint';
  const planned = { error: isPlanned ? planFaults(plan).length : 0, warning: isPlanned ? planWarnings(plan).length : 0, notice: 0 };
  return SEVERITIES.flatMap((severity) => {
    const ofLint = lint?.unlisted === undefined ? (found.get(severity)?.length ?? 0) : lint.counts[severity];
    return some(ofLint + planned[severity], severity);
  });
}

/** Clusters and targets that did not pass and, by the options given, do not fail the gate. */
function letThroughCounts(gate: GateReport): readonly string[] {
  const all = gatedByVerdict(gate);
  const open = all.filter(({ verdict }) => verdict !== 'passed').length;
  return [...some(toleratedClusters(all).length, 'failed cluster'), ...(open === 0 ? [] : [`${open} let through`])];
}

function unjudgedCount({ lint, plan }: Report): number {
  return splitUnevaluated(lint?.notEvaluated ?? plan?.notEvaluated ?? []).unread.length;
}

function some(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [counted(count, noun)];
}

/** `a, b and c` */
function inOneSentence(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function causeOf(report: Report): string {
  const { gate, lint, plan } = report;
  if (report.message !== undefined) return report.message.replaceAll('\n', '; ');
  if (report.command === 'doctor' && report.doctor !== undefined) return doctorCause(report.doctor);
  if (report.command === 'ready' && report.ready !== undefined) return readyCause(report.ready);
  if (report.command === 'approve' && report.approval !== undefined) return report.approval.message;
  const watch = watchOf(report);
  if (watch !== undefined) return watchCause(watch);
  if (gate !== undefined && report.outcome === gate.outcome) return gateCause(gate);
  if (report.outcome === 'notEvaluated') return unevaluatedCause(lint?.notEvaluated ?? plan?.notEvaluated ?? []);
  const [found] = lint === undefined ? [] : openFindings(lint.findings);
  // In the tour of the demo the failure of a plan comes first, unless the manifests are wrong; `lint` decides only by its findings.
  if (plan !== undefined && report.command !== 'lint' && (found?.severity !== 'error' || lint === undefined)) return planCause(plan);
  if (lint !== undefined) return lintCause(lint);
  if (gate !== undefined) return gateCause(gate);
  return `${report.command}: nothing was checked`;
}

/** The cause if nothing failed, but something was not checked. */
function unevaluatedCause(notEvaluated: readonly NotEvaluated[]): string {
  const [first = notEvaluated[0]] = unknownObjects(notEvaluated);
  if (first === undefined) return 'something was not evaluated';
  return `${fileName(first.file)}:${first.line} ${withoutFullStop(reasonText(first))}; ${unevaluatedText(notEvaluated, first)}`;
}

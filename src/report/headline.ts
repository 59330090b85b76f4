import { displayName } from '../fleet/object.ts';
import {
  GATE_OUTCOMES,
  type Diagnosis,
  type GatedPlacement,
  type GateReport,
  type LintReport,
  type PlanReport,
  type Report,
  type ReportOutcome,
} from '../report.ts';
import { type Cause, causesOf, clustersOf, gatedByVerdict, objectsText } from './causes.ts';
import { counted, placeOf, standing, unstopped } from './findings.ts';
import { planFault } from './plan-fault.ts';
import { clip } from './visible.ts';
import { judgedFor } from './judged-for.ts';

/** What a reader must see first: a word for the outcome and one sentence that is the cause. Untrusted text, not yet escaped. */
export interface Headline {
  readonly tone: 'good' | 'bad' | 'open';
  readonly word: string;
  readonly text: string;
}

const WORDS: Readonly<Record<ReportOutcome, string>> = {
  clean: 'PASSED',
  findings: 'FAILED',
  nothingToDo: 'NOTHING TO DO',
  usage: 'WRONG USAGE',
  passed: 'PASSED',
  failed: 'FAILED',
  timedOut: 'TIMED OUT',
  waiting: 'NOT DECIDED YET',
  waitingForPerson: 'WAITING FOR A PERSON',
  superseded: 'SUPERSEDED',
  stuck: 'STUCK',
  unreachable: 'HUB UNREACHABLE',
  notAllowed: 'NOT ALLOWED TO LOOK',
  cancelled: 'CANCELLED',
};
const OPEN: ReadonlySet<ReportOutcome> = new Set(['waiting', 'waitingForPerson', 'superseded', 'cancelled', 'nothingToDo']);

/** The most characters of evidence in it. */
const QUOTED = 240;

/** The first line of every rendering; for `lint` without findings it has the counts. */
export function headlineOf(report: Report): Headline {
  const tone = report.exitCode === 0 ? 'good' : OPEN.has(report.outcome) ? 'open' : 'bad';
  const word = report.exitCode === 0 && report.outcome === 'findings' ? 'PASSED' : WORDS[report.outcome];
  return { tone, word, text: causeOf(report) };
}

function causeOf(report: Report): string {
  const { gate, lint, plan } = report;
  if (report.message !== undefined) return report.message.replaceAll('\n', '; ');
  if (gate !== undefined && (GATE_OUTCOMES as readonly string[]).includes(report.outcome)) return gateCause(gate);
  const [found] = lint === undefined ? [] : standing(lint.findings);
  // In the demo's tour a plan's own failure comes first unless the manifests themselves are wrong; `lint` decides by its findings alone.
  if (plan !== undefined && report.command !== 'lint' && (found?.severity !== 'error' || lint === undefined)) return planCause(plan);
  if (lint !== undefined) return lintCause(lint);
  if (gate !== undefined) return gateCause(gate);
  return `${report.command}: nothing was judged`;
}

function gateCause(gate: GateReport): string {
  if (gate.outcome === 'passed') return passedText(gate);
  const worst = gatedByVerdict(gate).filter((gated) => gated.verdict !== 'passed');
  const causes = worst.flatMap((gated) => causesOf(gated.diagnoses).map((cause) => ({ gated, cause })));
  const wanted: Diagnosis['outcome'] = gate.outcome === 'waitingForPerson' ? 'human' : 'terminal';
  const first = causes.find(({ cause }) => cause.outcome === wanted) ?? causes.find(({ cause }) => cause.outcome !== 'info');
  // Whoever could not look on, or was told to stop, has no verdict that could be the cause.
  const ended = gate.outcome === 'unreachable' || gate.outcome === 'notAllowed' || gate.outcome === 'cancelled';
  if (gate.message !== undefined && (ended || first === undefined)) return gate.message;
  if (first !== undefined) {
    const { gated, cause } = first;
    const [cluster, ...others] = clustersOf(cause);
    const where = cluster === undefined ? '' : ` on ${cluster}${others.length > 0 ? ` and ${counted(others.length, 'more cluster')}` : ''}`;
    const objects = objectsOf(cause, gated);
    const below = objects === '' ? causeBelow(first, causes) : undefined;
    const more = causes.length - (below === undefined ? 1 : 2);
    const notes = [
      below === undefined ? objects || quoteOf(cause, gated) : `${below.cause.title}: ${objectsOf(below.cause, gated)}`,
      // Who lost against another deploy wants to know which.
      gate.outcome === 'superseded' && objects !== '' ? clip(cause.places[0]?.evidence[0] ?? '', QUOTED) : '',
      more > 0 ? `and ${counted(more, 'more cause')}` : '',
    ].filter((note) => note !== '');
    return `${displayName(gated.object)}${where}: ${cause.title}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  }
  const top = worst[0];
  return top === undefined ? 'no placement was judged' : `${displayName(top.object)}: ${top.summary}`;
}

interface GatedCause {
  readonly gated: GatedPlacement;
  readonly cause: Cause;
}

/** What a run or placement as a whole stands on: a cause on the same cluster that has an object of its own. */
function causeBelow({ gated, cause }: GatedCause, causes: readonly GatedCause[]): GatedCause | undefined {
  const [cluster] = clustersOf(cause);
  if (cluster === undefined) return undefined;
  return causes.find(
    (other) =>
      other.gated === gated &&
      other.cause !== cause &&
      other.cause.outcome !== 'info' &&
      clustersOf(other.cause).includes(cluster) &&
      objectsOf(other.cause, gated) !== '',
  );
}

/** What the hub says of it, where the cause has no object of its own that tells more. */
function quoteOf({ places }: Cause, gated: GatedPlacement): string {
  const own = places.some(({ object }) => object !== undefined && displayName(object) !== displayName(gated.object));
  return own ? '' : clip(places[0]?.evidence[0] ?? '', QUOTED);
}

function objectsOf(cause: Cause, gated: GatedPlacement): string {
  return objectsText(cause) || singleObject(cause, gated);
}

/** The object behind a cause, where it is one and not the placement that the line starts with. */
function singleObject(cause: Cause, gated: GatedPlacement): string {
  const names = new Set(cause.places.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)])));
  const [name] = names;
  const isSaid = name === displayName(gated.object) || cause.title.includes(name ?? '');
  return name === undefined || names.size > 1 || isSaid ? '' : name;
}

/** What passed, and what was let through without having passed (`--on-approval pass`, `--allow-partial`): a pass must not claim more. */
function passedText(gate: GateReport): string {
  if (gate.message !== undefined) return gate.message;
  const gated = gatedByVerdict(gate);
  const [worst] = gated;
  if (worst === undefined) return 'nothing was judged';
  if (worst.verdict !== 'passed') return `${displayName(worst.object)} is let through, though ${worst.verdict}: ${worst.summary}`;
  const what = gated.length === 1 ? displayName(worst.object) : counted(gated.length, 'object');
  const unproven = gated.filter((each) => each.freshness !== 'proven').length;
  const doubt =
    unproven > 0 ? `; that it is this content was not proven${gated.length === 1 ? '' : ` for ${counted(unproven, 'object')}`}` : '';
  return `${what} passed on ${clustersText(gated)}${doubt}`;
}

/** A cluster counts as passed when it passed for every object that has it. */
function clustersText(gated: readonly GatedPlacement[]): string {
  const clusters = gated.flatMap((each) => each.clusters);
  const open = new Set(clusters.filter(({ verdict }) => verdict !== 'passed').map(({ name }) => name));
  const all = new Set(clusters.map(({ name }) => name));
  return open.size === 0 ? counted(all.size, 'cluster') : `${all.size - open.size} of ${counted(all.size, 'cluster')}`;
}

function lintCause(lint: LintReport): string {
  const found = standing(lint.findings);
  const [first] = found;
  const unread = lint.notEvaluated.length > 0 ? `; ${counted(lint.notEvaluated.length, 'input')} not evaluated` : '';
  if (first === undefined) {
    const fixed = lint.findings.filter(({ state }) => state === 'fixed').length;
    const others = [
      ...(lint.counts.suppressed > 0 ? [`${lint.counts.suppressed} suppressed`] : []),
      ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ];
    const judged = `${counted(lint.documents, 'document')} of ${counted(lint.files, 'file')}, hub ${judgedFor(lint)}`;
    return `${['no findings', ...others].join(', ')} in ${judged}${unread}`;
  }
  const more = found.length > 1 ? ` (and ${counted(found.length - 1, 'more finding')})` : '';
  return `${placeOf(first)} ${unstopped(first.message)}${more}${unread}`;
}

function planCause(plan: PlanReport): string {
  const open = plan.placements.flatMap((placement) => {
    const fault = planFault(placement);
    return fault === undefined ? [] : [{ placement, fault }];
  });
  const unread = plan.notEvaluated === undefined ? '' : `; ${counted(plan.notEvaluated.length, 'input')} not evaluated`;
  const total = `${counted(plan.placements.length, 'placement')} over ${counted(plan.clusters, 'cluster')}`;
  const [first] = open;
  if (plan.placements.length === 0) return `no placement among these manifests${unread}`;
  if (first === undefined) return `${total}, all scheduled${warningText(plan)}${unread}`;
  const more = open.length > 1 ? ` (and ${open.length - 1} more)` : '';
  return `${displayName(first.placement.object)} ${unstopped(first.fault)}${more}; ${total}${unread}`;
}

/** What a change does that a plan without faults must not hide. */
function warningText({ placements }: PlanReport): string {
  const warnings = placements.flatMap(({ object, change }) => (change?.warnings ?? []).map((text) => ({ object, text })));
  const [first, ...others] = warnings;
  if (first === undefined) return '';
  return `; ${displayName(first.object)}: ${unstopped(first.text)}${others.length === 0 ? '' : ` (and ${counted(others.length, 'more warning')})`}`;
}

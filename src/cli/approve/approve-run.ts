import type { ApprovalReport, ApprovalResult, GateReport, JudgedApproval, ReportOutcome } from '../../report.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import type { TargetOutcome } from '../../outcome.ts';
import { approvalBody } from '../../gates/approval/approval-condition.ts';
import type { ApprovalRequest } from '../../gates/approval/approval-requests.ts';
import { openApprovals } from '../../gates/approval/decide-approvals.ts';
import type { Evidence } from '../../gates/approval/stage-evidence.ts';
import { type Target, targetRef } from '../../gates/deploy/target.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { HubWriter, Written } from '../../gates/hub/write/hub-writer.ts';
import type { RunView } from '../../gates/view/run.ts';
import { VERSION } from '../../version.ts';
import { stopRun } from './stop-run.ts';

/** How often a hub that has changed in between is checked again. */
const ATTEMPTS = 4;

export interface ApproveInput {
  readonly target: Target;
  readonly hub: Pick<LiveHub, 'state' | 'refresh' | 'now'>;
  readonly writer: Pick<HubWriter, 'applyStatus' | 'mergePatch'>;
  /** The verdict of the run, now. */
  readonly judge: () => Promise<GateReport>;
  /** The evidence for the request, given that verdict. */
  readonly evidence: (request: ApprovalRequest, at: Seen) => Promise<Evidence>;
  /** Hides secrets in what is written. */
  readonly hide: (text: string) => string;
  readonly stage?: string;
  readonly dryRun: boolean;
  readonly stopRun: boolean;
  /**
   * Waits until a soak is over if that is soon enough. The clusters are checked again and again meanwhile.
   * @param until the hub's time in milliseconds
   * @returns whether to check again; false if it would be over too late
   */
  readonly waitUntil: (until: number, why: string) => Promise<boolean>;
  /** The page of the pipeline run. */
  readonly page?: string;
}

/** The hub for which the verdict was given. */
export interface Seen {
  readonly hub: HubState;
  readonly run: RunView;
  readonly gate: GateReport;
}

export interface Approved {
  readonly outcome: ReportOutcome;
  readonly approval?: ApprovalReport;
  /** The verdict of the run, unless everything was approved. */
  readonly gate?: GateReport;
  /** The verdict of the run, also if everything was approved. */
  readonly judged?: GateReport;
  /** The hub's words if it did not let us write. */
  readonly refused?: string;
}

/**
 * Checks the run and approves each open request whose evidence is complete. If the hub changes in between, it checks again.
 * @throws {HubError} the hub cannot be read again
 */
export async function approveRun(input: ApproveInput): Promise<Approved> {
  let attempt = 0;
  for (;;) {
    attempt += 1;
    const gate = await input.judge();
    if (!isVerdict(gate)) return { outcome: gate.outcome, gate };
    const hub = input.hub.state();
    const choice = openApprovals(hub, input.target, gate, input.stage);
    const run = targetRef(input.target);
    if (choice.kind === 'none') {
      const requests = choice.approved.map((request) => judged(request, 'alreadyApproved'));
      const approval = { run, message: choice.message, requests };
      return choice.outcome === 'passed' ? { outcome: 'passed', approval, judged: gate } : { outcome: choice.outcome, approval, gate };
    }
    const evidence = [];
    for (const request of choice.requests) evidence.push({ request, found: await input.evidence(request, { hub, run: choice.run, gate }) });
    const soak = evidence.every(({ request, found }) => isCheckable(request) && found.notProven.length === 0)
      ? longestOf(evidence)
      : undefined;
    if (soak?.until !== undefined && !input.dryRun && (await input.waitUntil(soak.until, soak.waits[0] ?? ''))) {
      await input.hub.refresh();
      attempt = 0;
      continue;
    }
    const answers: Answered[] = [];
    // Pods and queries take time, and the clusters must still be good.
    const isSteady = input.dryRun || !evidence.some(isProven) || isSame(gate, await judgedAgain(input));
    for (const { request, found } of evidence) answers.push(await answer(request, found, { ...input, isSteady }));
    const stop = input.stopRun && answers.some(({ isBad }) => isBad) ? await stopRun(choice.run, input) : undefined;
    if ((answers.some(({ again }) => again) || stop?.again === true) && attempt < ATTEMPTS) {
      await input.hub.refresh();
      continue;
    }
    const requests = answers.map(({ judgement }) => judgement);
    const refused = answers.flatMap((each) => each.refused ?? [])[0] ?? stop?.refused;
    const outcome = outcomeOf(
      requests,
      answers.some((each) => each.refused !== undefined),
    );
    const approval = { run, message: messageOf(requests), requests, ...(stop === undefined ? {} : { stop: stop.stop }) };
    if (outcome === 'passed') return { outcome, approval, judged: gate };
    return { outcome, approval, gate: withoutApprovalSteps(gate, requests), ...(refused === undefined ? {} : { refused }) };
  }
}

function isVerdict(gate: GateReport): gate is GateReport & { readonly outcome: TargetOutcome } {
  return gate.outcome !== 'unreachable' && gate.outcome !== 'notAllowed' && gate.outcome !== 'cancelled' && gate.outcome !== 'timedOut';
}

function isProven({ request, found }: { readonly request: ApprovalRequest; readonly found: Evidence }): boolean {
  return isCheckable(request) && found.notProven.length + found.waits.length === 0;
}

function isCheckable({ state, object }: ApprovalRequest): boolean {
  return state !== 'denied' && object !== undefined;
}

/** The evidence that needs the most time; `undefined` if none needs time. */
function longestOf(evidence: readonly { readonly found: Evidence }[]): Evidence | undefined {
  return evidence.map(({ found }) => found).toSorted((a, b) => (b.until ?? 0) - (a.until ?? 0))[0];
}

async function judgedAgain({ hub, judge }: ApproveInput): Promise<GateReport> {
  await hub.refresh();
  return judge();
}

/** Whether both verdicts are the same, for the run and for each of its clusters. */
function isSame(before: GateReport, after: GateReport): boolean {
  const summaryOf = ({ outcome, runs }: GateReport): string =>
    JSON.stringify([outcome, runs.map(({ clusters }) => clusters.map(({ name, verdict }) => [name, verdict]))]);
  return summaryOf(before) === summaryOf(after);
}

interface Answered {
  readonly judgement: JudgedApproval;
  /** The hub is not as it was checked. */
  readonly again: boolean;
  /** More than time is missing. */
  readonly isBad: boolean;
  readonly refused?: string;
}

async function answer(
  request: ApprovalRequest,
  evidence: Evidence,
  input: ApproveInput & { readonly isSteady: boolean },
): Promise<Answered> {
  const ended = (result: ApprovalResult, more: readonly string[] = [], also: Partial<Answered> = {}): Answered => ({
    judgement: judged(request, result, { ...evidence, notProven: [...more, ...evidence.notProven, ...evidence.waits] }),
    again: false,
    isBad: result === 'notProven',
    ...also,
  });
  if (request.state === 'denied') return ended('denied', [denialText(request)]);
  if (request.object === undefined) return ended('notProven', ['the request is not on the hub, or cannot be read']);
  if (evidence.notProven.length > 0) return ended('notProven');
  if (evidence.waits.length > 0) return ended('notYet');
  if (input.dryRun) return ended('wouldApprove');
  if (!input.isSteady) return ended('notProven', ['the clusters changed while they were checked'], { again: true });
  const body = approvalBody(request.object, { message: input.hide(conditionMessage(evidence, input)), at: input.hub.now() });
  const written = await input.writer.applyStatus(request.ref, body);
  if (written.kind !== 'written') {
    const again = written.kind === 'changed' || written.kind === 'unknown';
    return ended('notWritten', [whyNotWritten(written, request)], {
      again,
      ...(written.kind === 'denied' ? { refused: written.message } : {}),
    });
  }
  if (isApproved(written.object, request)) return ended('approved');
  return ended('notWritten', ['the hub answered, but the request has no valid approval']);
}

/** Whether the answer of the hub holds the approval. A status that is sent to another path would be dropped without an error. */
function isApproved(object: unknown, request: ApprovalRequest): boolean {
  const approved = findCondition(conditionsAt(object, 'status', 'conditions'), 'Approved');
  return approved?.status === 'True' && approved.observedGeneration === request.object?.metadata.generation;
}

function conditionMessage({ proven }: Evidence, { page }: ApproveInput): string {
  return [`fleet-gate ${VERSION}: ${proven.join('; ')}`, ...(page === undefined ? [] : [page])].join('; ');
}

function whyNotWritten(written: Exclude<Written, { readonly kind: 'written' }>, { state, object }: ApprovalRequest): string {
  const { kind, message } = written;
  if (kind === 'owned') {
    const found = findCondition(conditionsAt(object, 'status', 'conditions'), 'Approved');
    const generations = `Approved is of generation ${String(found?.observedGeneration)}, the request is at ${String(object?.metadata.generation)}`;
    const why = state === 'wrongGeneration' ? `${generations}, so KubeFleet ignores it; ` : '';
    return `${why}another field manager has written Approved, and it is not overwritten: ${message}`;
  }
  return `${NOT_WRITTEN[kind]}: ${message}`;
}

const NOT_WRITTEN = {
  changed: 'the request changed while it was checked',
  denied: 'the hub refuses the write',
  refused: 'the hub refuses the approval',
  unknown: 'it is not known whether the hub has the approval',
} as const;

function denialText({ denial = '' }: ApprovalRequest): string {
  const why = denial === '' ? '' : ` (${denial})`;
  return `Approved is not True${why}: a person has denied it, and that is not overwritten. KubeFleet has no "denied" state, so the run keeps waiting`;
}

function judged({ ref, stage, when }: ApprovalRequest, result: ApprovalResult, evidence: Partial<Evidence> = {}): JudgedApproval {
  const { clusters = [], proven = [], notProven = [], until } = evidence;
  const base = { request: ref, stage: stage.name, when, result, clusters, proven, notProven };
  return result === 'notYet' && until !== undefined ? { ...base, until: rfc3339(until) } : base;
}

const GOOD: ReadonlySet<ApprovalResult> = new Set(['approved', 'wouldApprove', 'alreadyApproved']);

function outcomeOf(requests: readonly JudgedApproval[], isRefused: boolean): ReportOutcome {
  if (requests.every(({ result }) => GOOD.has(result))) return 'passed';
  if (isRefused) return 'notAllowed';
  if (requests.some(({ result }) => result === 'notProven' || result === 'notWritten')) return 'failed';
  return requests.some(({ result }) => result === 'denied') ? 'waitingForPerson' : 'wait';
}

/** The request that decides, and why. */
function messageOf(requests: readonly JudgedApproval[]): string {
  const first =
    requests.find(({ result }) => !GOOD.has(result) && result !== 'notYet') ??
    requests.find(({ result }) => !GOOD.has(result)) ??
    requests[0];
  if (first === undefined) return 'no approval is open';
  const { request, when, stage, result, proven, notProven, until } = first;
  const what = `${displayName(request)} (${when} stage ${stage})`;
  if (result === 'approved') return `${what} is approved: ${proven.join('; ')}`;
  if (result === 'wouldApprove') return `${what} would be approved: ${proven.join('; ')}`;
  if (result === 'notYet')
    return `${what} is not approved yet: ${notProven[0] ?? ''}; it can be approved at ${until ?? ''} if all stays good`;
  return `${what} is not approved: ${notProven[0] ?? ''}`;
}

/** The verdict without the advice to approve what was not proven. */
function withoutApprovalSteps(gate: GateReport, requests: readonly JudgedApproval[]): GateReport {
  const names = new Set(requests.map(({ request }) => displayName(request)));
  const isAdvice = ({ id, object }: GateReport['runs'][number]['diagnoses'][number]): boolean =>
    id === 'run-waiting-approval' && object !== undefined && names.has(displayName(object));
  return { ...gate, runs: gate.runs.map((run) => ({ ...run, diagnoses: run.diagnoses.filter((diagnosis) => !isAdvice(diagnosis)) })) };
}

import type { ApprovalReport, ApprovalResult, GateReport, JudgedApproval, ReportOutcome } from '../../report.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { TargetOutcome } from '../../outcome.ts';
import { approvalBody } from '../../gates/approval/approval-condition.ts';
import type { ApprovalRequest } from '../../gates/approval/approval-requests.ts';
import { openApprovals } from '../../gates/approval/decide-approvals.ts';
import { type Evidence, stageEvidence } from '../../gates/approval/stage-evidence.ts';
import type { Expectation } from '../../gates/deploy/expectation.ts';
import { type Target, targetRef } from '../../gates/deploy/target.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { HubWriter, Written } from '../../gates/hub/write/hub-writer.ts';
import { VERSION } from '../../version.ts';

/** How often a hub that has changed in between is judged again. */
const ATTEMPTS = 4;

export interface ApproveInput {
  readonly target: Target;
  readonly hub: Pick<LiveHub, 'state' | 'refresh' | 'now'>;
  readonly writer: Pick<HubWriter, 'applyStatus' | 'mergePatch'>;
  readonly expectation: Expectation;
  /** Judges the run now. */
  readonly judge: () => Promise<GateReport>;
  /** Hides secrets in what is written. */
  readonly hide: (text: string, hub: HubState) => string;
  readonly stage?: string;
  readonly dryRun: boolean;
  /** The page of the pipeline run. */
  readonly page?: string;
}

export interface Approved {
  readonly outcome: ReportOutcome;
  readonly approval?: ApprovalReport;
  /** The verdict of the run, unless everything was approved. */
  readonly gate?: GateReport;
}

/**
 * Judges the run and approves each open request whose evidence is complete. If the hub changes in between, it judges again.
 * @throws {HubError} the hub cannot be read again
 */
export async function approveRun(input: ApproveInput): Promise<Approved> {
  for (let attempt = 1; ; attempt += 1) {
    const gate = await input.judge();
    if (!isVerdict(gate)) return { outcome: gate.outcome, gate };
    const seen = input.hub.state();
    const choice = openApprovals(seen, input.target, gate, input.stage);
    const run = targetRef(input.target);
    if (choice.kind === 'none') {
      const requests = choice.approved.map((request) => judged(request, 'alreadyApproved'));
      const approval = { run, message: choice.message, requests };
      return choice.outcome === 'passed' ? { outcome: 'passed', approval } : { outcome: choice.outcome, approval, gate };
    }
    const decided = choice.requests.map((request) => ({ request, evidence: evidenceOf(request, gate, input) }));
    const written = [];
    for (const { request, evidence } of decided) written.push(await answer(request, evidence, seen, input));
    if (written.some(({ again }) => again) && attempt < ATTEMPTS) {
      await input.hub.refresh();
      continue;
    }
    const requests = written.map(({ judgement }) => judgement);
    const outcome = outcomeOf(
      requests,
      written.some(({ isDenied }) => isDenied),
    );
    const approval = { run, message: messageOf(requests), requests };
    return outcome === 'passed' ? { outcome, approval } : { outcome, approval, gate: withoutApprovalSteps(gate, requests) };
  }
}

function isVerdict(gate: GateReport): gate is GateReport & { readonly outcome: TargetOutcome } {
  return gate.outcome !== 'unreachable' && gate.outcome !== 'notAllowed' && gate.outcome !== 'cancelled' && gate.outcome !== 'timedOut';
}

function evidenceOf(request: ApprovalRequest, gate: GateReport, { expectation }: ApproveInput): Evidence {
  const [run] = gate.runs;
  if (run === undefined) return { clusters: [], proven: [], notProven: ['the run was not checked'] };
  const wanted = { hasManifests: expectation.manifests !== undefined, hasQuery: false, terms: expectation.terms };
  return stageEvidence({ run, outcome: gate.outcome as TargetOutcome }, request, wanted);
}

interface Answered {
  readonly judgement: JudgedApproval;
  /** The hub is not as it was judged. */
  readonly again: boolean;
  readonly isDenied: boolean;
}

async function answer(request: ApprovalRequest, evidence: Evidence, seen: HubState, input: ApproveInput): Promise<Answered> {
  const ended = (result: ApprovalResult, more: readonly string[] = [], also: Partial<Answered> = {}): Answered => ({
    judgement: judged(request, result, { ...evidence, notProven: [...evidence.notProven, ...more] }),
    again: false,
    isDenied: false,
    ...also,
  });
  if (request.state === 'denied') return ended('denied', [denialText(request)]);
  if (request.object === undefined) return ended('notProven', ['the request is not on the hub, or cannot be read']);
  if (evidence.notProven.length > 0) return ended('notProven');
  if (input.dryRun) return ended('wouldApprove');
  const message = input.hide(conditionMessage(evidence, input), seen);
  const body = approvalBody(request.object, { message, at: input.hub.now() });
  const written = await input.writer.applyStatus(request.ref, body);
  if (written.kind !== 'written')
    return ended('notWritten', [whyNotWritten(written, request)], { again: isOpenAgain(written), isDenied: written.kind === 'denied' });
  return isApproved(written.object, request)
    ? ended('approved')
    : ended('notWritten', ['the hub answered, but the request has no valid approval']);
}

function isOpenAgain({ kind }: Written): boolean {
  return kind === 'changed' || kind === 'unknown';
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
    const why =
      state === 'wrongGeneration'
        ? `Approved is of generation ${String(found?.observedGeneration)}, the request is at ${String(object?.metadata.generation)}; `
        : '';
    return `${why}another field manager has written Approved, and it is not overwritten: ${message}`;
  }
  const before = {
    changed: 'the request changed while it was checked',
    denied: 'the hub refuses the write',
    refused: 'the hub refuses the approval',
    unknown: 'it is not known whether the hub has the approval',
  };
  return `${before[kind]}: ${message}`;
}

function denialText({ denial = '' }: ApprovalRequest): string {
  return `Approved is not True${denial === '' ? '' : ` (${denial})`}: a person has denied it, and that is not overwritten. KubeFleet has no "denied" state, so the run keeps waiting`;
}

function judged({ ref, stage, when }: ApprovalRequest, result: ApprovalResult, evidence: Partial<Evidence> = {}): JudgedApproval {
  const { clusters = [], proven = [], notProven = [] } = evidence;
  return { request: ref, stage: stage.name, when, result, clusters, proven, notProven };
}

const GOOD: ReadonlySet<ApprovalResult> = new Set(['approved', 'wouldApprove', 'alreadyApproved']);

function outcomeOf(requests: readonly JudgedApproval[], isDenied: boolean): ReportOutcome {
  if (requests.every(({ result }) => GOOD.has(result))) return 'passed';
  if (isDenied) return 'notAllowed';
  return requests.some(({ result }) => result === 'notProven' || result === 'notWritten') ? 'failed' : 'waitingForPerson';
}

/** The request that decides, and why. */
function messageOf(requests: readonly JudgedApproval[]): string {
  const first = requests.find(({ result }) => !GOOD.has(result)) ?? requests[0];
  if (first === undefined) return 'no approval is open';
  const what = `${displayName(first.request)} (${first.when} stage ${first.stage})`;
  const words = { approved: 'is approved', wouldApprove: 'would be approved', alreadyApproved: 'is approved already' } as const;
  const { result } = first;
  if (result === 'approved' || result === 'wouldApprove' || result === 'alreadyApproved')
    return `${what} ${words[result]}: ${first.proven.join('; ')}`;
  return `${what} is not approved: ${first.notProven[0] ?? ''}`;
}

/** The verdict without the advice to approve what was not proven. */
function withoutApprovalSteps(gate: GateReport, requests: readonly JudgedApproval[]): GateReport {
  const names = new Set(requests.map(({ request }) => displayName(request)));
  const isAdvice = ({ id, object }: GateReport['runs'][number]['diagnoses'][number]): boolean =>
    id === 'run-waiting-approval' && object !== undefined && names.has(displayName(object));
  return { ...gate, runs: gate.runs.map((run) => ({ ...run, diagnoses: run.diagnoses.filter((diagnosis) => !isAdvice(diagnosis)) })) };
}

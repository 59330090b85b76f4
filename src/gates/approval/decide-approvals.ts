import { findCondition } from '../../fleet/kubernetes/condition.ts';
import { displayName, isDeleting } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { GateReport } from '../../report.ts';
import type { TargetOutcome } from '../../outcome.ts';
import { type Target, targetName } from '../deploy/target.ts';
import { type RunView, type StageView, viewRun } from '../view/run.ts';
import { typeOf } from '../view/seen.ts';
import { type ApprovalRequest, approvalRequests } from './approval-requests.ts';
import { isTerminal } from '../../outcome.ts';

/** What can be approved now. */
export type ApprovalChoice =
  | { readonly kind: 'open'; readonly run: RunView; readonly requests: readonly ApprovalRequest[] }
  /** No approval is open. `outcome` is that of the command; `message` is a clause about the run. */
  | {
      readonly kind: 'none';
      readonly outcome: TargetOutcome | 'nothingToDo';
      readonly message: string;
      readonly approved: readonly ApprovalRequest[];
    };

/**
 * The approvals of a run that are open now. The run itself shows whether a request is still of use: it is not if the run is gone, finished
 * or stopped, or has passed the stage.
 * @param gate the verdict of the run
 * @param stage only the requests of this stage
 */
export function openApprovals(hub: HubState, target: Target, gate: GateReport, stage?: string): ApprovalChoice {
  const object = hub.get(typeOf(target.kind), target.namespace, target.name);
  const none = (outcome: TargetOutcome | 'nothingToDo', message: string): ApprovalChoice => ({
    kind: 'none',
    outcome,
    message,
    approved: [],
  });
  if (object === undefined) return none('nothingToDo', `${targetName(target)} is not on the hub`);
  if (isDeleting(object)) return none('nothingToDo', `${targetName(target)} is being deleted`);
  const run = viewRun(object);
  const name = targetName(target);
  const all = approvalRequests(hub, run);
  const stages = run.stages.filter(({ name: of }) => stage === undefined || of === stage);
  if (stage !== undefined && stages.length === 0 && run.stages.length > 0) {
    const names = listed(namesOf(run.stages), 5);
    return none('nothingToDo', `${name} has no stage ${stage}; its stages are ${names}`);
  }
  const requests = all.filter((request) => stages.includes(request.stage));
  const of = stage === undefined ? name : `stage ${stage} of ${name}`;
  const outcome = gate.outcome as TargetOutcome;
  if (run.succeeded?.status === 'False' || run.initialized?.status === 'False') return none(outcome, `${name} has failed`);
  const open = requests.filter(({ state }) => state !== 'approved');
  if (open.length === 0 && requests.length > 0) {
    const names = listed(
      requests.map(({ ref }) => displayName(ref)),
      5,
    );
    const message = `no approval of ${of} is open: ${names} ${requests.length === 1 ? 'is' : 'are'} approved already`;
    const later = stages.flatMap(laterApprovals);
    if (later.length === 0 || run.succeeded !== undefined) return { kind: 'none', outcome: 'passed', message, approved: requests };
    // A pipeline that approves each stage must not pass as if the next one were approved.
    const summary = gate.runs[0]?.summary;
    const now = summary === undefined ? '' : `; the run now: ${summary}`;
    const next = `the run has not asked for the approval ${listed(later, 5)} yet${now}`;
    return {
      kind: 'none',
      outcome: isTerminal(outcome) ? outcome : 'nothingToDo',
      message: `${message}, and ${next}`,
      approved: requests,
    };
  }
  if (run.succeeded !== undefined) return none('nothingToDo', `${name} has finished without an approval`);
  if (run.state === 'Stop')
    return none(
      'waitingForPerson',
      `${name} is stopped (spec.state is Stop): an approval written now would let it go on as soon as it is resumed`,
    );
  if (open.length > 0) return { kind: 'open', run, requests: open };
  return none(isTerminal(outcome) ? outcome : 'nothingToDo', `no approval of ${of} is open`);
}

function namesOf(stages: readonly StageView[]): readonly string[] {
  return stages.map(({ name }) => name);
}

/** `after stage prod`: the approvals of a stage that the run will ask for. */
function laterApprovals({ name, tasks, succeeded }: StageView): readonly string[] {
  if (succeeded !== undefined) return [];
  return tasks
    .filter(({ type, conditions }) => type === 'Approval' && findCondition(conditions, 'ApprovalRequestCreated')?.status !== 'True')
    .map(({ when }) => `${when} stage ${name}`);
}

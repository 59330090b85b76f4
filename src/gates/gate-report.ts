import type { GateOutcome, GateReport, TimelineEntry } from '../report.ts';
import { HubError } from '../errors.ts';
import type { Expectation } from './expectation.ts';
import type { Snapshot } from './snapshot.ts';
import type { GateState } from './state.ts';
import { typeOf } from './view/seen.ts';

/** The report of a gate that ends in `outcome` with this state. */
export function gateReport(
  outcome: GateOutcome,
  state: GateState | undefined,
  timeline: readonly TimelineEntry[],
  message?: string,
): GateReport {
  const report = { outcome, placements: state?.placements ?? [], runs: state?.runs ?? [], timeline };
  return message === undefined ? report : { ...report, message };
}

/** The outcome of a hub that cannot be seen, with what was known last; any other error is a bug and goes on. */
export function hubLost(error: unknown, state: GateState | undefined, timeline: readonly TimelineEntry[]): GateReport {
  if (!(error instanceof HubError)) throw error;
  return gateReport(error.kind, state, timeline, error.message);
}

/** Without a sight of the targets themselves there is nothing to judge. @throws {HubError} */
export function requireTargets(snapshot: Snapshot, expectation: Expectation): void {
  for (const { kind, namespace } of expectation.targets) {
    const content =
      kind === 'ClusterStagedUpdateRun' ? 'ClusterResourceSnapshot' : kind === 'StagedUpdateRun' ? 'ResourceSnapshot' : undefined;
    if (content !== undefined && snapshot.visibility(typeOf(content), namespace).kind === 'denied') {
      throw new HubError(
        'notAllowed',
        `${content} objects may not be read, and only they prove what a run rolls out: grant list and watch on them`,
      );
    }
    const visibility = snapshot.visibility(typeOf(kind), namespace);
    if (visibility.kind === 'denied') throw new HubError('notAllowed', `${kind} objects may not be read: ${visibility.message}`);
  }
  const unserved = unservedTarget(snapshot, expectation);
  if (unserved !== undefined) throw new HubError('unreachable', unserved);
}

/** Says which kind of a target the hub does not serve; `undefined` when it serves all. */
export function unservedTarget(snapshot: Snapshot, { targets }: Expectation): string | undefined {
  for (const { kind, namespace } of targets) {
    const visibility = snapshot.visibility(typeOf(kind), namespace);
    if (visibility.kind === 'notServed') return `the server knows no ${kind}: is this a KubeFleet hub? ${visibility.message}`;
  }
  return undefined;
}

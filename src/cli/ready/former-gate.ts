import { HubError } from '../../errors.ts';
import { displayName, refOf } from '../../fleet/kubernetes/object.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import { isTargetKind, type Target } from '../../gates/deploy/target.ts';
import { unverifiedFacts } from '../../gates/deploy/unproven.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import { diagnose } from '../../gates/loop/judge-once.ts';
import type { GateOptions } from '../../gates/options.ts';
import type { Reach } from '../../gates/reach.ts';
import { viewPlacement } from '../../gates/view/placement.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import { failedRun, runsAtWork } from '../../ready/former-rollouts.ts';
import type { GateReport, NotChecked } from '../../report.ts';
import type { Terms } from '../../terms.ts';
import { withUnreadEvidence } from '../hub/unread-evidence.ts';

interface Judging {
  readonly hub: LiveHub;
  readonly options: GateOptions;
  readonly named: Terms;
  readonly reach: Reach;
  readonly signal: AbortSignal;
}

/** The judgement of former rollouts. */
export interface FormerGate {
  readonly gate: GateReport;
  /** What could not be read, and does not decide. */
  readonly notChecked: readonly NotChecked[];
}

/**
 * Judges the placements that the hub has, and their update runs at work or that failed last, once. Without manifests: what is judged is
 * what the hub holds. A placement is `unknown` if only evidence that cannot be read is missing: a wait would not end.
 * @throws {HubError} they cannot be read
 */
export async function formerGate(
  placements: readonly ChangedPlacement[],
  { hub, options, named, reach, signal }: Judging,
): Promise<FormerGate> {
  const state = hub.state();
  const live = placements.flatMap((placement) => placement.live ?? []);
  const targets = [
    ...live,
    ...live.flatMap((placement) => [...(runsAtWork(state, placement) ?? []), failedRun(state, placement) ?? []].flat()),
  ].flatMap((object): readonly Target[] => {
    const { kind, namespace, name } = refOf(object);
    if (!isTargetKind(kind)) return [];
    return [namespace === undefined ? { kind, name } : { kind, namespace, name }];
  });
  if (targets.length === 0) return { gate: { outcome: 'passed', placements: [], runs: [], timeline: [] }, notChecked: [] };
  // The gate of that rollout would have ended by now.
  const judging = { ...options, availableWithin: options.timeout };
  const gate = await diagnose({ reader: hub, expectation: expectationOf({ targets, options: judging, terms: named, reach }), signal });
  if (gate.outcome === 'unreachable' || gate.outcome === 'notAllowed')
    throw new HubError(gate.outcome, gate.message ?? 'the hub cannot be read');
  return {
    gate: withUnreadEvidence(gate, hub.state()),
    notChecked: live.flatMap((placement) => {
      const clauses = unverifiedFacts(hub.state(), viewPlacement(hub.state(), placement));
      return clauses.length === 0 ? [] : [{ message: `The former rollout of ${displayName(refOf(placement))}: ${clauses.join('; ')}.` }];
    }),
  };
}

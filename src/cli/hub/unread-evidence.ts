import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { missingEvidence, unseenContent } from '../../gates/deploy/unproven.ts';
import { JUDGED_ONCE } from '../../gates/memory.ts';
import { viewPlacement } from '../../gates/view/placement.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { GateReport } from '../../report.ts';

/**
 * The report of a single judgement without manifests, for commands that judge again later. A placement that waits only because evidence
 * cannot be read is `unknown`, and its summary has the evidence: time does not change that.
 */
export function withUnreadEvidence(gate: GateReport, hub: HubState): GateReport {
  const placements = gate.placements.map((gated) => {
    const { kind, namespace, name } = gated.object;
    const object = hub.get(typeOf(kind), namespace, name);
    if (object === undefined || gated.verdict !== 'waiting' || gated.diagnoses.length > 0) return gated;
    const view = viewPlacement(hub, object);
    const unread = [...missingEvidence(hub, view, []), ...unseenContent(hub, view, JUDGED_ONCE, { now: 0 })];
    return unread.length === 0 ? gated : ({ ...gated, verdict: 'unknown', summary: unread.join('; ') } as const);
  });
  return { ...gate, placements };
}

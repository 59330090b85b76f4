import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { GateReport } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { TARGET_KINDS } from '../deploy/target.ts';
import type { HubReader } from '../hub/reader.ts';
import { JUDGED_ONCE } from '../memory.ts';
import { judge } from '../verdict/judge.ts';
import { typeOf } from '../view/seen.ts';
import { outcomeOf } from './gate-outcome.ts';
import { gateReport } from './gate-report.ts';

/** The types that `judgeByStatus` reads. */
export const STATUS_TYPES: readonly Interest[] = [...TARGET_KINDS, 'ClusterApprovalRequest', 'ApprovalRequest', 'MemberCluster'].map(
  typeOf,
);

/**
 * Judges once by what placements and update runs report in their status, for fleets that are too large to read everything. KubeFleet
 * reports the state of each cluster there; conditions of an older generation prove nothing. It does not see content, bindings or Works.
 * The reader must not follow other types.
 * @throws {HubError}
 */
export async function judgeByStatus(reader: HubReader, expectation: Expectation): Promise<GateReport> {
  await reader.follow(STATUS_TYPES);
  const asked: Expectation = { ...expectation, byStatus: true };
  const state = judge(reader.state(), asked, JUDGED_ONCE, 0);
  return gateReport(outcomeOf(state, asked), state);
}

import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { GateReport } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { rollbacksOf } from '../rollback/rollbacks-of.ts';

/** The report of a gate that failed, with what can bring the former content back. Other reports do not change. */
export function withRollback(report: GateReport, hub: HubState, { reach, paths = [] }: Pick<Expectation, 'reach' | 'paths'>): GateReport {
  if (report.outcome !== 'failed' && report.outcome !== 'stuck') return report;
  const rollback = rollbacksOf(report, { hub, reach, paths });
  return rollback.length === 0 ? report : { ...report, rollback };
}

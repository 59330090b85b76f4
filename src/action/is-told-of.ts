import type { Report } from '../report.ts';
import { removalsIn } from '../report/facts/plan/removals.ts';

/** Whether `comment: on-failure` creates a comment: for a failure, and for removals from clusters, whatever the outcome is. */
export function isToldOf(report: Report): boolean {
  return report.exitCode !== 0 || removalsIn(report).length > 0;
}

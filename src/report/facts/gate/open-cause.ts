import type { GateOutcome, Verdict } from '../../../report.ts';
import type { Cause } from './causes.ts';

/** Whether a cause is shown unfolded: it decided the outcome, may have, or waits for a person. */
export function isOpenCause(cause: Cause, verdict: Verdict, outcome: GateOutcome): boolean {
  if (verdict === 'passed') return outcome === 'failed' && cause.outcome === 'terminal';
  return cause.outcome !== 'info' && (cause.outcome !== 'waiting' || WAITED.has(outcome));
}

/** Outcomes for which a waiting diagnosis is the cause. */
const WAITED: ReadonlySet<GateOutcome> = new Set(['timedOut', 'stuck', 'waiting']);

import type { GateOutcome, Verdict } from '../../../report.ts';
import type { Cause } from './causes.ts';

/** What made the gate fail, or may have, and what a person has to do: nobody should have to click for it. */
export function isOpenCause(cause: Cause, verdict: Verdict, outcome: GateOutcome): boolean {
  if (verdict === 'passed') return outcome === 'failed' && cause.outcome === 'terminal';
  return cause.outcome !== 'info' && (cause.outcome !== 'waiting' || WAITED.has(outcome));
}

/** Outcomes whose cause is what was waited for. */
const WAITED: ReadonlySet<GateOutcome> = new Set(['timedOut', 'stuck', 'waiting']);

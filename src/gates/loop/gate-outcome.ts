import type { GateOutcome } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** The outcome of a decided state. */
export function outcomeOf(state: GateState, expectation: Expectation): GateOutcome {
  const { outcome } = state;
  return outcome === 'waitingForPerson' && expectation.options.onApproval === 'pass' ? 'passed' : outcome;
}

/** A failed state keeps its outcome if time is up. A good state that was not held long enough does not pass. */
export function outcomeAtTimeout(state: GateState): GateOutcome {
  const { outcome } = state;
  return outcome === 'waiting' || outcome === 'passed' ? 'timedOut' : outcome;
}

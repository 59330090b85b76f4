import type { GateOutcome } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** The outcome of a state that is decided. */
export function outcomeOf(state: GateState, expectation: Expectation): GateOutcome {
  const { outcome } = state;
  return outcome === 'waitingForPerson' && expectation.options.onApproval === 'pass' ? 'passed' : outcome;
}

/** What is bad already stays bad when time is up; what was to be held good was not. */
export function outcomeAtTimeout(state: GateState): GateOutcome {
  const { outcome } = state;
  return outcome === 'waiting' || outcome === 'passed' ? 'timedOut' : outcome;
}

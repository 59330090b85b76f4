import type { GateOutcome } from '../report.ts';
import type { Expectation } from './expectation.ts';
import type { GateState } from './state.ts';

/** The outcome of a state that is decided. */
export function outcomeOf(state: GateState, expectation: Expectation): GateOutcome {
  const { decision } = state;
  if (decision.kind === 'undecided') return 'waiting';
  if (decision.kind === 'waitingForPerson' && expectation.options.onApproval === 'pass') return 'passed';
  return decision.kind;
}

/** What is bad already stays bad when time is up; what was to be held good was not. */
export function outcomeAtTimeout(state: GateState): GateOutcome {
  const { kind } = state.decision;
  return kind === 'undecided' || kind === 'passed' ? 'timedOut' : kind;
}

import type { Fact, Observation } from '../observation.ts';

const FOR_A_PERSON: ReadonlySet<Fact | undefined> = new Set([
  'run-not-started',
  'approval-open',
  'approval-stale',
  'approval-denied',
  'approval-unanswered',
]);
const STOPPED: ReadonlySet<string | undefined> = new Set(['UpdateRunStopped', 'UpdateRunStopping']);

/** Whether a person must act for a run to continue: start, approve or resume it. */
export function needsPerson({ fact, condition }: Observation): boolean {
  return FOR_A_PERSON.has(fact) || STOPPED.has(condition?.reason);
}

export function withoutPersonActions(observations: readonly Observation[]): readonly Observation[] {
  return observations.filter((observation) => !needsPerson(observation));
}

/**
 * What comes of anything the gate judges: one observation, one cluster, one target, the whole gate. The worst stands first.
 * Every other vocabulary of outcomes is a part of this one: verdicts, exit codes, the words of the JSON report.
 */
export const OUTCOMES = [
  'superseded',
  'failed',
  'stuck',
  'suspect',
  'waitingForPerson',
  'waiting',
  'notVerified',
  'info',
  'passed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes as `report-v1` names them on a diagnosis. */
export const DIAGNOSIS_OUTCOMES = {
  superseded: 'terminal',
  failed: 'terminal',
  stuck: 'terminal',
  suspect: 'suspect',
  waitingForPerson: 'human',
  waiting: 'waiting',
  info: 'info',
} as const satisfies Partial<Record<Outcome, string>>;
export type DiagnosisOutcome = (typeof DIAGNOSIS_OUTCOMES)[keyof typeof DIAGNOSIS_OUTCOMES];

/** What a target, or the gate as a whole, can come to. */
export type TargetOutcome = Exclude<Outcome, 'suspect' | 'notVerified' | 'info'>;

/** Sorts the worst first. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  return OUTCOMES.indexOf(a) - OUTCOMES.indexOf(b);
}

/** The same for the outcomes of diagnoses. */
export function compareDiagnosisOutcomes(a: DiagnosisOutcome, b: DiagnosisOutcome): number {
  const words: readonly DiagnosisOutcome[] = Object.values(DIAGNOSIS_OUTCOMES);
  return words.indexOf(a) - words.indexOf(b);
}

/** What is made of several is as bad as the worst of them; of nothing it is `passed`. */
export function worstOf<T extends Outcome>(outcomes: Iterable<T>): T | 'passed' {
  let worst: T | 'passed' = 'passed';
  for (const outcome of outcomes) if (compareOutcomes(outcome, worst) < 0) worst = outcome;
  return worst;
}

/** Nothing that comes later makes it better: a gate may end with it. */
export function isTerminal(outcome: Outcome): outcome is 'superseded' | 'failed' | 'stuck' {
  return outcome === 'superseded' || outcome === 'failed' || outcome === 'stuck';
}

/**
 * The outcomes of an observation, a cluster, a target or the whole gate, worst first. All other sets of outcomes are subsets: verdicts,
 * exit codes, the words of the JSON report.
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

/** The outcomes of a diagnosis, with their names in `report-v1`. */
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

/** The outcomes of a target or of the whole gate. */
export type TargetOutcome = Exclude<Outcome, 'suspect' | 'notVerified' | 'info'>;

/** Sorts the worst first. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  return OUTCOMES.indexOf(a) - OUTCOMES.indexOf(b);
}

/** Sorts outcomes of diagnoses, the worst first. */
export function compareDiagnosisOutcomes(a: DiagnosisOutcome, b: DiagnosisOutcome): number {
  const words: readonly DiagnosisOutcome[] = Object.values(DIAGNOSIS_OUTCOMES);
  return words.indexOf(a) - words.indexOf(b);
}

/** The combined outcome is the worst one; that of an empty list is `passed`. */
export function worstOf<T extends Outcome>(outcomes: Iterable<T>): T | 'passed' {
  let worst: T | 'passed' = 'passed';
  for (const outcome of outcomes) if (compareOutcomes(outcome, worst) < 0) worst = outcome;
  return worst;
}

/** Whether the outcome is final: it cannot improve, so a gate may end with it. */
export function isTerminal(outcome: Outcome): outcome is 'superseded' | 'failed' | 'stuck' {
  return outcome === 'superseded' || outcome === 'failed' || outcome === 'stuck';
}

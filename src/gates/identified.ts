import type { Diagnosis } from '../report.ts';

/** A diagnosis with what it does to the verdict now. */
export interface Identified {
  readonly diagnosis: Diagnosis;
  readonly effect: 'fails' | 'stuck' | 'superseded' | 'human' | 'suspect' | 'waits' | 'informs';
  /** How long it has been seen, in ms. */
  readonly age: number;
  /** Milliseconds until a suspect's grace is over. */
  readonly remaining?: number;
}

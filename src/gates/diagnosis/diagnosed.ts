import type { DIAGNOSIS_OUTCOMES } from '../../outcome.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../report.ts';

/** A diagnosis with what it makes of the verdict now. */
export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  readonly outcome: keyof typeof DIAGNOSIS_OUTCOMES;
  /** How long it has been seen, in ms. */
  readonly age: number;
  /** Who watches has seen it for so short a time that the hub may only be settling. */
  readonly isYoung?: true;
  /** Milliseconds until a suspect's grace is over. */
  readonly remaining?: number;
  /** The other placement whose rollout it waits for. */
  readonly awaits?: ObjectRef;
}

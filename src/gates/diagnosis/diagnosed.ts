import type { DIAGNOSIS_OUTCOMES } from '../../outcome.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../report.ts';

/** A diagnosis with its present effect on the verdict. */
export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  readonly outcome: keyof typeof DIAGNOSIS_OUTCOMES;
  /** The time for which it has been seen, in ms. */
  readonly age: number;
  /** A watching gate has seen it only for a short time, so the hub may still be changing. */
  readonly isYoung?: true;
  /** Milliseconds until the grace period of a suspect ends. */
  readonly remaining?: number;
  /** The other placement whose rollout it waits for. */
  readonly awaits?: ObjectRef;
}

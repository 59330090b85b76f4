import type { Condition } from '../../fleet/condition.ts';
import type { Reason } from '../../fleet/reasons.ts';
import type { Graces } from '../graces.ts';
import type { GateOptions } from '../options.ts';
import type { Fact, Scope, Sighting, Stage } from '../sighting.ts';
import type { PublicPages } from './docs.ts';

/**
 * What a failure means for the gate. A suspect becomes terminal (or stuck, or superseded) once it was seen without a break for its grace.
 * One that is `answered` is a controller's settled answer to the hub as it stands: a single look takes it for that, `wait` gives the hub its grace to change.
 */
export type FailureOutcome =
  | { readonly kind: 'terminal' }
  | {
      readonly kind: 'suspect';
      readonly grace: keyof Graces;
      readonly answered?: boolean;
      readonly becomes?: 'terminal' | 'stuck' | 'superseded';
    }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'human' }
  | { readonly kind: 'info' };

/** Where a failure is recognised: all given fields must hold. A message is matched only where no reason tells causes apart. */
interface When {
  readonly scope: Scope;
  readonly fact?: Fact;
  readonly stage?: Stage | 'StatusSynced' | 'Initialized' | 'Progressing' | 'Succeeded' | 'ReplicaFailure';
  readonly status?: Condition['status'];
  readonly reasons?: readonly Reason[];
  readonly message?: RegExp;
  /** A question no single field answers. */
  readonly only?: (sighting: Sighting) => boolean;
}

/**
 * One documented failure. Texts are templates over the words of `words.ts` and those of its sighting.
 */
export interface Failure {
  /** Stable; grepped for, suppressed by and linked to by users. */
  readonly id: string;
  readonly title: string;
  /** Public pages that document the symptom. */
  readonly docs: PublicPages;
  /** Lower is asked first; entries that match more narrowly come before the general ones. */
  readonly precedence: number;
  readonly when: readonly When[];
  readonly outcome: FailureOutcome | ((sighting: Sighting, options: GateOptions) => FailureOutcome);
  readonly explain: string;
  /** Ordered steps. */
  readonly remedy: readonly string[];
  /** The rule that finds the same fault before the deploy. */
  readonly seeAlso?: string;
}

/** Precedence of the entries that catch what no narrower one does. */
export const NARROW = 10;
const ORDINARY = 50;
export const GENERAL = 90;

export function defineFailure(failure: Omit<Failure, 'precedence'> & { readonly precedence?: number }): Failure {
  return { precedence: ORDINARY, ...failure };
}

export function matches(failure: Failure, sighting: Sighting): boolean {
  return failure.when.some((when) => matchesWhen(when, sighting));
}

function matchesWhen(when: When, sighting: Sighting): boolean {
  const { condition } = sighting;
  if (when.scope !== sighting.scope || when.fact !== sighting.fact) return false;
  if (when.stage !== undefined && when.stage !== (condition?.type ?? sighting.stage)) return false;
  if (when.status !== undefined && when.status !== condition?.status) return false;
  if (when.reasons !== undefined && !when.reasons.some((reason) => reason === condition?.reason)) return false;
  if (when.message !== undefined && !when.message.test(condition?.message ?? '')) return false;
  return when.only === undefined || when.only(sighting);
}

import type { Condition } from '../../fleet/kubernetes/condition.ts';
import type { Reason } from '../../fleet/kubefleet/reasons.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { Outcome } from '../../outcome.ts';
import type { Graces } from '../graces.ts';
import type { GateOptions } from '../options.ts';
import type { Fact, Scope, Observation } from '../observations/observation.ts';
import type { PublicPages } from './docs.ts';

/** What a failure means for the gate: an outcome at once, or a suspicion that becomes one. `stuck` counts after `--stuck-grace`. */
export type DeclaredOutcome = Exclude<Outcome, 'suspect' | 'notVerified' | 'passed'> | Suspicion;

/** Becomes `failed`, or what it says, once it was seen without a break for its grace. What becomes `info` was awaited in vain, and does no harm. */
interface Suspicion {
  readonly kind: 'suspect';
  readonly grace: keyof Graces;
  /** A controller's settled answer to the hub as it stands: a single judgement takes it for that, `wait` gives the hub its grace to change. */
  readonly answered?: boolean;
  readonly becomes?: 'failed' | 'stuck' | 'superseded' | 'info';
}

/** Where a failure is recognised: all given fields must hold. A message is matched only where no reason tells causes apart. */
export interface When {
  readonly scope: Scope;
  readonly fact?: Fact;
  readonly step?: RolloutStep | 'StatusSynced' | 'Initialized' | 'Progressing' | 'Succeeded' | 'ReplicaFailure';
  readonly status?: Condition['status'];
  readonly reasons?: readonly Reason[];
  readonly message?: RegExp;
  /** A question no single field answers. */
  readonly only?: (observation: Observation) => boolean;
}

/** What one case tells beyond its id. */
export interface Details {
  /** In place of the general one. */
  readonly title?: string;
  /** Facts beside those that were quoted. */
  readonly evidence?: readonly string[];
  /** In place of the general one; a template as it is. */
  readonly explain?: string;
  /** In place of the general steps; templates as they are. */
  readonly remedy?: readonly string[];
  /** Words for the texts, beside those of the observation. */
  readonly words?: Readonly<Record<string, string>>;
  /** The rule that finds this case before the deploy, in place of the general one. */
  readonly seeAlso?: string;
  /** False if no rule can have found this case before the deploy. */
  readonly isFoundBefore?: boolean;
}

/**
 * One documented failure. Texts are templates over the words of `words.ts` and those of its observation; `{--allow-partial}` is a setting.
 */
export interface Failure {
  /** Stable; grepped for, suppressed by and linked to by users. */
  readonly id: string;
  readonly title: string;
  /** Public pages that document the symptom. */
  readonly docs: PublicPages;
  readonly when: readonly When[];
  readonly outcome: DeclaredOutcome | ((observation: Observation, options: GateOptions) => DeclaredOutcome);
  /** Reads what the message tells in the very case. */
  readonly details?: (observation: Observation) => Details;
  readonly explain: string;
  /** Ordered steps. */
  readonly remedy: readonly string[];
  /** The rule that finds the same fault before the deploy. */
  readonly seeAlso?: string;
}

export function defineFailure(failure: Failure): Failure {
  return failure;
}

export function matches(failure: Failure, observation: Observation): boolean {
  return failure.when.some((when) => matchesWhen(when, observation));
}

function matchesWhen(when: When, observation: Observation): boolean {
  const { condition } = observation;
  if (when.scope !== observation.scope || when.fact !== observation.fact) return false;
  if (when.step !== undefined && when.step !== (condition?.type ?? observation.step)) return false;
  if (when.status !== undefined && when.status !== condition?.status) return false;
  if (when.reasons !== undefined && !when.reasons.some((reason) => reason === condition?.reason)) return false;
  if (when.message !== undefined && !when.message.test(condition?.message ?? '')) return false;
  return when.only === undefined || when.only(observation);
}

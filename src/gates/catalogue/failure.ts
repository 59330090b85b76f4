import type { Condition } from '../../fleet/kubernetes/condition.ts';
import type { Reason } from '../../fleet/kubefleet/reasons.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { Outcome } from '../../outcome.ts';
import type { Graces } from '../graces.ts';
import type { GateOptions } from '../options.ts';
import type { Fact, Scope, Observation } from '../observations/observation.ts';
import type { PublicPages } from './docs.ts';

/**
 * The effect of a failure on the gate: an outcome at once, or a suspect that becomes one. `stuck` becomes a failure after `--stuck-grace`.
 */
export type DeclaredOutcome = Exclude<Outcome, 'suspect' | 'notVerified' | 'passed'> | Suspicion;

/**
 * Becomes `failed`, or the given outcome, after it was seen without interruption for its grace period. If it becomes `info`, the expected
 * event did not happen, which is harmless.
 */
interface Suspicion {
  readonly kind: 'suspect';
  readonly grace: keyof Graces;
  /** A controller's final answer to the hub's present state: a single evaluation treats it as final, `wait` waits for its grace period. */
  readonly answered?: boolean;
  readonly becomes?: 'failed' | 'stuck' | 'superseded' | 'info';
}

/** Identifies a failure: all given fields must match. A message is matched only if no reason distinguishes the causes. */
export interface When {
  readonly scope: Scope;
  readonly fact?: Fact;
  readonly step?: RolloutStep | 'StatusSynced' | 'Initialized' | 'Progressing' | 'Succeeded' | 'ReplicaFailure';
  readonly status?: Condition['status'];
  readonly reasons?: readonly Reason[];
  readonly message?: RegExp;
  /** A check that no single field can express. */
  readonly only?: (observation: Observation) => boolean;
}

/** Details of one case, in addition to its id. */
export interface Details {
  /** Replaces the general title. */
  readonly title?: string;
  /** Facts in addition to those that were quoted. */
  readonly evidence?: readonly string[];
  /** Replaces the general explanation; also a template. */
  readonly explain?: string;
  /** Replaces the general steps; also templates. */
  readonly remedy?: readonly string[];
  /** Words for the texts, in addition to those of the observation. */
  readonly words?: Readonly<Record<string, string>>;
  /** False if no rule can find this case before the deploy. */
  readonly isFoundBefore?: boolean;
}

/**
 * One documented failure. Texts are templates with the words of `words.ts` and of its observation; `{--allow-partial}` is a setting.
 */
export interface Failure {
  /** Stable: users search for it, suppress it and link to it. */
  readonly id: string;
  readonly title: string;
  /** Public pages that document the symptom. */
  readonly docs: PublicPages;
  readonly when: readonly When[];
  readonly outcome: DeclaredOutcome | ((observation: Observation, options: GateOptions) => DeclaredOutcome);
  /** Reads the details of the case from the message. */
  readonly details?: (observation: Observation) => Details;
  readonly explain: string;
  /** Ordered steps. */
  readonly remedy: readonly string[];
  /** The rules that find the same problem before the deploy. */
  readonly foundBy?: readonly FoundBy[];
}

/** A rule that finds a problem before the deploy. */
export interface FoundBy {
  readonly rule: string;
  /** Whether it finds this case; absent if it finds each case. */
  readonly when?: (observation: Observation) => boolean;
}

/** The rules that find some case of a failure before the deploy. */
export function rulesOf({ foundBy = [] }: Failure): readonly string[] {
  return [...new Set(foundBy.map(({ rule }) => rule))];
}

/** The first rule that finds this case of a failure before the deploy; `undefined` if none can. */
export function ruleFor({ foundBy = [] }: Failure, observation: Observation): string | undefined {
  return foundBy.find(({ when }) => when === undefined || when(observation))?.rule;
}

/** Whether an observation has this value of a word. */
export function hasWord(word: string, value = 'true'): (observation: Observation) => boolean {
  return ({ words }) => words?.[word] === value;
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

import { childPointer, isUnder, parentPointer } from '../../fleet/json/json-pointer.ts';
import { ownCopy } from '../../fleet/json/own-copy.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { substitute } from './cluster-variables.ts';
import type { PatchOperation } from '../../selection/override.ts';
import { applyOperation, type PatchOutcome, type Presence } from './json-patch.ts';
import { ruleMatches, type Override, type OverrideRule } from '../../selection/override.ts';

/** An object before overrides are applied. */
export interface Overridable {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly presence: Presence;
  /** Pointers to values that another tool replaces before the hub reads them; an empty pointer means the whole object. */
  readonly unresolved: readonly string[];
}

/** `object` is `undefined` if a Delete rule leaves the object out. `open` has pointers to values that only the hub knows. */
export type Overridden =
  | {
      readonly kind: 'overridden';
      readonly object: KubeObject | undefined;
      readonly open: readonly string[];
      /** The patches that were applied, in this order. */
      readonly steps: readonly Step[];
      /** The patches that may fail. */
      readonly doubts: readonly Doubt[];
      /** The override that leaves the object out. */
      readonly leftOutBy: Override | undefined;
    }
  | { readonly kind: 'failed'; readonly place: RulePlace; readonly error: string; readonly certain: boolean };

/** A patch of a rule; without an operation, the whole rule. */
export interface RulePlace {
  readonly override: Override;
  readonly rule: number;
  readonly operation: number;
}

/**
 * A patch that fails unless the hub has what it needs. `defaults`: a default of a kind that is not known · `completed`: a value that another
 * tool writes before the hub reads the object
 */
export interface Doubt {
  readonly place: RulePlace;
  readonly error: string;
  readonly unless: 'defaults' | 'completed';
}

/** A patch with its variables replaced for a cluster. */
export interface Step {
  readonly place: RulePlace;
  readonly patch: PatchOperation;
}

/** The cluster that the rules are evaluated for. */
export interface Receiver {
  /** Its name and labels replace variables. Without it, variables are kept. */
  readonly cluster: Pick<MemberCluster, 'name' | 'labels'> | undefined;
  matches(rule: OverrideRule): boolean;
}

/** A receiver for a cluster with its current labels. */
export function receiverOf(cluster: Pick<MemberCluster, 'name' | 'labels'>): Receiver {
  return { cluster, matches: (rule) => ruleMatches(rule, cluster) };
}

/**
 * Applies overrides to an object: the matching rules, one after the other, until one fails. Source:
 * `pkg/controllers/workgenerator/override.go`, applyOverrides. A rule that leaves the object out ends only its own override.
 * @param atFailure `go on`: skips a failed patch, to find other faults of the object
 */
export function overrideResource(
  resource: Overridable,
  overrides: readonly Override[],
  receiver: Receiver,
  atFailure: 'stop' | 'go on' = 'stop',
): Overridden {
  const state: State = {
    document: ownCopy(resource.object),
    open: [],
    steps: [],
    doubts: [],
    written: [],
    containers: [],
    leftOutBy: undefined,
  };
  for (const override of overrides) {
    for (const [rule, entry] of override.rules.entries()) {
      if (!receiver.matches(entry)) continue;
      if (entry.deletes) {
        state.document = undefined;
        state.leftOutBy ??= override;
        break;
      }
      const failed = applyRule({ override, rule }, state, resource, { ...receiver, atFailure });
      if (failed !== undefined) return { kind: 'failed', place: { override, rule, operation: failed.operation }, ...failed.why };
    }
  }
  const { document, open, steps, doubts, leftOutBy } = state;
  return { kind: 'overridden', object: document, open, steps, doubts, leftOutBy };
}

interface State {
  document: KubeObject | undefined;
  /** Pointers to values that depend on a patch whose result only the hub knows. */
  readonly open: string[];
  readonly steps: Step[];
  readonly doubts: Doubt[];
  /** Pointers to what patches wrote or removed: nothing else fills it in. Indices of lists are left out, because they shift. */
  readonly written: string[];
  /** Pointers to maps and lists that certainly exist, even if a patch removed their last entry. */
  readonly containers: string[];
  leftOutBy: Override | undefined;
}

interface Failed {
  readonly operation: number;
  readonly why: { readonly error: string; readonly certain: boolean };
}

function applyRule(
  { override, rule }: Pick<RulePlace, 'override' | 'rule'>,
  state: State,
  resource: Overridable,
  { cluster, atFailure }: Pick<Receiver, 'cluster'> & { readonly atFailure: 'stop' | 'go on' },
): Failed | undefined {
  const operations = override.rules[rule]?.operations ?? [];
  // All variables of a rule are replaced before its first patch is applied.
  const values = operations.map(({ value }) => (cluster === undefined ? { kind: 'value' as const, value } : substitute(value, cluster)));
  for (const [operation, value] of values.entries()) {
    if (value.kind === 'failed') return atFailure === 'stop' ? { operation, why: { error: value.error, certain: true } } : undefined;
  }
  if (state.document === undefined) return undefined;
  for (const [operation, { op, path }] of operations.entries()) {
    const substituted = values[operation];
    const value = substituted?.kind === 'value' ? substituted.value : null;
    if (isTouched(path, resource.unresolved)) state.open.push(path);
    const patch = { op, path, value };
    const outcome = applyOperation(state.document, patch, (tokens) =>
      state.written.some((pointer) => isUnder(tokens.reduce(childPointer, ''), pointer)) ? 'no' : resource.presence(tokens),
    );
    // A patch outside these pointers fails for any of their values, and ends the rule.
    if (outcome.kind === 'failed' && atFailure === 'stop' && !isTouched(path, state.open)) return { operation, why: outcome };
    const doubt = doubtOf(outcome);
    if (doubt !== undefined) state.doubts.push({ place: { override, rule, operation }, ...doubt });
    if (outcome.kind === 'patched') state.steps.push({ place: { override, rule, operation }, patch });
    if (outcome.kind === 'patched' && !isTouched(path, resource.unresolved) && !HAS_INDEX.test(path)) state.written.push(path);
    if (outcome.kind !== 'patched') continue;
    const parent = parentPointer(path);
    if (outcome.open && !state.containers.includes(parent)) state.open.push(parent);
    else if (!HAS_INDEX.test(`${parent}/`)) state.containers.push(parent);
  }
  return undefined;
}

function doubtOf(outcome: PatchOutcome): Omit<Doubt, 'place'> | undefined {
  if (outcome.kind === 'failed') return { error: outcome.error, unless: 'completed' };
  return outcome.unless === undefined ? undefined : { error: outcome.unless, unless: 'defaults' };
}

function isTouched(path: string, unresolved: readonly string[]): boolean {
  return unresolved.some((pointer) => isUnder(path, pointer) || isUnder(pointer, path));
}

const HAS_INDEX = /\/(?:-|[+-]?\d+)(?:\/|$)/;

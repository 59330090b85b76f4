import { isUnder, parentPointer } from '../../fleet/json/json-pointer.ts';
import { ownCopy } from '../../fleet/json/own-copy.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { substitute } from './cluster-variables.ts';
import { applyOperation, type PatchOperation, type Presence } from './json-patch.ts';
import { ruleMatches, type Override, type OverrideRule } from '../../selection/override.ts';

/** An object on its way to the clusters. */
export interface Overridable {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly presence: Presence;
  /** Pointers to values another tool replaces before the hub sees them; an empty one is the whole object. */
  readonly unresolved: readonly string[];
}

/** `object` is `undefined` if a Delete rule leaves the object out; `open`: pointers to what depends on what only the hub knows. */
export type Overridden =
  | {
      readonly kind: 'overridden';
      readonly object: KubeObject | undefined;
      readonly open: readonly string[];
      /** The patches that were applied, in their order. */
      readonly steps: readonly Step[];
      /** The override that leaves the object out. */
      readonly leftOutBy: Override | undefined;
    }
  | { readonly kind: 'failed'; readonly place: RulePlace; readonly error: string; readonly certain: boolean };

/** Which patch of which rule; without an operation the rule as a whole. */
export interface RulePlace {
  readonly override: Override;
  readonly rule: number;
  readonly operation: number;
}

/** A patch as a cluster gets it, its variables replaced. */
export interface Step {
  readonly place: RulePlace;
  readonly patch: PatchOperation;
}

/** What the rules are read for. */
export interface Receiver {
  /** Its name and labels replace variables; without it they stay as they are. */
  readonly cluster: Pick<MemberCluster, 'name' | 'labels'> | undefined;
  matches(rule: OverrideRule): boolean;
}

/** A cluster as it is labelled. */
export function receiverOf(cluster: Pick<MemberCluster, 'name' | 'labels'>): Receiver {
  return { cluster, matches: (rule) => ruleMatches(rule, cluster) };
}

/**
 * What a cluster gets of an object: the rules that match the cluster, one after the other, until one fails.
 * Source: `pkg/controllers/workgenerator/override.go`, applyOverrides. An override that leaves the object out only ends itself.
 * @param atFailure `go on`: leaves out what fails, for what else is wrong with the object
 */
export function overrideResource(
  resource: Overridable,
  overrides: readonly Override[],
  receiver: Receiver,
  atFailure: 'stop' | 'go on' = 'stop',
): Overridden {
  const state: State = { document: ownCopy(resource.object), open: [], steps: [], leftOutBy: undefined };
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
  const { document, open, steps, leftOutBy } = state;
  return { kind: 'overridden', object: document, open, steps, leftOutBy };
}

interface State {
  document: KubeObject | undefined;
  /** What holds the places if only the hub knows what a patch did. */
  readonly open: string[];
  readonly steps: Step[];
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
    const outcome = applyOperation(state.document, patch, resource.presence);
    // Elsewhere a failure is one whatever became of those: a patch that fails there ends the rule as well.
    if (outcome.kind === 'failed' && atFailure === 'stop' && !isTouched(path, state.open)) return { operation, why: outcome };
    if (outcome.kind === 'patched') state.steps.push({ place: { override, rule, operation }, patch });
    if (outcome.kind === 'patched' && outcome.open) state.open.push(parentPointer(path));
  }
  return undefined;
}

function isTouched(path: string, unresolved: readonly string[]): boolean {
  return unresolved.some((pointer) => isUnder(path, pointer) || isUnder(pointer, path));
}

import { isUnder, parentPointer } from '../../fleet/json/json-pointer.ts';
import { ownCopy } from '../../fleet/json/own-copy.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { substitute } from './cluster-variables.ts';
import { applyOperation, type Presence } from './json-patch.ts';
import { ruleMatches, type Override, type OverrideRule } from '../../selection/override.ts';

/** An object on its way to the clusters. */
export interface Overridable {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly presence: Presence;
  /** Pointers to values another tool replaces before the hub sees them; an empty one is the whole object. */
  readonly unresolved: readonly string[];
}

/** `object` is `undefined` where a Delete rule leaves the object out; `open`: what a patch does depends on what only the hub knows. */
export type Overridden =
  | { readonly kind: 'overridden'; readonly object: KubeObject | undefined; readonly open: boolean }
  | { readonly kind: 'failed'; readonly place: RulePlace; readonly error: string; readonly certain: boolean };

/** Which patch of which rule; without an operation the rule as a whole. */
export interface RulePlace {
  readonly override: Override;
  readonly rule: number;
  readonly operation: number;
}

/**
 * What a cluster gets of an object: the rules that match the cluster, one after the other, until one fails.
 * Source: `pkg/controllers/workgenerator/override.go`, applyOverrides. An override that leaves the object out only ends itself.
 */
export function overrideResource(
  resource: Overridable,
  overrides: readonly Override[],
  cluster: Pick<MemberCluster, 'name' | 'labels'>,
): Overridden {
  const state: State = { document: ownCopy(resource.object), open: [] };
  for (const override of overrides) {
    for (const [rule, entry] of override.rules.entries()) {
      if (!ruleMatches(entry, cluster)) continue;
      if (entry.deletes) {
        state.document = undefined;
        break;
      }
      const failed = applyRule(entry, state, resource, cluster);
      if (failed !== undefined) return { kind: 'failed', place: { override, rule, operation: failed.operation }, ...failed.why };
    }
  }
  return { kind: 'overridden', object: state.document, open: state.open.length > 0 };
}

interface State {
  document: KubeObject | undefined;
  /** What holds the places where only the hub knows what a patch did. */
  readonly open: string[];
}

interface Failed {
  readonly operation: number;
  readonly why: { readonly error: string; readonly certain: boolean };
}

function applyRule(
  { operations }: OverrideRule,
  state: State,
  resource: Overridable,
  cluster: Pick<MemberCluster, 'name' | 'labels'>,
): Failed | undefined {
  // All variables of a rule are replaced before its first patch is applied.
  const values = operations.map(({ value }) => substitute(value, cluster));
  for (const [operation, value] of values.entries()) {
    if (value.kind === 'failed') return { operation, why: { error: value.error, certain: true } };
  }
  if (state.document === undefined) return undefined;
  for (const [operation, { op, path }] of operations.entries()) {
    const substituted = values[operation];
    const value = substituted?.kind === 'value' ? substituted.value : null;
    if (isTouched(path, resource.unresolved)) state.open.push(path);
    const outcome = applyOperation(state.document, { op, path, value }, resource.presence);
    // Elsewhere a failure is one whatever became of those: a patch that fails there ends the rule as well.
    if (outcome.kind === 'failed' && !isTouched(path, state.open)) return { operation, why: outcome };
    if (outcome.kind === 'patched' && outcome.open) state.open.push(parentPointer(path));
  }
  return undefined;
}

function isTouched(path: string, unresolved: readonly string[]): boolean {
  return unresolved.some((pointer) => isUnder(path, pointer) || isUnder(pointer, path));
}

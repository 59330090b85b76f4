import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { PlannedRun } from '../../report.ts';
import type { Scheduling } from '../outcome.ts';
import type { Resolvable } from '../override/placement-overrides.ts';
import { stagesOf } from './stages.ts';

/** Runs and strategies of a tree, with indexes that all placements share. */
export interface RunIndex {
  readonly runs: ReadonlyMap<string, readonly Resolvable[]>;
  readonly strategies: ReadonlyMap<string, Resolvable>;
}

export function indexRuns(items: readonly Resolvable[]): RunIndex {
  const ours = items.filter(({ object }) => groupOf(object.apiVersion) === PLACEMENT_GROUP);
  const runs = ours.filter(({ object: { kind } }) => kind === 'ClusterStagedUpdateRun' || kind === 'StagedUpdateRun');
  const strategies = ours.filter(({ object: { kind } }) => kind === 'ClusterStagedUpdateStrategy' || kind === 'StagedUpdateStrategy');
  return {
    runs: Map.groupBy(runs.filter(isResolved), (run) => keyOf(namespaceOf(run), stringAt(run.object, 'spec', 'placementName') ?? '')),
    strategies: new Map(strategies.map((strategy) => [keyOf(namespaceOf(strategy), strategy.object.metadata.name), strategy])),
  };
}

/** Facts about runs that are not in the tree. */
export interface RunSurroundings {
  /** Why the hub refuses a run or a strategy, in whole sentences; empty if it accepts it. */
  readonly refused: (item: Resolvable) => readonly string[];
  /** Whether all strategies of a kind are known, in a namespace or cluster-scoped. */
  readonly knowsAll: (strategyKind: string, namespace: string | undefined) => boolean;
  /** Whether the base has the run; `undefined` without a base. */
  readonly hadRun: ((run: ObjectRef) => boolean) | undefined;
  /** From what the hub planned the runs of the base; `undefined` if that is not known. */
  readonly before: PlannedFrom | undefined;
}

/** What the stages of a run depend on, beside the run. */
interface PlannedFrom extends Pick<RunIndex, 'strategies'> {
  readonly picked: readonly string[];
  readonly clusters: readonly MemberCluster[];
}

/**
 * Plans what the update runs for a placement would do. A strategy that is not in the tree may be on the hub; then no stages are listed. If
 * everything on the hub is known, the hub refuses the run. Source: `pkg/controllers/updaterun/initialization.go`.
 */
export function planRuns(
  placement: { readonly object: KubeObject; readonly namespace: string | undefined },
  { outcome, message, picked, bindings }: Pick<Scheduling, 'outcome' | 'message' | 'picked' | 'bindings'>,
  clusters: readonly MemberCluster[],
  { runs, strategies }: RunIndex,
  { refused, knowsAll, hadRun, before }: RunSurroundings,
): readonly PlannedRun[] {
  const { object } = placement;
  const namespace = object.kind === 'ResourcePlacement' ? placement.namespace : undefined;
  return (runs.get(keyOf(namespace, object.metadata.name)) ?? []).map((run): PlannedRun => {
    const now = planned(run);
    return hadRun?.(now.object) === true ? asItWas(now, before && stagesBefore(run, before)) : now;
  });

  function planned(run: Resolvable): PlannedRun {
    const name = stringAt(run.object, 'spec', 'stagedRolloutStrategyName') ?? '';
    const strategy = strategies.get(strategyKey(run));
    const errors = [
      ...refused(run).map((why) => `the hub refuses the run: ${why}`),
      ...(strategy === undefined ? [] : refused(strategy)).map((why) => `the hub refuses its strategy: ${why}`),
    ];
    const type = stringAt(object, 'spec', 'strategy', 'type') ?? 'RollingUpdate';
    if (type !== 'External') errors.push(`parent placement does not have an external rollout strategy, current strategy: ${type}`);
    else if (outcome !== 'Fulfilled') errors.push(`the policy snapshot is not fully scheduled: ${message}`);
    // Bindings that the run only removes, in its deletion stage, are sufficient.
    else if (bindings.length === 0) errors.push('no scheduled or to-be-deleted bindings found for the latest policy snapshot');
    const ref = refOfRun(run);
    const common = { object: ref, ...(hadRun?.(ref) === false ? { added: true as const } : {}) };
    if (strategy !== undefined && isResolved(strategy)) {
      const staged = stagesOf(strategy.object, picked, clusters);
      return { ...common, errors: errors.length > 0 ? errors : staged.errors, stages: staged.stages };
    }
    const kind = ref.kind.replace(/Run$/, 'Strategy');
    if (strategy === undefined && knowsAll(kind, namespace)) {
      const missing = `referenced updateStrategy not found: \`${keyOf(namespace, name)}\``;
      return { ...common, errors: errors.length > 0 ? errors : [missing], stages: [] };
    }
    const why = strategy === undefined ? 'is not in these manifests' : 'contains a variable that is not expanded';
    return { ...common, errors, notVerified: [`its ${kind} ${name} ${why}, so its stages are not known`], stages: [] };
  }
}

/** A run of the base was initialized before the change: reasons to refuse a new run are not errors of it, and its stages stay what they were. */
function asItWas(run: PlannedRun, before: Pick<PlannedRun, 'stages' | 'errors'> | undefined): PlannedRun {
  const withDoubt = (doubt: string): PlannedRun => ({ ...run, errors: [], notVerified: [...(run.notVerified ?? []), doubt], stages: [] });
  const [error] = run.errors;
  if (error !== undefined)
    return withDoubt(`the hub initialized it before this change; it would refuse a run that is created now: ${error}`);
  if (before === undefined || run.notVerified !== undefined) return run;
  const [refusal] = before.errors;
  if (refusal !== undefined) return withDoubt(`it is from before this change, and the hub refused it: ${refusal}`);
  return { ...run, stages: before.stages };
}

function stagesBefore(run: Resolvable, { strategies, picked, clusters }: PlannedFrom): Pick<PlannedRun, 'stages' | 'errors'> | undefined {
  const strategy = strategies.get(strategyKey(run));
  return strategy !== undefined && isResolved(strategy) ? stagesOf(strategy.object, picked, clusters) : undefined;
}

function strategyKey(run: Resolvable): string {
  return keyOf(namespaceOf(run), stringAt(run.object, 'spec', 'stagedRolloutStrategyName') ?? '');
}

function isResolved({ unresolved = [] }: Resolvable): boolean {
  return unresolved.length === 0;
}

function namespaceOf({ object: { kind }, namespace }: Resolvable): string | undefined {
  return kind.startsWith('Cluster') ? undefined : namespace;
}

function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

function refOfRun(run: Resolvable): ObjectRef {
  const { apiVersion, kind, metadata } = run.object;
  const namespace = namespaceOf(run);
  return namespace === undefined ? { apiVersion, kind, name: metadata.name } : { apiVersion, kind, namespace, name: metadata.name };
}

import { isDeleting } from '../../../fleet/kubernetes/object.ts';
import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import { field } from '../../../fleet/json/json.ts';
import { scaledShare } from '../../../fleet/kubernetes/scaled-share.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { BindingView } from '../../view/binding.ts';
import { hasFailed, isReady } from '../../view/binding-readiness.ts';
import { askedClusters } from '../../view/placement.ts';
import { isGone } from '../../view/leaving.ts';
import { isCurrent } from '../../view/seen.ts';
import { leftBehindObservations } from './left-behind.ts';

/**
 * A rolling update that cannot continue. Clusters are held back, or must be left and are not, and the budgets are used up. Every cluster
 * that moved is ready, and nothing is being removed. If clusters have failed on the content they are held back with, that failure is the
 * cause. Mirrors the rollout controller's calculation (KubeFleet pkg/controllers/rollout/controller.go). Clusters with untrackable content
 * are treated as ready here, because they become ready after a time.
 */
export function deadlockObservations(context: PlacementContext): readonly Observation[] {
  const { view, freshness } = context;
  const bindings = view.bindings;
  if (freshness.kind !== 'fresh' || bindings === undefined || bindings.length === 0) return [];
  const blocked = context.clusters.filter(
    (state) => !state.current && state.condition?.type === 'RolloutStarted' && state.condition.status === 'False',
  );
  const moved = context.clusters.filter((state) => state.current);
  const left = bindings.filter((binding) => binding.leaving && !isGone(binding.cluster, context.members));
  if (blocked.length + left.length === 0 || blocked.length + moved.length !== context.clusters.length) return [];
  if (left.some((binding) => isDeleting(binding.object) || !isAnswered(binding)) || moved.some((state) => !state.good)) return [];
  const ready = bindings.filter(isReady).length;
  const target = targetNumber(context, bindings.filter((binding) => !binding.leaving).length);
  if (target === undefined) return [];
  const allowed = mayBeUnavailable(context, target);
  const removable = ready - (target - allowed);
  if (removable > 0) return [];
  const joining = blocked.filter(({ binding }) => binding?.state === 'Scheduled');
  if (joining.length > 0 && target + maySurge(context, target) > bindings.filter(canBeReady).length) return [];
  const unready = blocked.filter((state) => !joining.includes(state) && (state.binding === undefined || !isReady(state.binding)));
  if (unready.length > 0) return leftBehindObservations(context, unready);
  return [
    {
      scope: 'placement',
      step: 'RolloutStarted',
      fact: 'deadlock',
      target: view.ref,
      object: view.ref,
      evidence: [
        `${String(target)} ${target === 1 ? 'cluster' : 'clusters'} asked for, ${String(ready)} ready, and at most ${String(allowed)} may be unavailable`,
        blocked.length === context.clusters.length
          ? blocked.length === 1
            ? 'the cluster is held back'
            : `all ${String(blocked.length)} clusters are held back`
          : `${String(blocked.length)} of ${String(context.clusters.length)} clusters are held back, the others are finished`,
        ...joining.map(({ cluster }) => `${cluster} is newly picked, and maxSurge leaves no room to add it`),
        ...left.map(({ cluster }) => `${cluster} is no longer picked, and its content cannot be removed either`),
      ],
      words: {
        allowed: String(allowed),
        enough: String(target - ready + 1),
        joining: String(joining.length),
        ...fitting(context, target, ready),
      },
    },
  ];
}

/** The largest number of clusters to ask for that lets one of the ready clusters be updated. */
function fitting(context: PlacementContext, target: number, ready: number): Readonly<Record<string, string>> {
  if (askedClusters(context.view) === undefined) return {};
  for (let fits = target - 1; fits > 0; fits--) if (ready - (fits - mayBeUnavailable(context, fits)) > 0) return { fits: String(fits) };
  return {};
}

/**
 * Whether the work generator has handled the binding since its cluster was left (KubeFleet pkg/controllers/workgenerator). Before that, it
 * is not ready, even if it was good. It never handles the binding of a cluster that is not in the fleet.
 */
function isAnswered({ conditions, generation }: BindingView): boolean {
  return isCurrent(findCondition(conditions, 'Overridden'), generation);
}

/** Whether it uses up maxSurge: every binding with Works does, except failed ones and those that only report their diff. */
function canBeReady(binding: BindingView): boolean {
  const { state, conditions, generation } = binding;
  if (state !== 'Bound' && state !== 'Unscheduled') return false;
  return !hasFailed(binding) && !isCurrent(findCondition(conditions, 'DiffReported'), generation);
}

/** The requested number of clusters, not the scheduled one: this difference causes the deadlock. */
function targetNumber(context: PlacementContext, picked: number): number | undefined {
  const { type } = context.view.policy;
  return type === 'PickAll' ? picked : askedClusters(context.view);
}

function mayBeUnavailable(context: PlacementContext, target: number): number {
  return shareOf(context, 'maxUnavailable', target);
}

function maySurge(context: PlacementContext, target: number): number {
  return shareOf(context, 'maxSurge', target);
}

/** 25 % is KubeFleet's default for both. */
function shareOf({ view }: PlacementContext, name: 'maxUnavailable' | 'maxSurge', target: number): number {
  return scaledShare(field(view.object, 'spec', 'strategy', 'rollingUpdate', name) ?? '25%', target) ?? 0;
}

import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { overrideSnapshot } from '../deploy/override.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { BindingView } from '../view/binding.ts';
import { viewRun } from '../view/run.ts';
import { runsOf } from '../view/runs-of.ts';

/** A moment the hub wrote down; `undefined` where it should have and nothing is there, so that nothing can be said. */
export type Moment = string | undefined;

/**
 * Milliseconds since the latest of the moments, by the hub's clock; `undefined` when one is not known. A condition's `lastTransitionTime`
 * moves only with its status, and is set anew when the condition is written again. So it is never earlier than the beginning of the present
 * spell. It does not say which content it belongs to, so callers add moments of the content.
 */
export function lastingSince(hub: HubState, ...moments: readonly Moment[]): number | undefined {
  const times = moments.map((moment) => Date.parse(moment ?? ''));
  return times.length === 0 || times.some(Number.isNaN)
    ? undefined
    : Math.max(0, hub.now.getTime() - times.reduce((latest, time) => Math.max(latest, time)));
}

/** When the judged content came to a cluster at the latest: its snapshot, its overrides, the placement's newest edit, the turn of the cluster. */
export function contentMoments(context: PlacementContext, binding: BindingView | undefined): readonly Moment[] {
  const { view, freshness, hub } = context;
  // An edit of the placement's spec turns Scheduled to Unknown and back (KubeFleet pkg/controllers/placement/controller.go).
  const edited = view.conditions.get('Scheduled')?.lastTransitionTime;
  const taken = freshness.kind === 'fresh' ? freshness.group?.takenAt : undefined;
  if (binding === undefined) return [taken, edited];
  const overridden = binding.overrides.map((name) => createdAt(hub, name));
  return [taken, edited, ...overridden, ...turnMoments(context, binding)];
}

/** When it was a cluster's turn last, by its binding and, under External, by a run. */
export function turnMoments(context: PlacementContext, binding: BindingView): readonly Moment[] {
  const started = binding.conditions.find((condition) => condition.type === 'RolloutStarted');
  const turn = started === undefined ? binding.object.metadata.creationTimestamp : started.lastTransitionTime;
  return [turn, ...(context.view.external ? [movedByRun(context, binding.cluster)] : [])];
}

/** When a run last turned to the cluster; the index it names may be of any age. */
function movedByRun({ hub, view }: PlacementContext, cluster: string): Moment {
  const started = (runsOf(hub, view.object) ?? [])
    .flatMap((run) => viewRun(run).stages.flatMap((stage) => stage.clusters))
    .flatMap((found) => (found.name === cluster ? (found.started?.lastTransitionTime ?? []) : []));
  return started.toSorted().at(-1);
}

function createdAt(hub: HubState, name: string): Moment {
  return overrideSnapshot(hub, name)?.metadata.creationTimestamp;
}

/** The shorter of what hub and member tell; `undefined` when one of them does not. */
export function shorter(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.min(one, other);
}

/**
 * Milliseconds since a member wrote something down, by the member's own clock, which may be minutes off the hub's. Its last heartbeat is of
 * that clock too (KubeFleet pkg/controllers/internalmembercluster): one from the future tells by how much the clock is ahead. The last word of
 * a member that fell silent keeps its time. `undefined` without a heartbeat.
 */
export function lastingOnMember(context: PlacementContext, cluster: string, moment: Moment): number | undefined {
  const age = context.members?.get(cluster)?.heartbeatAge;
  const since = lastingSince(context.hub, moment);
  return age === undefined || since === undefined ? undefined : Math.max(0, since - Math.min(0, age));
}

import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { overrideSnapshot } from '../deploy/override.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { BindingView } from '../view/binding.ts';
import { viewRun } from '../view/run.ts';
import { runsOf } from '../view/runs-of.ts';

/** A time that the hub wrote; `undefined` if it is missing, so that a duration cannot be computed. */
export type Moment = string | undefined;

/**
 * Milliseconds since the latest of the moments, by the hub's clock; `undefined` if one is unknown. A condition's `lastTransitionTime`
 * changes only with its status, and is set again if the condition is recreated. So it is never before the start of the present status. It
 * does not show which content it belongs to, so callers add times of the content.
 */
export function msSinceLatest(hub: HubState, ...moments: readonly Moment[]): number | undefined {
  const times = moments.map((moment) => Date.parse(moment ?? ''));
  return times.length === 0 || times.some(Number.isNaN)
    ? undefined
    : Math.max(0, hub.now.getTime() - times.reduce((latest, time) => Math.max(latest, time)));
}

/**
 * The latest times at which the judged content can have reached a cluster: its snapshot, its overrides, the placement's newest edit, the
 * cluster's turn.
 */
export function contentMoments(context: PlacementContext, binding: BindingView | undefined): readonly Moment[] {
  const { view, freshness, hub } = context;
  // An edit of the placement's spec changes Scheduled to Unknown and back (KubeFleet pkg/controllers/placement/controller.go).
  const edited = view.conditions.get('Scheduled')?.lastTransitionTime;
  const taken = freshness.kind === 'fresh' ? freshness.group?.takenAt : undefined;
  if (binding === undefined) return [taken, edited];
  const overridden = binding.overrides.map((name) => createdAt(hub, name));
  return [taken, edited, ...overridden, ...turnMoments(context, binding)];
}

/** The last turn of a cluster, by its binding and, under External, by a run. */
export function turnMoments(context: PlacementContext, binding: BindingView): readonly Moment[] {
  const started = binding.conditions.find((condition) => condition.type === 'RolloutStarted');
  const turn = started === undefined ? binding.object.metadata.creationTimestamp : started.lastTransitionTime;
  return [turn, ...(context.view.external ? [movedByRun(context, binding.cluster)] : [])];
}

/** When a run last started the cluster; the run's index does not matter. */
function movedByRun({ hub, view }: PlacementContext, cluster: string): Moment {
  const started = (runsOf(hub, view.object) ?? [])
    .flatMap((run) => viewRun(run).stages.flatMap((stage) => stage.clusters))
    .flatMap((found) => (found.name === cluster ? (found.started?.lastTransitionTime ?? []) : []));
  return started.toSorted().at(-1);
}

function createdAt(hub: HubState, name: string): Moment {
  return overrideSnapshot(hub, name)?.metadata.creationTimestamp;
}

/** The shorter of two durations; `undefined` if one is unknown. */
export function shorter(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.min(one, other);
}

/**
 * Milliseconds since a member wrote something, by the member's own clock, which may differ from the hub's by minutes. Its last heartbeat
 * has that clock's time too (KubeFleet pkg/controllers/internalmembercluster): a heartbeat from the future shows how far the clock is
 * ahead. If a member is silent, its last times are used unchanged. `undefined` without a heartbeat.
 */
export function msSinceOnMember(context: PlacementContext, cluster: string, moment: Moment): number | undefined {
  const age = context.members?.get(cluster)?.heartbeatAge;
  const since = msSinceLatest(context.hub, moment);
  return age === undefined || since === undefined ? undefined : Math.max(0, since - Math.min(0, age));
}

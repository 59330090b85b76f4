import { field, isObject, stringAt } from '../fleet/json/json.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { PLACEMENT_KINDS } from '../fleet/kubefleet/kinds.ts';
import { isDeleting, type KubeObject } from '../fleet/kubernetes/object.ts';
import { overrideSnapshot } from '../gates/deploy/override.ts';
import { type PlacementView, viewPlacement } from '../gates/view/placement.ts';
import { isRunOf } from '../gates/view/runs-of.ts';
import { typeOf } from '../gates/view/seen.ts';
import type { GatedPlacement } from '../report.ts';

/**
 * When a rollout or an update run under way last moved, as the hub shows it, in RFC 3339: its newest content, turn, condition or deletion.
 * `undefined` if the hub does not show it: no cluster waits at a condition or a deletion with a time, a failure is suspected that may be younger, the
 * content may be newer than its snapshot, or a part cannot be read. A condition's time changes only with its status. An edit of the placement
 * has one too, because it changes `Scheduled`.
 */
export function progressedAt({ object, clusters, freshness, diagnoses }: GatedPlacement, hub: HubState): string | undefined {
  const found = hub.get(typeOf(object.kind), object.namespace, object.name);
  const isSuspected = diagnoses.some(({ outcome }) => outcome === 'suspect');
  if (isSuspected || freshness === 'unproven' || found === undefined) return undefined;
  const placement = found.kind.endsWith('UpdateRun') ? placementOf(found, hub) : found;
  const view = placement && viewPlacement(hub, placement);
  const isWaiting = clusters.some(({ verdict, since }) => verdict === 'waiting' && since !== undefined);
  const moved = view && (isWaiting || isRemoving(view, diagnoses)) ? timesOf(view, hub) : undefined;
  return moved && latest([found.metadata.creationTimestamp, ...transitions(found['status']), ...moved]);
}

/** Whether it waits for the removal from a cluster of which the hub shows since when. */
function isRemoving({ bindings = [] }: PlacementView, diagnoses: GatedPlacement['diagnoses']): boolean {
  const awaited = diagnoses.filter(({ id, outcome }) => id === 'binding-deleting' && outcome === 'waiting');
  const clusters = new Set(awaited.map(({ cluster }) => cluster));
  return bindings.some(({ cluster, object }) => isDeleting(object) && clusters.has(cluster));
}

function placementOf(run: KubeObject, hub: HubState): KubeObject | undefined {
  const placements = PLACEMENT_KINDS.flatMap((kind) => hub.list(typeOf(kind)));
  return placements.find((placement) => isRunOf(run, placement));
}

/** The times of a placement, its snapshots, its bindings, their overrides and Works; `undefined` if some cannot be read. */
function timesOf(
  { object: placement, bindings, groups, works = [] }: PlacementView,
  hub: HubState,
): readonly (string | undefined)[] | undefined {
  if (bindings === undefined || groups === undefined) return undefined;
  const overrides = bindings.flatMap((binding) => binding.overrides.map((name) => overrideSnapshot(hub, name)));
  const made = [...bindings.map(({ object }) => object), ...overrides];
  return [
    ...transitions(placement['status']),
    ...groups.map(({ takenAt }) => takenAt),
    ...made.flatMap((object) => [object?.metadata.creationTimestamp, object?.metadata.deletionTimestamp]),
    ...bindings.flatMap(({ object }) => transitions(object['status'])),
    ...works.map(({ object }) => object.metadata.deletionTimestamp),
  ];
}

/** The times of all conditions within a status. */
function transitions(status: unknown): readonly string[] {
  if (Array.isArray(status)) return status.flatMap(transitions);
  if (!isObject(status)) return [];
  const own = stringAt(status, 'lastTransitionTime');
  return [...(own === undefined ? [] : [own]), ...Object.keys(status).flatMap((key) => transitions(field(status, key)))];
}

function latest(times: readonly (string | undefined)[]): string | undefined {
  return times
    .flatMap((time) => (time === undefined || Number.isNaN(Date.parse(time)) ? [] : [time]))
    .toSorted(byTime)
    .at(-1);
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}

import { type Cron, cronTimes } from '../cron.ts';
import type { KubeObject, ObjectRef } from '../fleet/kubernetes/object.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { labelsOf, matchesLabels } from '../fleet/kubernetes/label-selector.ts';
import { hasLiteralParts } from '../fleet/text/literal-parts.ts';
import type { RequiredClusters } from '../gates/required-clusters.ts';
import { wallTimeAt } from '../time-zone.ts';

/** A time in which rollouts may start (`allow`) or must not (`deny`). */
export interface RolloutWindow {
  readonly name: string;
  readonly kind: 'allow' | 'deny';
  readonly times: WindowTimes;
  readonly zone: string;
  /** Absent if it is about every cluster. */
  readonly clusters?: RequiredClusters;
  /** Names of placements, `Kind/name` or `Kind/namespace/name`; `*` matches any characters. Absent if it is about every placement. */
  readonly placements?: readonly string[];
  readonly reason?: string;
}

/** Instants are milliseconds since the epoch. */
export type WindowTimes =
  | { readonly kind: 'once'; readonly from: number; readonly until: number }
  | { readonly kind: 'repeated'; readonly schedule: Cron; readonly duration: number };

/** The rollout that windows are about. Without clusters they are not known, so every window for some clusters is about it. */
export interface PlannedRollout {
  readonly placement: ObjectRef;
  readonly clusters: readonly string[];
  /** The MemberClusters by name, for selectors of labels. */
  readonly members: ReadonlyMap<string, KubeObject>;
}

/** Why no rollout may start, and when the next may; `until` is absent if no such time is found within the next 400 days. */
export interface Closed {
  readonly windows: readonly RolloutWindow[];
  /** `denied`: these deny it. `notAllowed`: these allow it at other times. */
  readonly by: 'denied' | 'notAllowed';
  readonly until?: number;
}

/** The windows that are about a rollout. */
export function windowsFor(rollout: PlannedRollout, windows: readonly RolloutWindow[]): readonly RolloutWindow[] {
  return windows.filter((window) => onClusters(rollout).some((cluster) => isAbout(window, rollout, cluster)));
}

/**
 * Whether a rollout may start at an instant: on each of its clusters no window denies it, and if windows allow it at some times, one is
 * open. `undefined` if it may.
 */
export function closedAt(now: number, rollout: PlannedRollout, windows: readonly RolloutWindow[]): Closed | undefined {
  const sets = onClusters(rollout).map((cluster) => windows.filter((window) => isAbout(window, rollout, cluster)));
  const closed = closedBy(now, sets);
  if (closed === undefined) return undefined;
  const until = nextOpen(now, sets);
  return until === undefined ? closed : { ...closed, until };
}

const DAY = 24 * 60 * 60_000;
/** More than a year, so that a yearly window is found. */
const HORIZON = 400 * DAY;
/** Changes of windows that are looked at: a window that repeats each minute has half a million in a year. */
const MOST_CHANGES = 2000;

function closedBy(at: number, sets: readonly (readonly RolloutWindow[])[]): Closed | undefined {
  const denying = sets.flatMap((set) => set.filter((window) => window.kind === 'deny' && isActive(window, at)));
  if (denying.length > 0) return { by: 'denied', windows: [...new Set(denying)] };
  const waiting = sets.flatMap((set) => {
    const allowing = set.filter(({ kind }) => kind === 'allow');
    return allowing.some((window) => isActive(window, at)) ? [] : allowing;
  });
  return waiting.length === 0 ? undefined : { by: 'notAllowed', windows: [...new Set(waiting)] };
}

function nextOpen(now: number, sets: readonly (readonly RolloutWindow[])[]): number | undefined {
  const windows = [...new Set(sets.flat())];
  let at = now;
  for (let change = 0; change < MOST_CHANGES; change++) {
    const denying = windows.flatMap((window) => (window.kind === 'deny' && isActive(window, at) ? [endOf(window, at)] : []));
    // Before the last of them ends, other windows need not be looked at.
    const next = denying.length > 0 ? Math.max(...denying) : Math.min(...windows.map((window) => nextChange(window, at, now + HORIZON)));
    if (next > now + HORIZON) return undefined;
    if (!Number.isFinite(next)) return undefined;
    if (closedBy(next, sets) === undefined) return next;
    at = next;
  }
  return undefined;
}

function isActive({ times, zone }: RolloutWindow, at: number): boolean {
  if (times.kind === 'once') return times.from <= at && at < times.until;
  return firstStart(times, zone, at - times.duration, at) !== undefined;
}

/** When a window that is open at an instant may close; if it repeats, an occurrence that began later can keep it open. */
function endOf({ times, zone }: RolloutWindow, at: number): number {
  if (times.kind === 'once') return times.until;
  return (firstStart(times, zone, at - times.duration, at) ?? at) + times.duration;
}

/** The next instant at which the window may open or close; infinity if there is none until the end. */
function nextChange({ times, zone }: RolloutWindow, at: number, end: number): number {
  if (times.kind === 'once') return Math.min(...[times.from, times.until].filter((time) => time > at && time <= end));
  const start = firstStart(times, zone, at, end);
  const running = firstStart(times, zone, at - times.duration, at);
  return Math.min(start ?? Number.POSITIVE_INFINITY, running === undefined ? Number.POSITIVE_INFINITY : running + times.duration);
}

function firstStart(
  { schedule }: Extract<WindowTimes, { readonly kind: 'repeated' }>,
  zone: string,
  after: number,
  until: number,
): number | undefined {
  const [first] = cronTimes(schedule, zone, { after, until }).take(1);
  return first;
}

/** Which of the named clusters are not member clusters, or that no member cluster has the labels; `undefined` if neither. */
export function unknownClustersOf(
  { clusters }: RolloutWindow,
  members: ReadonlyMap<string, KubeObject>,
): readonly string[] | 'all' | undefined {
  if (clusters === undefined) return undefined;
  if (clusters.kind === 'named') {
    const unknown = clusters.names.filter((name) => !members.has(name));
    return unknown.length === 0 ? undefined : unknown;
  }
  return [...members.values()].some((member) => matchesLabels(clusters.selector, labelsOf(member))) ? undefined : 'all';
}

function onClusters({ clusters }: PlannedRollout): readonly (string | undefined)[] {
  return clusters.length === 0 ? [undefined] : clusters;
}

function isAbout({ clusters, placements }: RolloutWindow, { placement, members }: PlannedRollout, cluster: string | undefined): boolean {
  if (placements?.some((pattern) => isPlacementOf(pattern, placement)) === false) return false;
  if (clusters === undefined || cluster === undefined) return true;
  if (clusters.kind === 'named') return clusters.names.includes(cluster);
  const member = members.get(cluster);
  return member === undefined || matchesLabels(clusters.selector, labelsOf(member));
}

/** Whether a placement has the name of a pattern, in which `*` is any characters. */
export function isPlacementOf(pattern: string, placement: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): boolean {
  return hasLiteralParts(displayName(placement).toLowerCase(), pattern.toLowerCase().split('*'));
}

/** `2026-12-21T07:00:00Z`, and the time on the clock of a zone that is not UTC: ` (08:00 in Europe/Berlin)`. */
export function instantText(instant: number, zone: string): string {
  const text = `${new Date(instant).toISOString().slice(0, 19)}Z`;
  if (zone === 'UTC') return text;
  return `${text} (${new Date(wallTimeAt(instant, zone)).toISOString().slice(11, 16)} in ${zone})`;
}

import { listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import { CLUSTER_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubTime } from './hub-time.ts';
import type { ObjectStore } from './object-store.ts';
import { shiftTimes, shiftedMoment, type TimeShift } from './shift-times.ts';

/** A line of a recording or a story: a write to the hub, or a named moment. `t` is RFC 3339; lines are in time order. */
export type StoryEvent =
  | { readonly t: string; readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly t: string; readonly type: 'MARK'; readonly note: string };

export interface PlayOptions {
  /**
   * All events up to the last mark with this note are loaded at once, the rest is played. Default `deploy`; without such a mark everything
   * is played.
   */
  readonly from?: string;
  /** Recorded seconds played in one second of the hub's time. Default 1. */
  readonly speed?: number;
  /** Called for each mark after the start, at its moment. The story pauses until a returned promise resolves. */
  readonly onMark?: (note: string) => unknown;
}

export interface Play {
  /** Maps the recording's times to the hub's; needed for manifests that contain times. */
  readonly shift: TimeShift;
  /** Resolves when the last event was written or the play was stopped. */
  readonly done: Promise<void>;
  /** Stops the play and its heartbeats. */
  stop(): void;
}

/**
 * Loads the events before the mark and plays the rest at its speed. After the end, each member whose last heartbeat was fresh keeps
 * sending heartbeats.
 */
export function play(
  store: ObjectStore,
  events: readonly StoryEvent[],
  time: HubTime,
  signal: AbortSignal,
  options: PlayOptions = {},
): Play {
  const { from = 'deploy', speed = 1, onMark } = options;
  const marked = events.findLastIndex((event) => event.type === 'MARK' && event.note === from);
  const start = events[Math.max(marked, 0)];
  const shift: TimeShift = { from: start === undefined ? time.now() : Date.parse(start.t), to: time.now(), speed };
  const stopper = new AbortController();
  const until = AbortSignal.any([signal, stopper.signal]);

  for (const event of events.slice(0, marked + 1)) write(store, event, shift);
  const done = playOn();
  void done.then(() => beat(store, events, shift, time, until));
  return { shift, done, stop: () => stopper.abort() };

  async function playOn(): Promise<void> {
    let held = 0;
    for (const event of events.slice(marked + 1)) {
      const later = { ...shift, to: shift.to + held };
      const wait = shiftedMoment(Date.parse(event.t), later) - time.now();
      if (wait > 0) await time.sleep(wait, until);
      if (until.aborted) return;
      write(store, event, later);
      if (event.type !== 'MARK') continue;
      const reached = time.now();
      await onMark?.(event.note);
      held += time.now() - reached;
    }
  }
}

function write(store: ObjectStore, event: StoryEvent, shift: TimeShift): void {
  if (event.type === 'MARK') return;
  if (event.type === 'DELETED') store.remove(event.object);
  else store.put(shiftTimes(event.object, shift));
}

/**
 * Renews the heartbeats of members that were alive at the end: their last heartbeat is at most three periods old. The real scheduler waits
 * for 5 min.
 */
async function beat(store: ObjectStore, events: readonly StoryEvent[], shift: TimeShift, time: HubTime, until: AbortSignal): Promise<void> {
  const last = events.at(-1);
  if (last === undefined) return;
  const alive = membersOf(events).filter((object) => {
    const heartbeat = Date.parse(heartbeatOf(object) ?? '');
    return Date.parse(last.t) - heartbeat <= 3 * periodOf(object) * 1000;
  });
  const shortest = Math.min(...alive.map(periodOf));
  while (alive.length > 0) {
    await time.sleep((shortest * 1000) / shift.speed, until);
    if (until.aborted) return;
    for (const member of alive) renew(store, member, time.now());
  }
}

/** The last state of each MemberCluster and InternalMemberCluster that still exists at the end. */
function membersOf(events: readonly StoryEvent[]): readonly KubeObject[] {
  const members = new Map<string, KubeObject>();
  for (const event of events) {
    if (event.type === 'MARK' || groupOf(event.object.apiVersion) !== CLUSTER_GROUP) continue;
    const key = `${event.object.kind}/${event.object.metadata.namespace ?? ''}/${event.object.metadata.name}`;
    if (event.type === 'DELETED') members.delete(key);
    else members.set(key, event.object);
  }
  return [...members.values()];
}

function renew(store: ObjectStore, member: KubeObject, now: number): void {
  const { kind, metadata } = member;
  const current = store.find(CLUSTER_GROUP, kind, metadata.namespace, metadata.name);
  if (current === undefined) return;
  const lastReceivedHeartbeat = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const agentStatus = listAt(current, 'status', 'agentStatus').map((agent) => Object.assign({}, agent, { lastReceivedHeartbeat }));
  store.put({ ...current, status: { ...(current['status'] as object), agentStatus } });
}

function heartbeatOf(member: KubeObject): string | undefined {
  return stringAt(member, 'status', 'agentStatus', 0, 'lastReceivedHeartbeat');
}

/** Seconds; the CRD's default is 60. */
function periodOf(member: KubeObject): number {
  return numberAt(member, 'spec', 'heartbeatPeriodSeconds') ?? 60;
}

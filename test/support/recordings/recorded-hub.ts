import type { HubReader } from '../../../src/gates/hub/reader.ts';
import type { HubState, Interest, ResourceType, Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import { FollowedHub } from './followed-hub.ts';
import type { Recording, RecordedEvent } from './recording.ts';
import type { SimClock } from '../sim-clock.ts';
import { stillBeating } from './with-later-heartbeats.ts';

/** Watch events that are lost, by their position in the recording, and the interval of the lists that make up for them, in ms. */
export interface Losses {
  readonly isLost: (at: number) => boolean;
  readonly listEvery: number;
}

/** Kinds that cannot be read, by name, each with the recording's time from which on; without a time, from the start. */
export interface Hiding {
  readonly kinds: readonly string[];
  readonly from?: number;
}

/**
 * A hub that plays a recording from its deploy mark on. It keeps objects as the live reader does. After the last event only its clock
 * advances, and members that sent heartbeats to the end continue to send them. In a cut recording they also send the heartbeats that were
 * cut out.
 */
export class RecordedHub implements HubReader {
  readonly #clock: SimClock;
  readonly #origin: number;
  readonly #changes: readonly RecordedEvent[];
  #kept = new FollowedHub();
  readonly #members = new Map<string, RecordedEvent>();
  readonly #alive: ReadonlySet<string>;
  readonly #end: number;
  readonly #isCut: boolean;
  readonly #hiding: Hiding;
  readonly #losses: Losses | undefined;
  #next = 0;
  #listedAt: number;
  #changedSince = false;

  constructor(recording: Recording, clock: SimClock, hiding: Hiding = { kinds: [] }, losses?: Losses) {
    this.#clock = clock;
    this.#hiding = hiding;
    this.#losses = losses;
    this.#listedAt = recording.startedAt;
    this.#origin = recording.startedAt - clock.now();
    this.#changes = recording.events;
    this.#end = recording.endedAt;
    this.#alive = recording.alive;
    this.#isCut = recording.isCut;
    this.#advance();
  }

  /** The recording's time now. */
  get time(): number {
    return this.#origin + this.#clock.now();
  }

  follow(_interests: readonly Interest[]): Promise<void> {
    return Promise.resolve();
  }

  state(): HubState {
    this.#advance();
    this.#changedSince = false;
    for (const member of this.#members.values()) this.#beat(member);
    const { kinds, from = 0 } = this.#hiding;
    const hidden = new Set(this.time < from ? [] : kinds);
    return this.#kept.state(new Date(this.time), (type) => (hidden.has(type.kind) ? DENIED : isRecorded(type) ? SEEN : NOT_RECORDED));
  }

  changed(signal: AbortSignal): Promise<void> {
    this.#advance();
    if (this.#changedSince) return Promise.resolve();
    const next = this.#changes[this.#next]?.at ?? Number.POSITIVE_INFINITY;
    const list = this.#losses === undefined ? Number.POSITIVE_INFINITY : this.#listedAt + this.#losses.listEvery;
    return this.#clock.until(Math.min(next, list) - this.#origin, signal);
  }

  refresh(): Promise<void> {
    if (this.#losses !== undefined) this.#list();
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #advance(): void {
    for (let event = this.#changes[this.#next]; event !== undefined && event.at <= this.time; event = this.#changes[this.#next]) {
      const isLost = event.at > this.#listedAt && this.#losses?.isLost(this.#next) === true;
      if (!isLost) this.#apply(event);
      this.#next += 1;
    }
    if (this.#losses !== undefined && this.time - this.#listedAt >= this.#losses.listEvery) this.#list();
  }

  /** Lists the current objects, so that missed events no longer matter. */
  #list(): void {
    this.#listedAt = this.time;
    this.#kept = new FollowedHub();
    this.#members.clear();
    for (const event of this.#changes) if (event.at <= this.time) this.#apply(event);
  }

  #apply(event: RecordedEvent): void {
    const { type, object } = event;
    this.#kept.apply(event);
    if (object.kind === 'MemberCluster' && type === 'DELETED') this.#members.delete(object.metadata.name);
    else if (object.kind === 'MemberCluster') this.#members.set(object.metadata.name, event);
    this.#changedSince = true;
  }

  #beat({ object, at }: RecordedEvent): void {
    const since = this.time - (this.#isCut ? at : this.#end);
    // Heartbeats that were cut out arrive at regular times, not at each read.
    const late = this.#isCut ? since - (since % CUT_PERIOD) : since;
    if (late <= 0 || !this.#alive.has(object.metadata.name)) return;
    this.#kept.apply({ type: 'MODIFIED', object: stillBeating(object, late) });
  }
}

const SEEN: Visibility = { kind: 'seen' };
const CUT_PERIOD = 15_000;

const DENIED: Visibility = { kind: 'denied', message: 'forbidden' };

/** Recordings have no custom resources although the hub had them, so nothing shows that they were removed. */
const NOT_RECORDED: Visibility = { kind: 'notServed', message: 'not recorded' };
const CORE = new Set(['Namespace', 'Event', 'ConfigMap', 'Secret', 'Service', 'ServiceAccount']);
const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job']);

function isRecorded({ group, kind }: ResourceType): boolean {
  if (group === '') return CORE.has(kind);
  return group === 'apps' || group === 'batch' ? WORKLOADS.has(kind) : group.endsWith('kubernetes-fleet.io');
}

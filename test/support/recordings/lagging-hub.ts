import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import { memoryHub } from '../hubs/memory-hub.ts';
import type { RecordedEvent, Recording } from './recording.ts';
import type { SimClock } from '../sim-clock.ts';

/**
 * A recording seen through watches with a lag. Each kind has its own delay, so changes of different kinds arrive in another order. Quick
 * successive changes are merged. A refresh lists the true state.
 */
export class LaggingHub implements HubReader {
  readonly #clock: SimClock;
  readonly #origin: number;
  readonly #streams: readonly Stream[];

  constructor(recording: Recording, clock: SimClock, lagOf: (kind: string) => number) {
    this.#clock = clock;
    this.#origin = recording.startedAt - clock.now();
    const byKind = Map.groupBy(recording.events, (event) => event.object.kind);
    this.#streams = [...byKind].map(([kind, events]) => new Stream(events, lagOf(kind)));
    for (const stream of this.#streams) stream.advance(recording.startedAt);
  }

  get time(): number {
    return this.#origin + this.#clock.now();
  }

  follow(): Promise<void> {
    return Promise.resolve();
  }

  state(): HubState {
    for (const stream of this.#streams) stream.advance(this.time - stream.lag);
    return memoryHub(
      this.#streams.flatMap((stream) => [...stream.objects.values()]),
      new Date(this.time),
    );
  }

  changed(signal: AbortSignal): Promise<void> {
    const next = Math.min(...this.#streams.map((stream) => stream.nextAt));
    return this.#clock.until(Math.max(next - this.#origin, this.#clock.now() + 1), signal);
  }

  refresh(): Promise<void> {
    for (const stream of this.#streams) stream.advance(this.time);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class Stream {
  readonly objects = new Map<string, KubeObject>();
  readonly lag: number;
  readonly #events: readonly RecordedEvent[];
  #next = 0;

  constructor(events: readonly RecordedEvent[], lag: number) {
    this.#events = events;
    this.lag = lag;
  }

  get nextAt(): number {
    const next = this.#events[this.#next];
    return next === undefined ? Number.POSITIVE_INFINITY : next.at + this.lag;
  }

  advance(time: number): void {
    for (let event = this.#events[this.#next]; event !== undefined && event.at <= time; event = this.#events[this.#next]) {
      const key = objectKey(refOf(event.object));
      if (event.type === 'DELETED') this.objects.delete(key);
      else this.objects.set(key, event.object);
      this.#next += 1;
    }
  }
}

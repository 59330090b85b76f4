import type { Clock } from '../clock.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { removalKey } from '../rollout/removals.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { NO_MEMBER_OBJECTS, memberPlace } from '../view/member-objects.ts';
import type { MemberObjects } from '../view/member-objects.ts';
import type { MemberReader } from '../hub/member-reader.ts';

/** A member is read again this often while something is not available there. */
const READ_AGAIN = 10_000;

/** Reads the members that may be read, where a judgement says that a workload is not available or an object was removed, and nowhere else. */
export class MemberReads {
  readonly #reader: MemberReader | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #signal: AbortSignal | undefined;
  readonly #readAt = new Map<string, number>();
  #objects: MemberObjects = NO_MEMBER_OBJECTS;
  #asks = 0;

  /** @param signal ends a read that is under way */
  constructor(reader: MemberReader | undefined, clock: Pick<Clock, 'now'>, signal?: AbortSignal) {
    this.#reader = reader;
    this.#clock = clock;
    this.#signal = signal;
  }

  get objects(): MemberObjects {
    return this.#objects;
  }

  /** How many looks have asked a member. */
  get asks(): number {
    return this.#asks;
  }

  /** Whether something was read, or turned out to be out of reach, that the state does not know yet. */
  async look(state: GateState): Promise<boolean> {
    const reader = this.#reader;
    if (reader === undefined) return false;
    const places = placesOf(state).filter(({ cluster }) => reader.clusters.has(cluster));
    // What was not wanted for a moment is forgotten, and is not known by having been read.
    const due = places.filter(
      ({ key }) => !this.#objects.has(key) || this.#clock.now() - (this.#readAt.get(key) ?? Number.NEGATIVE_INFINITY) >= READ_AGAIN,
    );
    if (due.length > 0) this.#asks++;
    const reading = Promise.all(due.map(async (place) => ({ ...place, objects: await place.read(reader) })));
    const read = await (this.#signal === undefined ? reading : unlessAborted(reading, this.#signal));
    if (read === undefined) return false;
    for (const { key } of read) this.#readAt.set(key, this.#clock.now());
    const wanted = new Set(places.map(({ key }) => key));
    const kept = [...this.#objects].filter(([key]) => wanted.has(key));
    const isNews = read.some(({ key, objects }) => objects !== undefined || !this.#objects.has(key));
    this.#objects = new Map([...kept, ...read.map(({ key, objects }) => [key, objects ?? this.#objects.get(key)] as const)]);
    return isNews;
  }
}

interface MemberPlace {
  readonly key: string;
  readonly cluster: string;
  read(reader: MemberReader): Promise<readonly KubeObject[] | undefined>;
}

function placesOf(state: GateState): readonly MemberPlace[] {
  const places = [...state.placements, ...state.runs].flatMap((gated) =>
    gated.diagnoses.flatMap(({ id, cluster, object }): readonly MemberPlace[] => {
      const namespace = object?.namespace;
      if (namespace === undefined) return [];
      if (cluster !== undefined) return id.startsWith('workload-') ? [placeOf(cluster, namespace)] : [];
      // The hub does not follow a Job at all, so that only the clusters tell how it fares.
      const isJob = id === 'availability-untrackable' && object?.kind === 'Job';
      return isJob ? gated.clusters.map(({ name }) => placeOf(name, namespace)) : [];
    }),
  );
  const removed = state.removals.map((removal): MemberPlace => ({
    key: removalKey(removal),
    cluster: removal.cluster,
    read: (reader) => reader.find?.(removal.cluster, removal.object) ?? Promise.resolve(undefined),
  }));
  return [...new Map([...places, ...removed].map((place) => [place.key, place])).values()];
}

function placeOf(cluster: string, namespace: string): MemberPlace {
  return { key: memberPlace(cluster, namespace), cluster, read: (reader) => reader.read(cluster, namespace) };
}

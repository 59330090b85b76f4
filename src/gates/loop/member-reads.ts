import type { Clock } from '../clock.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { groupOf, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { MEMBER_KINDS } from '../hub/live-members.ts';
import { removalKey, type Removal } from '../rollout/removals.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { NO_MEMBER_OBJECTS, memberPlace } from '../view/member-objects.ts';
import type { ContainerLog, MemberObjects } from '../view/member-objects.ts';
import { containerLog, failingRuns } from '../observations/member/failing-runs.ts';
import type { MemberReader } from '../hub/member-reader.ts';

/** A member is read again this often while an object is not available there. */
const READ_AGAIN = 10_000;

/** Reads the members that may be read, only for the pods of a workload, and objects that were removed or differ from the hub's. */
export class MemberReads {
  readonly #reader: MemberReader | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #signal: AbortSignal | undefined;
  readonly #readAt = new Map<string, number>();
  #objects: MemberObjects = NO_MEMBER_OBJECTS;
  #asks = 0;

  /** @param signal ends a running read */
  constructor(reader: MemberReader | undefined, clock: Pick<Clock, 'now'>, signal?: AbortSignal) {
    this.#reader = reader;
    this.#clock = clock;
    this.#signal = signal;
  }

  get objects(): MemberObjects {
    return this.#objects;
  }

  /** The number of evaluations that needed a read of a member. */
  get asks(): number {
    return this.#asks;
  }

  /** Whether something was read, or could not be read, that the state does not contain yet. */
  async readMore(state: GateState): Promise<boolean> {
    const reader = this.#reader;
    if (reader === undefined) return false;
    const places = placesOf(state).filter(({ cluster }) => reader.clusters.has(cluster));
    // Places that were not needed for a moment are forgotten, so a former read of them does not apply any more.
    const due = places.filter(
      ({ key }) => !this.#objects.has(key) || this.#clock.now() - (this.#readAt.get(key) ?? Number.NEGATIVE_INFINITY) >= READ_AGAIN,
    );
    if (due.length > 0) this.#asks++;
    const reading = readAll(due, reader);
    const read = await (this.#signal === undefined ? reading : unlessAborted(reading, this.#signal));
    if (read === undefined) return false;
    for (const { key } of read) this.#readAt.set(key, this.#clock.now());
    const wanted = new Set(
      places.flatMap(({ key, cluster, workloads = [] }) => [key, ...workloads.map((object) => removalKey({ cluster, object }))]),
    );
    const kept = [...this.#objects].filter(([key]) => wanted.has(key));
    const isNews = read.some(({ key, objects }) => objects !== undefined || !this.#objects.has(key));
    this.#objects = new Map([...kept, ...read.map(({ key, objects }) => [key, objects ?? this.#objects.get(key)] as const)]);
    return isNews;
  }
}

interface Read {
  readonly key: string;
  readonly objects: readonly KubeObject[] | undefined;
}

/** If a workload is not among the read objects, it is requested by name, because a kind that may not be read gives the same result. */
async function readAll(places: readonly MemberPlace[], reader: MemberReader): Promise<readonly Read[]> {
  const read = await Promise.all(
    places.map(async (place): Promise<readonly Read[]> => {
      const { key, cluster, workloads = [] } = place;
      const objects = await place.read(reader);
      if (objects === undefined) return [{ key, objects }];
      const own = workloads.map(async (object): Promise<Read> => {
        const found = objects.filter((each) => objectKey(refOf(each)) === objectKey(object));
        return { key: removalKey({ cluster, object }), objects: found.length > 0 ? found : await reader.find?.(cluster, object) };
      });
      const logs = await logsOf(place, objects, reader);
      return [{ key, objects: [...objects, ...logs] }, ...(await Promise.all(own))];
    }),
  );
  return read.flat();
}

/** What the failing containers of the workloads wrote last. */
async function logsOf(
  { cluster, workloads = [] }: MemberPlace,
  objects: readonly KubeObject[],
  reader: MemberReader,
): Promise<readonly ContainerLog[]> {
  const runs = workloads.flatMap((workload) => failingRuns(objects, workload).slice(0, LOGS));
  const logs = runs.map(async (run): Promise<readonly ContainerLog[]> => {
    const text = await reader.log?.(cluster, run);
    return text === undefined ? [] : [containerLog(run, text)];
  });
  return (await Promise.all(logs)).flat();
}

/** Containers of one workload whose lines are read. */
const LOGS = 3;

interface MemberPlace {
  readonly key: string;
  readonly cluster: string;
  /** The objects of the diagnoses there, of the kinds that are read. */
  readonly workloads?: readonly ObjectRef[];
  read(reader: MemberReader): Promise<readonly KubeObject[] | undefined>;
}

function placesOf(state: GateState): readonly MemberPlace[] {
  const places = [...state.placements, ...state.runs].flatMap((gated) =>
    gated.diagnoses.flatMap(({ id, cluster, object }): readonly MemberPlace[] => {
      const namespace = object?.namespace;
      if (object === undefined || namespace === undefined) return [];
      if (cluster !== undefined) return id.startsWith('workload-') ? [placeOf(cluster, namespace, isRead(object) ? [object] : [])] : [];
      // The hub does not track a Job at all, so only the clusters show its state.
      const isJob = id === 'availability-untrackable' && object.kind === 'Job';
      return isJob ? gated.clusters.map(({ name }) => placeOf(name, namespace, [object])) : [];
    }),
  );
  const removed = state.removals.map((removal): MemberPlace => ({
    key: removalKey(removal),
    cluster: removal.cluster,
    read: (reader) => reader.find?.(removal.cluster, removal.object) ?? Promise.resolve(undefined),
  }));
  const differing = [...Map.groupBy(differingObjects(state), ({ cluster }) => cluster).values()].flatMap((found) =>
    found.slice(0, DIFFERING).map((place): MemberPlace => ({
      key: removalKey(place),
      cluster: place.cluster,
      read: (reader) => reader.find?.(place.cluster, place.object) ?? Promise.resolve(undefined),
    })),
  );
  const running = state.running.map(({ cluster, object }) => placeOf(cluster, object.namespace ?? '', [object]));
  return [...Map.groupBy([...places, ...running, ...removed, ...differing], ({ key }) => key).values()].flatMap(joined);
}

/** Objects that differ from the hub's on a cluster: as the cluster has them, they show who wrote what differs. */
function differingObjects({ placements, runs }: GateState): readonly Removal[] {
  return [...placements, ...runs].flatMap(({ diagnoses }) =>
    diagnoses.flatMap(({ id, cluster, object }) =>
      cluster !== undefined && object !== undefined && DIFFERENCES.has(id) ? [{ cluster, object }] : [],
    ),
  );
}

const DIFFERENCES: ReadonlySet<string> = new Set([
  'drift-found',
  'drift-blocks-apply',
  'diff-found',
  'takeover-differs',
  'takeover-refused',
]);
/** Objects of one cluster that are read for this. */
const DIFFERING = 5;

/** Places of one key, with all their objects. */
function joined(places: readonly MemberPlace[]): readonly MemberPlace[] {
  const workloads = new Map(places.flatMap((place) => place.workloads ?? []).map((object) => [objectKey(object), object]));
  return places.slice(0, 1).map((place) => ({ ...place, workloads: [...workloads.values()] }));
}

function isRead({ apiVersion, kind }: ObjectRef): boolean {
  return MEMBER_KINDS.some((type) => type.kind === kind && type.group === groupOf(apiVersion));
}

function placeOf(cluster: string, namespace: string, workloads: readonly ObjectRef[] = []): MemberPlace {
  return { key: memberPlace(cluster, namespace), cluster, workloads, read: (reader) => reader.read(cluster, namespace) };
}

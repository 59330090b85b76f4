import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { ObjectTaker } from '../http/collection.ts';
import type { ObjectStore } from '../keep/object-store.ts';

type Metadata = KubeObject['metadata'];

/** A name whose cached state is not the hub's, with the held resource version. */
export interface Held {
  readonly name: string;
  readonly held: string | undefined;
}

/** Compares a cache with a read of the hub as it arrives. Equal objects are not kept, so that a large hub is not held twice. */
export class Comparison implements ObjectTaker {
  readonly #cache: ObjectStore;
  readonly #seen = new Set<string>();
  readonly #different = new Map<string, Metadata>();

  constructor(cache: ObjectStore) {
    this.#cache = cache;
  }

  get size(): number {
    return this.#seen.size;
  }

  set(name: string, { metadata }: KubeObject): void {
    this.#seen.add(name);
    if (!isSame(this.#cache.get(name)?.metadata, metadata)) this.#different.set(name, metadata);
  }

  /**
   * Returns the cached names that differ from the read: changed, missing, or deleted on the hub.
   * @param version the version of the read: only what a watch delivered during it may be newer
   */
  lagging(version: string): readonly Held[] {
    const lagging: Held[] = [];
    const compare = (name: string, found: Metadata | undefined): void => {
      const held = this.#cache.get(name)?.metadata;
      const isAhead = held !== undefined && isBehind(version, held.resourceVersion);
      if (!isSame(held, found) && !isAhead) lagging.push({ name, held: held?.resourceVersion });
    };
    for (const [name, found] of this.#different) compare(name, found);
    for (const name of this.#cache.names()) if (!this.#seen.has(name)) compare(name, undefined);
    return lagging;
  }
}

/** The same objects in the same states. */
export function sameVersions(a: ObjectStore, b: ObjectStore): boolean {
  if (a.size !== b.size) return false;
  return b.names().every((name) => isSame(a.get(name)?.metadata, b.get(name)?.metadata));
}

/** Whether two states are the same state of one object. After a restore, a version may occur again for another state or another object. */
export function isSame(one: Metadata | undefined, other: Metadata | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.resourceVersion === other.resourceVersion && one.uid === other.uid && one.generation === other.generation;
}

/**
 * Whether a hub cannot go from the one state to the other. Versions and generations of an object increase, and a new object of the same
 * name was created later. If they do not, etcd was restored in between, or another hub answers.
 */
export function wentBack(one: Metadata, other: Metadata): boolean {
  if (one.uid !== other.uid) return Date.parse(other.creationTimestamp ?? '') < Date.parse(one.creationTimestamp ?? '');
  return (other.generation ?? 0) < (one.generation ?? 0) || isBehind(other.resourceVersion, one.resourceVersion);
}

/** Resource versions increase (Kubernetes API concepts, since 1.34). If one is not a number, the order is unknown. */
export function isBehind(version: string | undefined, than: string | undefined): boolean {
  if (version === undefined || than === undefined || !/^\d{1,30}$/.test(version) || !/^\d{1,30}$/.test(than)) return false;
  return BigInt(version) < BigInt(than);
}

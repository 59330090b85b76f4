import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { ObjectTaker } from '../http/collection.ts';
import type { Kept } from '../keep/kept.ts';

type Metadata = KubeObject['metadata'];

/** A name whose cached state is not the hub's, with the resource version that is held of it. */
export interface Held {
  readonly name: string;
  readonly held: string | undefined;
}

/** Compares a cache with a read of the hub as it comes: of what is the same nothing is kept, so that a large hub is not held twice. */
export class Comparison implements ObjectTaker {
  readonly #cache: Kept;
  readonly #seen: ReturnType<Kept['seen']>;
  readonly #different = new Map<string, Metadata>();
  #size = 0;

  constructor(cache: Kept) {
    this.#cache = cache;
    this.#seen = cache.seen();
  }

  get size(): number {
    return this.#size;
  }

  set(name: string, { metadata }: KubeObject): void {
    if (this.#seen.see(name)) this.#size++;
    if (isSame(this.#cache.metadataOf(name), metadata)) return;
    if (!this.#different.has(name) && this.#cache.metadataOf(name) === undefined) this.#size++;
    this.#different.set(name, metadata);
  }

  /**
   * What of the cache is not as the read found it: changed, missing, or deleted on the hub. `undefined` where that cannot be told any more.
   * @param version of the read: what a watch brought during it may be ahead of it, nothing else can be
   */
  lagging(version: string): readonly Held[] | undefined {
    const unseen = this.#seen.unseen();
    if (unseen === undefined) return undefined;
    const lagging: Held[] = [];
    const compare = (name: string, found: Metadata | undefined): void => {
      const held = this.#cache.metadataOf(name);
      const isAhead = held !== undefined && isBehind(version, held.resourceVersion);
      if (!isSame(held, found) && !isAhead) lagging.push({ name, held: held?.resourceVersion });
    };
    for (const [name, found] of this.#different) compare(name, found);
    for (const name of unseen) if (!this.#different.has(name)) compare(name, undefined);
    return lagging;
  }
}

/** The same objects in the same states. */
export function sameVersions(a: Kept, b: Kept): boolean {
  if (a.size !== b.size) return false;
  for (const [name, metadata] of b.metadata()) if (!isSame(a.metadataOf(name), metadata)) return false;
  return true;
}

/** One state of one object. After a restore a version may come again, of another state or another object. */
export function isSame(one: Metadata | undefined, other: Metadata | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.resourceVersion === other.resourceVersion && one.uid === other.uid && one.generation === other.generation;
}

/**
 * Whether no hub can come from the one state to the other: versions and generations of an object grow, and one that takes its name was made
 * later. So etcd was restored in between, or another hub answers.
 */
export function wentBack(one: Metadata, other: Metadata): boolean {
  if (one.uid !== other.uid) return Date.parse(other.creationTimestamp ?? '') < Date.parse(one.creationTimestamp ?? '');
  return (other.generation ?? 0) < (one.generation ?? 0) || isBehind(other.resourceVersion, one.resourceVersion);
}

/** Resource versions grow (Kubernetes API concepts, since 1.34). Of what is no number nobody can tell. */
export function isBehind(version: string | undefined, than: string | undefined): boolean {
  if (version === undefined || than === undefined || !/^\d{1,30}$/.test(version) || !/^\d{1,30}$/.test(than)) return false;
  return BigInt(version) < BigInt(than);
}

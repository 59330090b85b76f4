import type { KubeObject } from '../../../fleet/object.ts';
import type { Kept } from '../keep/kept.ts';
import type { TypeView } from '../keep/type-view.ts';

/** A name whose cached state is not the hub's, with the resource version that is held of it. */
export interface Held {
  readonly name: string;
  readonly held: string | undefined;
}

/**
 * What of the cache is not as a read of the hub found it: changed, missing, or deleted on the hub.
 * @param before the cache when the read began: what a watch brought during it may be ahead of it, nothing else can be
 */
export function lagging(cache: Kept, read: Kept, before: TypeView): readonly Held[] {
  const different: Held[] = [];
  const compare = (name: string, held: KubeObject | undefined, found: KubeObject | undefined): void => {
    if (isSame(held, found)) return;
    const isAhead = !isSame(held, before.get(name)) && isBehind(versionOf(found), versionOf(held));
    if (!isAhead) different.push({ name, held: versionOf(held) });
  };
  for (const [name, found] of read.entries()) compare(name, cache.get(name), found);
  for (const [name, held] of cache.entries()) if (read.get(name) === undefined) compare(name, held, undefined);
  return different;
}

/** The same objects in the same states. */
export function sameVersions(a: Kept, b: Kept): boolean {
  if (a.size !== b.size) return false;
  for (const [name, object] of b.entries()) if (!isSame(a.get(name), object)) return false;
  return true;
}

/** One state of one object. After a restore a version may come again, of another state or another object. */
export function isSame(a: KubeObject | undefined, b: KubeObject | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const [one, other] = [a.metadata, b.metadata];
  return one.resourceVersion === other.resourceVersion && one.uid === other.uid && one.generation === other.generation;
}

/**
 * Whether no hub can come from the one state to the other: versions and generations of an object grow, and one that takes its name was made
 * later. So etcd was restored in between, or another hub answers.
 */
export function wentBack(from: KubeObject, to: KubeObject): boolean {
  const [one, other] = [from.metadata, to.metadata];
  if (one.uid !== other.uid) return Date.parse(other.creationTimestamp ?? '') < Date.parse(one.creationTimestamp ?? '');
  return (other.generation ?? 0) < (one.generation ?? 0) || isBehind(other.resourceVersion, one.resourceVersion);
}

/** Resource versions grow (Kubernetes API concepts, since 1.34). Of what is no number nobody can tell. */
export function isBehind(version: string | undefined, than: string | undefined): boolean {
  if (version === undefined || than === undefined || !/^\d{1,30}$/.test(version) || !/^\d{1,30}$/.test(than)) return false;
  return BigInt(version) < BigInt(than);
}

function versionOf(object: KubeObject | undefined): string | undefined {
  return object?.metadata.resourceVersion;
}

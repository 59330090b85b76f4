import type { KubeObject } from '../../../fleet/object.ts';

/** A name whose cached state is not the hub's, with the resource version that is held of it. */
export interface Held {
  readonly name: string;
  readonly held: string | undefined;
}

/** What of the cache is older than a read of all resource versions: changed, missing, or deleted on the hub. */
export function lagging(cache: ReadonlyMap<string, KubeObject>, read: ReadonlyMap<string, string>): readonly Held[] {
  const names = new Set([...read.keys(), ...cache.keys()]);
  return [...names].flatMap((name) => {
    const held = cache.get(name)?.metadata.resourceVersion;
    return isCurrent(held, read.get(name)) ? [] : [{ name, held }];
  });
}

export function sameVersions(a: ReadonlyMap<string, KubeObject>, b: ReadonlyMap<string, KubeObject>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, object] of b) if (a.get(name)?.metadata.resourceVersion !== object.metadata.resourceVersion) return false;
  return true;
}

/** Resource versions grow (Kubernetes API concepts, since 1.34): a cache ahead of the read is right. */
function isCurrent(held: string | undefined, read: string | undefined): boolean {
  if (held === read) return held !== undefined;
  return held !== undefined && read !== undefined && /^\d+$/.test(held) && /^\d+$/.test(read) && BigInt(held) > BigInt(read);
}

import { isPlacementKind } from '../../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { ResourceType } from '../../../fleet/kubefleet/hub-state.ts';
import type { ObjectStore } from './object-store.ts';
import type { Seen } from './seen-names.ts';
import { CompactObjectStore } from './compact-object-store.ts';
import { viewOf, type TypeView } from './type-view.ts';

/** The store for the objects of a type: the compact one if a fleet can have one for each placement and cluster, or if they are as large. */
export function objectStoreForKind({ kind }: Pick<ResourceType, 'kind'>): ObjectStore {
  return COMPACT.has(kind) ? new CompactObjectStore({ isLight: isPlacementKind(kind) }) : new PlainObjects();
}

const COMPACT: ReadonlySet<string> = new Set([
  'ClusterResourceBinding',
  'ClusterResourcePlacement',
  'ClusterResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'ResourceBinding',
  'ResourcePlacement',
  'ResourceSnapshot',
  'SchedulingPolicySnapshot',
  'Work',
]);

class PlainObjects extends Map<string, KubeObject> implements ObjectStore {
  #view: TypeView | undefined;

  metadataOf(name: string): KubeObject['metadata'] | undefined {
    return this.get(name)?.metadata;
  }

  *metadata(): Generator<readonly [string, KubeObject['metadata']]> {
    for (const [name, object] of this) yield [name, object.metadata];
  }

  seen(): Seen {
    const seen = new Set<string>();
    return {
      see: (name) => this.has(name) && !seen.has(name) && seen.add(name).has(name),
      unseen: () => this.keys().filter((name) => !seen.has(name)),
    };
  }

  override set(name: string, object: KubeObject): this {
    this.#view = undefined;
    return super.set(name, object);
  }

  override delete(name: string): boolean {
    this.#view = undefined;
    return super.delete(name);
  }

  view(): TypeView {
    return (this.#view ??= viewOf(this.values()));
  }
}

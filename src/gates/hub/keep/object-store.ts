import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Seen } from './seen-names.ts';
import type { TypeView } from './type-view.ts';

/** The objects of a type as last seen, by name key. */
export interface ObjectStore extends Pick<ReadonlyMap<string, KubeObject>, 'get' | 'size'> {
  /** The metadata of the object, which identifies its state. */
  metadataOf(name: string): KubeObject['metadata'] | undefined;
  /** Each object's metadata with its name key. */
  metadata(): Iterable<readonly [string, KubeObject['metadata']]>;
  /** Starts a pass over all names: none is seen yet. */
  seen(): Seen;
  /** Stores the object's new state. */
  set(name: string, object: KubeObject): unknown;
  delete(name: string): boolean;
  /** A view of the current state, which later changes do not affect. */
  view(): TypeView;
}

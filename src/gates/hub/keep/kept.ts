import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Seen } from './seen-names.ts';
import type { TypeView } from './type-view.ts';

/** The objects of a type as last seen, by name key. */
export interface Kept extends Pick<ReadonlyMap<string, KubeObject>, 'get' | 'size'> {
  /** What stands at the head of the object, which says what state it is in. */
  metadataOf(name: string): KubeObject['metadata'] | undefined;
  /** Each with its name. */
  metadata(): Iterable<readonly [string, KubeObject['metadata']]>;
  /** For who goes through all names once: none is seen yet. */
  seen(): Seen;
  /** The object now has this state. */
  set(name: string, object: KubeObject): unknown;
  delete(name: string): boolean;
  /** As it is now, whatever comes later. */
  view(): TypeView;
}

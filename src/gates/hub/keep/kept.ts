import type { KubeObject } from '../../../fleet/object.ts';
import type { TypeView } from './type-view.ts';

/** The objects of a type as last seen, by name key. */
export interface Kept extends Pick<ReadonlyMap<string, KubeObject>, 'get' | 'size'> {
  /** Each with its name. */
  entries(): Iterable<readonly [string, KubeObject]>;
  /** The object now has this state. */
  set(name: string, object: KubeObject): unknown;
  delete(name: string): boolean;
  /** As it is now, whatever comes later. */
  view(): TypeView;
}

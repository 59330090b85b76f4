import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { viewOf, type TypeView } from './type-view.ts';

/** The objects of a type as last seen, by name key. A stored object never changes: a new state replaces it. */
export class ObjectStore {
  readonly #objects = new Map<string, KubeObject>();
  #view: TypeView | undefined;

  get size(): number {
    return this.#objects.size;
  }

  get(name: string): KubeObject | undefined {
    return this.#objects.get(name);
  }

  has(name: string): boolean {
    return this.#objects.has(name);
  }

  names(): IteratorObject<string> {
    return this.#objects.keys();
  }

  /** Stores the object's new state. */
  set(name: string, object: KubeObject): void {
    this.#view = undefined;
    this.#objects.set(name, object);
  }

  /** Returns whether the object was there. */
  delete(name: string): boolean {
    this.#view = undefined;
    return this.#objects.delete(name);
  }

  /** A view of the current state, which later changes do not affect. */
  view(): TypeView {
    return (this.#view ??= viewOf(this.#objects.values()));
  }
}

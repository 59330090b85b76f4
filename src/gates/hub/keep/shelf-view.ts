import type { ObjectPart, ObjectQuestion } from '../../../fleet/hub-state.ts';
import type { KubeObject } from '../../../fleet/object.ts';
import { aloneKey, derivedKey } from './shelf-groups.ts';
import type { ShelfStore } from './shelf-store.ts';
import type { TypeView } from './type-view.ts';

/** What a shelf held at one moment. Objects are made when they are asked for, and not kept. */
export class ShelfView implements TypeView {
  readonly #store: ShelfStore;
  readonly #groups: ReadonlyMap<string, readonly number[]>;
  readonly #whole = {};
  #list: readonly KubeObject[] | undefined;
  /** Of what stands in the groups of placements: hardly anybody asks for that by name. */
  #named: ReadonlyMap<string, number> | undefined;

  constructor(store: ShelfStore, groups: ReadonlyMap<string, readonly number[]>) {
    this.#store = store;
    this.#groups = groups;
  }

  list(): readonly KubeObject[] {
    if (this.#list !== undefined) return this.#list;
    const all = [...this.#groups.values()].flatMap((places) => places.map((place) => this.#store.read(place)));
    if (this.#store.isLight) this.#list = all;
    return all;
  }

  get(key: string): KubeObject | undefined {
    const place = this.#groups.get(aloneKey(key))?.[0];
    if (place !== undefined) return this.#store.read(place);
    const named = (this.#named ??= this.#placesByName()).get(key);
    return named === undefined ? undefined : this.#store.read(named);
  }

  derived(key: string): readonly KubeObject[] {
    return (this.#groups.get(derivedKey(key)) ?? []).map((place) => this.#store.read(place));
  }

  parts(): readonly ObjectPart[] {
    return [...this.#groups.values()].map((places) => ({ mark: places, objects: () => places.map((place) => this.#store.read(place)) }));
  }

  /** The places of a group are never changed, nor the bytes at a place: another state has another group. */
  mark(about: ObjectQuestion['about'], key: string): unknown {
    if (about === 'derived') return this.#groups.get(derivedKey(key));
    return (about === 'get' ? this.#groups.get(aloneKey(key)) : undefined) ?? this.#whole;
  }

  #placesByName(): ReadonlyMap<string, number> {
    return new Map([...this.#groups.values()].flatMap((places) => places.map((place) => [this.#store.nameAt(place), place] as const)));
  }
}

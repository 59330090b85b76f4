import type { ObjectPart, ObjectQuestion } from '../../../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { aloneKey, derivedKey } from './object-groups.ts';
import type { ObjectStates } from './object-states.ts';
import type { TypeView } from './type-view.ts';

/** Groups up to this size are read several times in one verdict, such as the snapshots of a placement. */
const SMALL = 4;

/** The content of a store at one moment. Objects are made on request, and kept only for groups that change. */
export class CompactTypeView implements TypeView {
  readonly #store: ObjectStates;
  readonly #groups: ReadonlyMap<string, readonly number[]>;
  readonly #moving: ReadonlySet<string>;
  readonly #whole = {};
  #list: readonly KubeObject[] | undefined;
  /** Places by name, for objects in the groups of placements: they are rarely requested by name. */
  #named: ReadonlyMap<string, number> | undefined;

  /** @param moving the groups that changed last: their objects will soon be read again */
  constructor(store: ObjectStates, groups: ReadonlyMap<string, readonly number[]>, moving: ReadonlySet<string>) {
    this.#store = store;
    this.#groups = groups;
    this.#moving = moving;
  }

  list(namespace?: string): readonly KubeObject[] {
    return namespace === undefined ? this.#all() : this.#all().filter(({ metadata }) => metadata.namespace === namespace);
  }

  get(key: string): KubeObject | undefined {
    const place = this.#groups.get(aloneKey(key))?.[0];
    if (place !== undefined) return this.#store.read(place);
    const named = (this.#named ??= this.#placesByName()).get(key);
    return named === undefined ? undefined : this.#store.read(named);
  }

  derived(key: string): readonly KubeObject[] {
    return this.#readGroup(derivedKey(key));
  }

  parts(): readonly ObjectPart[] {
    return [...this.#groups].map(([name, places]) => ({ mark: places, objects: () => this.#readGroup(name) }));
  }

  /** The places of a group never change, and neither do the bytes at a place: another state has another group. */
  mark(about: ObjectQuestion['about'], key = ''): unknown {
    if (about === 'derived') return this.#groups.get(derivedKey(key));
    return (about === 'get' ? this.#groups.get(aloneKey(key)) : undefined) ?? this.#whole;
  }

  #all(): readonly KubeObject[] {
    if (this.#list !== undefined) return this.#list;
    const all = [...this.#groups.values()].flatMap((places) => places.map((place) => this.#store.read(place)));
    if (this.#store.isLight) this.#list = all;
    return all;
  }

  #readGroup(name: string): readonly KubeObject[] {
    const places = this.#groups.get(name) ?? [];
    if (places.length <= SMALL) return places.map((place) => this.#store.readInTurn(place));
    return places.map((place) => (this.#moving.has(name) ? this.#store.readAgain(place) : this.#store.read(place)));
  }

  #placesByName(): ReadonlyMap<string, number> {
    return new Map([...this.#groups.values()].flatMap((places) => places.map((place) => [this.#store.nameAt(place), place] as const)));
  }
}

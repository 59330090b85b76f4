import { Numbers } from '../../../compact/numbers.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { ObjectStore } from './object-store.ts';
import { nameKey } from '../keys.ts';
import { hashOf, NameIndex } from '../../../compact/name-index.ts';
import type { Seen } from './seen-names.ts';
import { groupOf } from './object-groups.ts';
import { ObjectStates } from './object-states.ts';
import { CompactTypeView } from './compact-type-view.ts';

/** Fewer bytes of former states than this are not removed. */
const LEAST_GARBAGE = 1 << 20;

/**
 * The number of groups that may change at a time, and the number of objects in each: their objects are kept for a while after they are
 * read.
 */
const MOVING = 2;
const MOVING_SIZE = 128;

/** The place of a removed object. */
const NOWHERE = 2 ** 32 - 1;

/**
 * Objects as bytes outside of the heap, in groups of one placement's objects. A written state never changes. A replaced state remains until
 * half of all states are obsolete, so an existing view keeps its content.
 */
export class CompactObjectStore implements ObjectStore {
  readonly #isLight: boolean;
  #store: ObjectStates;
  /** For each object that was ever added, by its number: its place, its group and the hash of its name. */
  #places = new Numbers();
  #groupOf = new Numbers();
  #hashes = new Numbers();
  #index: NameIndex;
  #groups = new Map<string, number[]>();
  /** Every group that ever existed, and its number. */
  #groupNames: string[] = [];
  #groupNumbers = new Map<string, number>();
  /** The groups that are not part of a view. */
  #own = new Set<string>();
  /** The groups that changed last since a view was made; the newest is last. */
  #moving = new Set<string>();
  #size = 0;
  #view: CompactTypeView | undefined;

  /** @param options `isLight`: objects are read without their status, which is read only on use */
  constructor({ isLight }: { readonly isLight: boolean }) {
    this.#isLight = isLight;
    this.#store = new ObjectStates(isLight);
    this.#index = new NameIndex((number) => this.#hashes.at(number));
  }

  get size(): number {
    return this.#size;
  }

  get(name: string): KubeObject | undefined {
    const number = this.#find(name);
    return number === undefined ? undefined : this.#store.read(this.#places.at(number));
  }

  metadataOf(name: string): KubeObject['metadata'] | undefined {
    const number = this.#find(name);
    return number === undefined ? undefined : this.#store.metadataAt(this.#places.at(number));
  }

  *metadata(): Generator<readonly [string, KubeObject['metadata']]> {
    for (const places of this.#groups.values()) {
      for (const place of places) {
        const metadata = this.#store.metadataAt(place);
        yield [nameKey(metadata.namespace, metadata.name), metadata];
      }
    }
  }

  seen(): Seen {
    const index = this.#index;
    let seen = new Uint8Array(this.#places.length);
    return {
      see: (name) => {
        const number = this.#find(name);
        if (number === undefined || seen[number] === 1) return false;
        if (number >= seen.length) {
          const grown = new Uint8Array(this.#places.length * 2);
          grown.set(seen);
          seen = grown;
        }
        seen[number] = 1;
        return true;
      },
      unseen: () => (index === this.#index ? this.#namesBut(seen) : undefined),
    };
  }

  set(name: string, object: KubeObject): void {
    const known = this.#find(name);
    if (known !== undefined) this.#leave(known);
    const number = known ?? this.#add(name);
    const group = groupOf(object);
    const place = this.#store.write(object);
    this.#places.set(number, place);
    this.#groupOf.set(number, this.#groupNumber(group));
    this.#ownGroup(group).push(place);
    this.#size++;
    this.#clearGarbage();
  }

  delete(name: string): boolean {
    const number = this.#find(name);
    if (number === undefined) return false;
    this.#leave(number);
    return true;
  }

  view(): CompactTypeView {
    if (this.#view !== undefined) return this.#view;
    // An array that grew has room for half as much again; a copy has not.
    for (const name of this.#own) {
      const grown = this.#groups.get(name);
      if (grown !== undefined) this.#groups.set(name, [...grown]);
    }
    this.#own.clear();
    this.#view = new CompactTypeView(this.#store, new Map(this.#groups), new Set(this.#moving));
    return this.#view;
  }

  #find(name: string): number | undefined {
    return this.#index.find(hashOf(name), (number) => {
      const place = this.#places.at(number);
      return place !== NOWHERE && this.#store.nameAt(place) === name;
    });
  }

  #add(name: string): number {
    const number = this.#places.push(NOWHERE);
    this.#hashes.push(hashOf(name));
    this.#groupOf.push(0);
    this.#index.add(number);
    return number;
  }

  *#namesBut(seen: Uint8Array): Generator<string> {
    for (let number = 0; number < this.#places.length; number++) {
      const place = this.#places.at(number);
      if (place !== NOWHERE && seen[number] !== 1) yield this.#store.nameAt(place);
    }
  }

  #groupNumber(group: string): number {
    let number = this.#groupNumbers.get(group);
    if (number === undefined) this.#groupNumbers.set(group, (number = this.#groupNames.push(group) - 1));
    return number;
  }

  /** The object with that number was removed, or its state was replaced. */
  #leave(number: number): void {
    const name = this.#groupNames[this.#groupOf.at(number)] ?? '';
    const group = this.#ownGroup(name);
    group.splice(group.indexOf(this.#places.at(number)), 1);
    if (group.length === 0) this.#groups.delete(name);
    this.#places.set(number, NOWHERE);
    this.#size--;
  }

  /** The group, ready to be changed: a copy if a view contains it. */
  #ownGroup(name: string): number[] {
    this.#view = undefined;
    const held = this.#groups.get(name);
    if (held !== undefined && this.#own.has(name)) return held;
    const own = held === undefined ? [] : [...held];
    this.#own.add(name);
    if (own.length > 0 && own.length <= MOVING_SIZE) this.#moves(name);
    this.#groups.set(name, own);
    return own;
  }

  #moves(name: string): void {
    this.#moving.delete(name);
    this.#moving.add(name);
    const [oldest] = this.#moving;
    if (this.#moving.size > MOVING && oldest !== undefined) this.#moving.delete(oldest);
  }

  /** Writes all current states again after most became obsolete. This also forgets the words of the obsolete ones. */
  #clearGarbage(): void {
    const { count, used } = this.#store;
    if (count < this.#size * 2 || used * (1 - this.#size / count) < LEAST_GARBAGE) return;
    const fresh = new CompactObjectStore({ isLight: this.#isLight });
    for (const places of this.#groups.values()) for (const place of places) fresh.set(this.#store.nameAt(place), this.#store.read(place));
    this.#store = fresh.#store;
    this.#places = fresh.#places;
    this.#groupOf = fresh.#groupOf;
    this.#hashes = fresh.#hashes;
    this.#index = new NameIndex((number) => this.#hashes.at(number));
    for (let number = 0; number < this.#places.length; number++) this.#index.add(number);
    this.#groups = fresh.#groups;
    this.#groupNames = fresh.#groupNames;
    this.#groupNumbers = fresh.#groupNumbers;
    this.#own = fresh.#own;
  }
}

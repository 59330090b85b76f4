import { CompactStore } from '../../../compact/compact-store.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { nameKey } from '../keys.ts';

/** The number of kept statuses: one verdict reads the same status several times. */
const STATUSES = 4;

/** The number of kept objects, for groups that will soon be read again. */
const RECENT = 256;
const LAST = 8;

/** The objects of a store, each at a place (a number). */
export class ObjectStates {
  /** Objects are read without their status, which is read on first use. */
  readonly isLight: boolean;
  readonly #objects = new CompactStore();
  readonly #statuses = new Map<number, unknown>();
  readonly #recent = new Map<number, KubeObject>();
  readonly #last = new Map<number, KubeObject>();

  constructor(isLight: boolean) {
    this.isLight = isLight;
  }

  /** Bytes written so far. */
  get used(): number {
    return this.#objects.used;
  }

  /** Objects written so far. */
  get count(): number {
    return this.#objects.count;
  }

  /** Returns the place of the object. */
  write(object: KubeObject): number {
    return this.#objects.add(object);
  }

  read(place: number): KubeObject {
    const value = this.isLight
      ? this.#objects.readWithLate(place, 'status', (read) => this.#statusAt(place, read))
      : this.#objects.read(place);
    return value as unknown as KubeObject;
  }

  /** As `read`, but the same place gives the same object if it was read recently. */
  readAgain(place: number): KubeObject {
    return this.#kept(place, this.#recent, RECENT);
  }

  /** The same for objects that one verdict reads several times. */
  readInTurn(place: number): KubeObject {
    return this.#kept(place, this.#last, LAST);
  }

  #kept(place: number, among: Map<number, KubeObject>, most: number): KubeObject {
    const object = among.get(place) ?? this.read(place);
    among.delete(place);
    among.set(place, object);
    const [oldest] = among.keys();
    if (among.size > most && oldest !== undefined) among.delete(oldest);
    return object;
  }

  metadataAt(place: number): KubeObject['metadata'] {
    return this.#objects.readField(place, 'metadata') as KubeObject['metadata'];
  }

  /** The name key of the object. */
  nameAt(place: number): string {
    const { namespace, name } = this.metadataAt(place);
    return nameKey(namespace, name);
  }

  #statusAt(place: number, read: () => unknown): unknown {
    const known = this.#statuses.get(place);
    if (known !== undefined) return known;
    const status = read();
    const [oldest] = this.#statuses.keys();
    if (this.#statuses.size >= STATUSES && oldest !== undefined) this.#statuses.delete(oldest);
    this.#statuses.set(place, status);
    return status;
  }
}

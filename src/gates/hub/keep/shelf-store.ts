import { CompactStore } from '../../../compact/compact-store.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { nameKey } from '../keys.ts';

/** Statuses that were read last are read again soon: by one judgement, several times. */
const STATUSES = 4;

/** So many objects that were read are kept, of groups that are read again soon. */
const RECENT = 256;
const LAST = 8;

/** The objects of a shelf. */
export class ShelfStore {
  /** Objects are read without their status, which is read when somebody asks for it. */
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

  /** Answers the place of the object. */
  write(object: KubeObject): number {
    return this.#objects.add(object);
  }

  read(place: number): KubeObject {
    const value = this.isLight
      ? this.#objects.readWithLate(place, 'status', (read) => this.#statusAt(place, read))
      : this.#objects.read(place);
    return value as unknown as KubeObject;
  }

  /** As `read`, but of the same place the same object, as long as it was read a short while ago. */
  readAgain(place: number): KubeObject {
    return this.#kept(place, this.#recent, RECENT);
  }

  /** The same, of what is read several times in one judgement. */
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

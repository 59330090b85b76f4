import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { typeKey, type ServedType } from './served-types.ts';

/** One write, as a watch sees it. `previous` is the object before the write; absent for a new object. */
export interface StoredEvent {
  readonly revision: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** For `DELETED` the last state, with the revision of the deletion, as servers with etcd send it. */
  readonly object: KubeObject;
  readonly previous?: KubeObject;
}

/**
 * Stores objects with etcd's revision semantics: one counter for all types, a new revision for each write, and history until it is
 * compacted. Generations, uids and status are stored as given: the caller acts as API server and controllers.
 */
export class ObjectStore {
  readonly #types: ReadonlyMap<string, ServedType>;
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #history = new Map<string, StoredEvent[]>();
  /** All objects of a type at a revision, valid until the next write to the type. The pages of a long list are cut from it. */
  readonly #listed = new Map<string, { readonly from: number; readonly objects: readonly KubeObject[] }>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #revision = 1000;
  #compacted = 1000;

  constructor(types: readonly ServedType[]) {
    this.#types = new Map(types.map((type) => [typeKey(type), type]));
  }

  /** The newest revision. */
  get revision(): number {
    return this.#revision;
  }

  /** Reads and watches from before this revision fail. */
  get compacted(): number {
    return this.#compacted;
  }

  /** Creates or replaces the object. @throws {Error} if its type is not served. */
  put(object: KubeObject): void {
    const key = this.#keyOf(object);
    const held = this.#held(key);
    const previous = held.get(itemKey(object));
    this.#revision += 1;
    const stored = atRevision(object, this.#revision);
    held.set(itemKey(object), stored);
    this.#append(key, {
      revision: this.#revision,
      type: previous === undefined ? 'ADDED' : 'MODIFIED',
      object: stored,
      ...(previous === undefined ? {} : { previous }),
    });
  }

  /** Removes the object; does nothing if it does not exist. @throws {Error} if its type is not served. */
  remove(object: KubeObject): void {
    const key = this.#keyOf(object);
    const held = this.#held(key);
    const previous = held.get(itemKey(object));
    if (previous === undefined) return;
    held.delete(itemKey(object));
    this.#revision += 1;
    this.#append(key, { revision: this.#revision, type: 'DELETED', object: atRevision(previous, this.#revision), previous });
  }

  /** Drops the history until now: older watches and continued lists then get 410. */
  compact(): void {
    this.#compacted = this.#revision;
    this.#history.clear();
  }

  get(type: ServedType, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#held(typeKey(type)).get(`${namespace ?? ''}/${name}`);
  }

  /** Like `get`, for a type given by group and kind. */
  find(group: string, kind: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#objects.get(typeKey({ group, kind }))?.get(`${namespace ?? ''}/${name}`);
  }

  /** All objects of the type at `revision` (default now), ordered by namespace and name like etcd keys. */
  list(type: ServedType, revision: number = this.#revision): readonly KubeObject[] {
    const newest = this.#listed.get(typeKey(type));
    if (newest !== undefined && revision >= newest.from) return newest.objects;
    const objects = this.#listAt(type, revision);
    if (revision === this.#revision) this.#listed.set(typeKey(type), { from: revision, objects });
    return objects;
  }

  #listAt(type: ServedType, revision: number): readonly KubeObject[] {
    const at = new Map(this.#held(typeKey(type)));
    for (const event of (this.#history.get(typeKey(type)) ?? []).toReversed()) {
      if (event.revision <= revision) break;
      if (event.previous === undefined) at.delete(itemKey(event.object));
      else at.set(itemKey(event.object), event.previous);
    }
    return [...at.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  /** The writes to the type after `revision`, oldest first. */
  since(type: ServedType, revision: number): readonly StoredEvent[] {
    return (this.#history.get(typeKey(type)) ?? []).filter((event) => event.revision > revision);
  }

  /** Calls back after each write to the type. Returns a function that ends the subscription. */
  subscribe(type: ServedType, listener: () => void): () => void {
    const key = typeKey(type);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  #keyOf(object: KubeObject): string {
    const key = typeKey({ group: groupOf(object.apiVersion), kind: object.kind });
    if (!this.#types.has(key)) throw new Error(`the embedded hub serves no ${object.kind} of ${object.apiVersion}`);
    return key;
  }

  #held(key: string): Map<string, KubeObject> {
    const held = this.#objects.get(key) ?? new Map<string, KubeObject>();
    this.#objects.set(key, held);
    return held;
  }

  #append(key: string, event: StoredEvent): void {
    const history = this.#history.get(key) ?? [];
    this.#history.set(key, history);
    this.#listed.delete(key);
    history.push(event);
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

function itemKey(object: KubeObject): string {
  return `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
}

function atRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { ApiError } from '../http/api-error.ts';
import { OBJECTS, tooMany } from '../http/collection.ts';
import type { Collection, Source } from '../http/collection.ts';
import { ObjectStore } from '../keep/object-store.ts';
import type { Reading } from './read-type.ts';
import { isRegularHeartbeat } from './member-heartbeats.ts';
import { isBehind, isSame, sameVersions, wentBack } from './versions.ts';

/** The last known state of a type: its objects, and its visibility. */
export class TypeCache {
  readonly #onChange: () => void;
  #objects = new ObjectStore();
  #state: Visibility = { kind: 'unread' };
  #source: Source | undefined;
  #version: string | undefined;

  /** @param onChange called if a snapshot would now differ */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get state(): Visibility {
    return this.#state;
  }

  /** The collection that was last listed; `undefined` if none could be listed. */
  get source(): Source | undefined {
    return this.#source;
  }

  /** By name key. */
  get objects(): ObjectStore {
    return this.#objects;
  }

  /** The visibility of the type in that namespace, or (without one) in all that was requested. */
  visibility(namespace?: string): Visibility {
    const narrowed = this.#source?.namespace;
    if (this.#state.kind === 'denied' && narrowed !== undefined && narrowed === namespace) return { kind: 'seen' };
    return this.#state;
  }

  /** The version of the collection up to which all changes are known; `undefined` before it was listed. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Records that all changes up to this version were seen. */
  reach(version: string): void {
    if (!isBehind(version, this.#version)) this.#version = version;
  }

  /** Whether this answer comes from an earlier state than the cache, or from another hub. */
  isBefore({ objects, resourceVersion }: Collection): boolean {
    if (isBehind(resourceVersion, this.#version)) return true;
    if (this.#objects.size === 0) return false;
    return objects.names().some((name) => {
      const [held, found] = [this.#objects.get(name), objects.get(name)];
      return held !== undefined && found !== undefined && wentBack(held.metadata, found.metadata);
    });
  }

  take(reading: Reading): void {
    const objects = reading.kind === 'listed' ? reading.collection.objects : new ObjectStore();
    if (reading.kind === 'listed') this.#version = reading.collection.resourceVersion;
    const same = sameVersions(this.#objects, objects) && sameState(this.#state, reading.state);
    this.#objects = objects;
    this.#state = reading.state;
    this.#source = reading.kind === 'listed' ? reading.source : undefined;
    if (!same) this.#onChange();
  }

  /**
   * Stores the object's new state; `undefined` if it was deleted.
   * @throws HubError if there are too many objects to hold @throws ApiError (410) if a hub cannot go from the held state to this one
   */
  put(name: string, object: KubeObject | undefined): void {
    if (object === undefined) {
      if (this.#objects.delete(name)) this.#onChange();
      return;
    }
    const held = this.#objects.get(name);
    if (isSame(held?.metadata, object.metadata)) return;
    if (held !== undefined && wentBack(held.metadata, object.metadata))
      throw new ApiError(410, 'Expired', `${name} went back to an earlier state`);
    this.#objects.set(name, object);
    if (this.#objects.size > OBJECTS) throw tooMany(object.kind);
    if (!isRegularHeartbeat(held, object)) this.#onChange();
  }
}

function sameState(a: Visibility, b: Visibility): boolean {
  return a.kind === b.kind && ('message' in a ? a.message : '') === ('message' in b ? b.message : '');
}

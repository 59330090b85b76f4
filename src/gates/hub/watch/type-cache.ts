import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { ApiError } from '../http/api-error.ts';
import { OBJECTS, tooMany } from '../http/collection.ts';
import type { Collection, Source } from '../http/collection.ts';
import { keptFor } from '../keep/object-store-for-kind.ts';
import type { Kept } from '../keep/kept.ts';
import type { Reading } from './read-type.ts';
import { isSteadyBeat } from './member-heartbeats.ts';
import { isBehind, isSame, sameVersions, wentBack } from './versions.ts';

/** A type as last seen: its objects, and what is known of it. */
export class TypeCache {
  readonly #interest: Interest;
  readonly #onChange: () => void;
  #objects: Kept;
  #state: Visibility = { kind: 'unread' };
  #source: Source | undefined;
  #version: string | undefined;

  /** @param onChange something that a snapshot shows is different now */
  constructor(interest: Interest, onChange: () => void) {
    this.#interest = interest;
    this.#onChange = onChange;
    this.#objects = keptFor(interest);
  }

  get state(): Visibility {
    return this.#state;
  }

  /** The collection that could be listed last; `undefined` when none could. */
  get source(): Source | undefined {
    return this.#source;
  }

  /** By name key. */
  get objects(): Kept {
    return this.#objects;
  }

  /** What is known of the type in that namespace, or (without one) in all that was asked for. */
  visibility(namespace?: string): Visibility {
    const narrowed = this.#source?.namespace;
    if (this.#state.kind === 'denied' && narrowed !== undefined && narrowed === namespace) return { kind: 'seen' };
    return this.#state;
  }

  /** The version of the collection up to which everything is known; `undefined` before it was listed. */
  get version(): string | undefined {
    return this.#version;
  }

  /** All changes up to this version were seen. */
  reach(version: string): void {
    if (!isBehind(version, this.#version)) this.#version = version;
  }

  /** Whether a hub that answers this is not the one that was seen before, or not any more where that was. */
  isBefore({ objects, resourceVersion }: Collection): boolean {
    if (isBehind(resourceVersion, this.#version)) return true;
    if (this.#objects.size === 0) return false;
    for (const [name, metadata] of objects.metadata()) {
      const held = this.#objects.metadataOf(name);
      if (held !== undefined && wentBack(held, metadata)) return true;
    }
    return false;
  }

  take(reading: Reading): void {
    const objects = reading.kind === 'listed' ? reading.collection.objects : keptFor(this.#interest);
    if (reading.kind === 'listed') this.#version = reading.collection.resourceVersion;
    const same = sameVersions(this.#objects, objects) && sameState(this.#state, reading.state);
    this.#objects = objects;
    this.#state = reading.state;
    this.#source = reading.kind === 'listed' ? reading.source : undefined;
    if (!same) this.#onChange();
  }

  /**
   * The object now has this state; `undefined` when it was deleted.
   * @throws HubError there are more than can be held @throws ApiError (410) no hub can come to it from where it was
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
    if (!isSteadyBeat(held, object)) this.#onChange();
  }
}

function sameState(a: Visibility, b: Visibility): boolean {
  return a.kind === b.kind && ('message' in a ? a.message : '') === ('message' in b ? b.message : '');
}

import type { KubeObject } from '../../../fleet/object.ts';
import type { Visibility } from '../../../fleet/hub-state.ts';
import { OBJECTS, tooMany } from '../http/collection.ts';
import type { Reading, Source } from './read-type.ts';
import { sameVersions } from './versions.ts';

/** A type as last seen: its objects, and what is known of it. */
export class TypeCache {
  readonly #onChange: () => void;
  #objects = new Map<string, KubeObject>();
  #state: Visibility = { kind: 'unread' };
  #source: Source | undefined;

  /** @param onChange something that a snapshot shows is different now */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get state(): Visibility {
    return this.#state;
  }

  /** The collection that could be listed last; `undefined` when none could. */
  get source(): Source | undefined {
    return this.#source;
  }

  /** By name key. */
  get objects(): ReadonlyMap<string, KubeObject> {
    return this.#objects;
  }

  /** What is known of the type in that namespace, or (without one) in all that was asked for. */
  visibility(namespace?: string): Visibility {
    const narrowed = this.#source?.namespace;
    if (this.#state.kind === 'denied' && narrowed !== undefined && narrowed === namespace) return { kind: 'seen' };
    return this.#state;
  }

  take(reading: Reading): void {
    const objects = reading.kind === 'listed' ? reading.collection.objects : new Map<string, KubeObject>();
    const same = sameVersions(this.#objects, objects) && sameState(this.#state, reading.state);
    this.#objects = new Map(objects);
    this.#state = reading.state;
    this.#source = reading.kind === 'listed' ? reading.source : undefined;
    if (!same) this.#onChange();
  }

  /** The object now has this state; `undefined` when it was deleted. @throws HubError there are more than can be held */
  put(name: string, object: KubeObject | undefined): void {
    if (object === undefined) {
      if (this.#objects.delete(name)) this.#onChange();
      return;
    }
    if (this.#objects.get(name)?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    this.#objects.set(name, object);
    if (this.#objects.size > OBJECTS) throw tooMany(object.kind);
    this.#onChange();
  }
}

function sameState(a: Visibility, b: Visibility): boolean {
  return a.kind === b.kind && ('message' in a ? a.message : '') === ('message' in b ? b.message : '');
}

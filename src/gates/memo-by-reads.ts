import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { RecordingHub } from './recording-hub.ts';
import { type ReadAnswers, HubChangeTracker } from './hub-change-tracker.ts';

/** Caches results computed from a hub, by key, as long as the hub's answers to their reads are the same. */
export class MemoByReads<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly grounds: ReadAnswers }>();
  readonly #changes: HubChangeTracker;

  /** @param changes the tracker of the same hub, if it is shared */
  constructor(changes = new HubChangeTracker()) {
    this.#changes = changes;
  }

  /** @param compute depends only on its hub and the key; a result that reads the time is computed at each call */
  of(key: string, hub: HubState, compute: (hub: HubState) => Value): Value {
    this.#changes.at(hub);
    const known = this.#known.get(key);
    if (known !== undefined && this.#changes.areUnchanged(known.grounds)) return known.value;
    let readsTime = false;
    const asked = new RecordingHub(hub, () => (readsTime = true));
    const value = compute(asked);
    if (readsTime) this.#known.delete(key);
    else this.#known.set(key, { value, grounds: this.#changes.grounds(asked.answers()) });
    return value;
  }
}

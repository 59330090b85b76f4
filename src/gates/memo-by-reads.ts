import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { AskedHub } from './recording-hub.ts';
import { type Grounds, HubLooks } from './hub-change-tracker.ts';

/** Caches results computed from a hub, by key, as long as the hub's answers to their reads are the same. */
export class KnownAnswers<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly grounds: Grounds }>();
  readonly #looks: HubLooks;

  /** @param looks the tracker of the same hub, if it is shared */
  constructor(looks = new HubLooks()) {
    this.#looks = looks;
  }

  /** @param compute depends only on its hub and the key; a result that reads the time is computed at each call */
  of(key: string, hub: HubState, compute: (hub: HubState) => Value): Value {
    this.#looks.at(hub);
    const known = this.#known.get(key);
    if (known !== undefined && this.#looks.hold(known.grounds)) return known.value;
    let readsTime = false;
    const asked = new AskedHub(hub, () => (readsTime = true));
    const value = compute(asked);
    if (readsTime) this.#known.delete(key);
    else this.#known.set(key, { value, grounds: this.#looks.grounds(asked.answers()) });
    return value;
  }
}

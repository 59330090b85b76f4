import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { AskedHub } from './recording-hub.ts';
import { type Grounds, HubLooks } from './hub-change-tracker.ts';

/** What was computed from a hub, by key, for as long as the hub answers alike what was asked for it. */
export class KnownAnswers<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly grounds: Grounds }>();
  readonly #looks: HubLooks;

  /** @param looks at the same hub, where others look at it as well */
  constructor(looks = new HubLooks()) {
    this.#looks = looks;
  }

  /** @param compute depends on nothing but the hub it is given and the key; what depends on the time is computed at each call */
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

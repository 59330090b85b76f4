import type { HubState } from '../fleet/hub-state.ts';
import { AskedHub, isAnsweredAlike, type Answer } from './asked-hub.ts';

/** What was computed from a hub, by key, for as long as the hub answers alike what was asked for it. */
export class KnownAnswers<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly answers: readonly Answer[] }>();

  /** @param compute depends on nothing but the hub it is given and the key; what depends on the time is computed at each call */
  of(key: string, hub: HubState, compute: (hub: HubState) => Value): Value {
    const known = this.#known.get(key);
    if (known !== undefined && isAnsweredAlike(known.answers, hub)) return known.value;
    let readsTime = false;
    const asked = new AskedHub(hub, () => (readsTime = true));
    const value = compute(asked);
    if (readsTime) this.#known.delete(key);
    else this.#known.set(key, { value, answers: asked.answers() });
    return value;
  }
}

import type { HubState } from '../../src/fleet/kubefleet/hub-state.ts';
import { groupOf } from '../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { stateOf } from '../../src/gates/hub/hub-state-of.ts';
import { keptFor } from '../../src/gates/hub/keep/object-store-for-kind.ts';
import type { Kept } from '../../src/gates/hub/keep/kept.ts';
import { nameKey, typeKey } from '../../src/gates/hub/keys.ts';
import type { RecordedEvent } from './recording.ts';

/** Objects kept as the live reader keeps them. Every kind is seen. */
export class KeptHub {
  readonly #kept = new Map<string, Kept>();

  apply({ type, object }: Pick<RecordedEvent, 'type' | 'object'>): void {
    const kept = this.#of(object);
    const name = nameKey(object.metadata.namespace, object.metadata.name);
    if (type === 'DELETED') kept.delete(name);
    else kept.set(name, object);
  }

  state(now: Date): HubState {
    return stateOf(new Map([...this.#kept].map(([type, kept]) => [type, kept.view()])), now, () => ({ kind: 'seen' }));
  }

  #of({ apiVersion, kind }: KubeObject): Kept {
    const key = typeKey({ group: groupOf(apiVersion), kind });
    let kept = this.#kept.get(key);
    if (kept === undefined) this.#kept.set(key, (kept = keptFor({ kind })));
    return kept;
  }
}

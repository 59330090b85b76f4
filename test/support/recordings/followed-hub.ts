import type { HubState, ResourceType, Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import { groupOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { stateOf } from '../../../src/gates/hub/hub-state-of.ts';
import { ObjectStore } from '../../../src/gates/hub/keep/object-store.ts';
import { nameKey, typeKey } from '../../../src/gates/hub/keys.ts';
import type { RecordedEvent } from './recording.ts';

/** Keeps objects as the live reader does. */
export class FollowedHub {
  readonly #kept = new Map<string, { readonly type: ResourceType; readonly kept: ObjectStore }>();

  apply({ type, object }: Pick<RecordedEvent, 'type' | 'object'>): void {
    const kept = this.#of(object);
    const name = nameKey(object.metadata.namespace, object.metadata.name);
    if (type === 'DELETED') kept.delete(name);
    else kept.set(name, object);
  }

  /** @param visibility how each type could be read; by default all could be. Types that could not be read have no objects. */
  state(now: Date, visibility: (type: ResourceType) => Visibility = () => ({ kind: 'seen' })): HubState {
    const types = [...this.#kept].filter(([, { type }]) => visibility(type).kind === 'seen');
    return stateOf(new Map(types.map(([key, { kept }]) => [key, kept.view()])), now, visibility);
  }

  #of({ apiVersion, kind }: KubeObject): ObjectStore {
    const type = { group: groupOf(apiVersion), kind };
    const key = typeKey(type);
    const held = this.#kept.get(key) ?? { type, kept: new ObjectStore() };
    this.#kept.set(key, held);
    return held.kept;
  }
}

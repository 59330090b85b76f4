import { displayName } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { GatedPlacement } from '../../report.ts';
import type { HubReader } from '../hub/reader.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { typeOf } from '../view/seen.ts';

/** How far a target was. */
interface Reached {
  readonly uid: string | undefined;
  readonly created: string | undefined;
  readonly generation: number;
  readonly index: number;
}

/** Knows when the hub went back to an earlier state, as after a restore of its etcd, and how far the targets were before. */
export class Restores {
  #count = 0;
  #seen = new Map<string, Reached>();
  readonly #lost = new Map<string, Reached>();
  #holdsBack = false;
  /** By verdict: one that is that of the look before rests on the same placement. */
  #reached = new Map<GatedPlacement, Reached>();

  /** How often it was told that the hub went back. */
  get count(): number {
    return this.#count;
  }

  /** Whether the last state that was checked is good, but for a deploy that the hub has lost. */
  get holdsBack(): boolean {
    return this.#holdsBack;
  }

  /** Whether the hub went back since the last call. */
  happened(reader: HubReader): boolean {
    const count = reader.restores?.() ?? 0;
    if (count === this.#count) return false;
    this.#count = count;
    for (const [name, reached] of this.#seen) {
      const before = this.#lost.get(name);
      if (before === undefined || behind(reached, before) === undefined) this.#lost.set(name, reached);
    }
    return true;
  }

  /**
   * The state, in which nothing passes that is not as far as it was before: the hub lost a deploy then, and what is good is what was there
   * before it. Where content is proven, it is no matter how the hub came to it.
   */
  checked(state: GateState, hub: HubState): GateState {
    const all = [...state.placements, ...state.runs];
    this.#reached = new Map(all.map((gated) => [gated, this.#reached.get(gated) ?? reachedBy(gated, hub)]));
    this.#seen = new Map([...this.#reached].map(([{ object }, reached]) => [displayName(object), reached]));
    this.#holdsBack = false;
    if (state.outcome !== 'passed' || this.#lost.size === 0) return state;
    const lost = new Map(
      [...this.#seen].flatMap(([name, reached]) => {
        const why = behind(reached, this.#lost.get(name) ?? reached);
        return why === undefined
          ? []
          : [[name, `${name.replace('/', ' ')} ${why}: the hub went back to an earlier state, and the deploy is lost; deploy again`]];
      }),
    );
    const marked = <T extends GatedPlacement>(gated: T): T => {
      const summary = gated.freshness === 'proven' ? undefined : lost.get(displayName(gated.object));
      return summary === undefined ? gated : { ...gated, verdict: 'notVerified', summary };
    };
    const [placements, runs] = [state.placements.map(marked), state.runs.map(marked)];
    const first = [...placements, ...runs].find(({ object, summary }) => summary === lost.get(displayName(object)));
    this.#holdsBack = first !== undefined;
    return first === undefined ? state : { ...state, outcome: 'waiting', complete: false, placements, runs, awaiting: first.summary };
  }
}

function reachedBy({ object, snapshotIndex }: GatedPlacement, hub: HubState): Reached {
  const found: KubeObject | undefined = hub.get(typeOf(object.kind), object.namespace, object.name);
  const { uid, creationTimestamp, generation = 0 } = found?.metadata ?? {};
  return { uid, created: creationTimestamp, generation, index: snapshotIndex ?? -1 };
}

/** How a target is not where it was; `undefined` when it is, or was made anew since. */
function behind(now: Reached, before: Reached): string | undefined {
  if (now.uid !== before.uid) {
    return Date.parse(now.created ?? '') < Date.parse(before.created ?? '') ? 'is an older object of this name' : undefined;
  }
  if (now.generation < before.generation) return `is at generation ${now.generation} and was at ${before.generation}`;
  return now.index < before.index ? `is at resource index ${now.index} and was at ${before.index}` : undefined;
}

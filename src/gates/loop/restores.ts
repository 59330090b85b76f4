import { displayName } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { GatedPlacement } from '../../report.ts';
import type { HubReader } from '../hub/reader.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { typeOf } from '../view/seen.ts';

/** The progress of a target. */
interface Reached {
  readonly uid: string | undefined;
  readonly created: string | undefined;
  readonly generation: number;
  readonly index: number;
}

/** Detects that the hub went back to an earlier state, as after a restore of its etcd, and keeps the earlier progress of the targets. */
export class Restores {
  #count = 0;
  #seen = new Map<string, Reached>();
  readonly #lost = new Map<string, Reached>();
  #holdsBack = false;
  /** By verdict: the same verdict object as in the evaluation before is about the same placement. */
  #reached = new Map<GatedPlacement, Reached>();

  /** How often the hub was known to have gone back. */
  get count(): number {
    return this.#count;
  }

  /** Whether the last checked state is good except for a deploy that the hub has lost. */
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
   * The state, in which a target does not pass if its progress is behind its earlier one: the hub then lost a deploy, and the good state is
   * that from before it. If the content is proven, it does not matter how the hub reached it.
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

/** In which way a target is behind its earlier progress; `undefined` if it is not, or was created again since. */
function behind(now: Reached, before: Reached): string | undefined {
  if (now.uid !== before.uid) {
    return Date.parse(now.created ?? '') < Date.parse(before.created ?? '') ? 'is an older object of this name' : undefined;
  }
  if (now.generation < before.generation) return `is at generation ${now.generation} and was at ${before.generation}`;
  return now.index < before.index ? `is at resource index ${now.index} and was at ${before.index}` : undefined;
}

import type { HubState, ResourceType } from '../fleet/kubefleet/hub-state.ts';
import { type Answer, isAnsweredAlike, markOfAll } from './recording-hub.ts';

/** Answers of a hub that something rests on. */
export interface Grounds {
  /** The look at which all of them held last. */
  heldAt: number;
  readonly common: CommonAnswers;
  /** About single objects and namespaces. */
  readonly own: readonly Answer[];
}

/** About types as a whole: those of a thousand targets are the same. */
interface CommonAnswers {
  /** Equal for equal answers alone. */
  readonly key: string;
  readonly all: readonly Answer[];
}

/** A type as the last look saw it. */
interface SeenType {
  readonly type: ResourceType;
  /** What stands for all of its objects. */
  mark: unknown;
}

/**
 * The looks of a gate at its hub, one after the other. An event touches one type of twenty: of the others nothing is asked again, however
 * many placements there are.
 */
export class HubLooks {
  #hub: HubState | undefined;
  #look = 0;
  readonly #types = new Map<string, SeenType>();
  /** Those whose objects are not what they were at the look before, as far as is known. */
  #touched = new Set<ResourceType>();
  /** Common answers that were given or hold at this look, by key, and those of the look before: each is kept once. */
  #common = new Map<string, CommonAnswers>();
  #commonBefore: ReadonlyMap<string, CommonAnswers> = new Map();
  /** Which common answers hold at this look. */
  readonly #held = new Map<CommonAnswers, boolean>();
  readonly #numbers = new WeakMap<WeakKey, number>();
  #numbered = 0;

  /** From here on this is what the hub shows. */
  at(hub: HubState): void {
    if (hub === this.#hub) return;
    this.#hub = hub;
    this.#look++;
    this.#held.clear();
    this.#commonBefore = this.#common;
    this.#common = new Map();
    this.#touched = new Set();
    for (const seen of this.#types.values()) {
      const mark = markOfAll(seen.type, hub);
      if (mark !== seen.mark) this.#touched.add(seen.type);
      seen.mark = mark;
    }
  }

  /** Grounds of answers that were given at this look. */
  grounds(answers: readonly Answer[]): Grounds {
    const { common = [], own = [] } = Object.groupBy(answers, ({ namespace, name }) =>
      namespace === undefined && name === '' ? 'common' : 'own',
    );
    return {
      heldAt: this.#look,
      common: this.#once(common),
      own: own.map((answer) => ({ ...answer, type: this.#follow(answer.type) })),
    };
  }

  /** Whether the hub answers all of it as it did. */
  hold(grounds: Grounds): boolean {
    const hub = this.#hub;
    if (hub === undefined || !this.#areHeld(grounds.common, hub)) return false;
    const isRecent = grounds.heldAt >= this.#look - 1;
    // What can be seen may change without any object.
    const isUntouched = ({ about, type }: Answer): boolean => isRecent && about !== 'visibility' && !this.#touched.has(type);
    const isHeld = grounds.own.every((answer) => isUntouched(answer) || isAnsweredAlike(answer, hub));
    if (isHeld) grounds.heldAt = this.#look;
    return isHeld;
  }

  /** The type that stands for all that are equal to it. */
  #follow(type: ResourceType): ResourceType {
    const key = keyOf(type);
    let seen = this.#types.get(key);
    if (seen === undefined) {
      seen = { type, mark: this.#hub && markOfAll(type, this.#hub) };
      this.#types.set(key, seen);
      // Of the look before nothing is known.
      this.#touched.add(type);
    }
    return seen.type;
  }

  #once(all: readonly Answer[]): CommonAnswers {
    const key = all.map(({ about, type, mark }) => `${about} ${keyOf(type)} ${this.#nameOf(mark)}`).join('\n');
    const known = this.#common.get(key) ?? this.#commonBefore.get(key) ?? { key, all };
    this.#common.set(key, known);
    return known;
  }

  /** The same for the same mark alone. */
  #nameOf(mark: unknown): string {
    // Quoted: what a hub says of itself is no number of ours, and ends no line.
    if (typeof mark !== 'object' || mark === null) return JSON.stringify(mark) ?? '';
    let number = this.#numbers.get(mark);
    if (number === undefined) this.#numbers.set(mark, (number = ++this.#numbered));
    return `#${number}`;
  }

  #areHeld(common: CommonAnswers, hub: HubState): boolean {
    let areHeld = this.#held.get(common);
    if (areHeld === undefined) {
      areHeld = common.all.every((answer) => isAnsweredAlike(answer, hub));
      this.#held.set(common, areHeld);
      if (areHeld) this.#common.set(common.key, common);
    }
    return areHeld;
  }
}

function keyOf({ group, kind }: ResourceType): string {
  return `${group}/${kind}`;
}

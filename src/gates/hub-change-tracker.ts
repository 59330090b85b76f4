import type { HubState, ResourceType } from '../fleet/kubefleet/hub-state.ts';
import { type Answer, hasSameAnswer } from './recording-hub.ts';

/** The answers of a hub on which a result depends. */
export interface ReadAnswers {
  /** The last evaluation at which all of them were still true. */
  heldAt: number;
  readonly common: CommonAnswers;
  /** Answers about single objects and namespaces. */
  readonly own: readonly Answer[];
}

/** Answers about types as a whole: a thousand targets share them. */
interface CommonAnswers {
  /** Equal only for equal answers. */
  readonly key: string;
  readonly all: readonly Answer[];
}

/** A type at the last evaluation. */
interface SeenType {
  readonly type: ResourceType;
  /** All its objects. */
  objects: unknown;
}

/**
 * Tracks the hub from one evaluation of a gate to the next. An event changes one type of twenty. The others are not compared again, however
 * many placements there are.
 */
export class HubChangeTracker {
  #hub: HubState | undefined;
  #look = 0;
  readonly #types = new Map<string, SeenType>();
  /** The types whose objects may differ from those at the evaluation before. */
  #touched = new Set<ResourceType>();
  /** Common answers that were given or are true at this evaluation, by key, and those of the one before: each is kept once. */
  #common = new Map<string, CommonAnswers>();
  #commonBefore: ReadonlyMap<string, CommonAnswers> = new Map();
  /** Which common answers are true at this evaluation. */
  readonly #held = new Map<CommonAnswers, boolean>();
  readonly #numbers = new WeakMap<WeakKey, number>();
  #numbered = 0;

  /** Sets the hub's state from now on. */
  at(hub: HubState): void {
    if (hub === this.#hub) return;
    this.#hub = hub;
    this.#look++;
    this.#held.clear();
    this.#commonBefore = this.#common;
    this.#common = new Map();
    this.#touched = new Set();
    for (const seen of this.#types.values()) {
      const objects = hub.list(seen.type);
      if (objects !== seen.objects) this.#touched.add(seen.type);
      seen.objects = objects;
    }
  }

  /** The grounds for answers that were given at this evaluation. */
  grounds(answers: readonly Answer[]): ReadAnswers {
    const { common = [], own = [] } = Object.groupBy(answers, ({ namespace, name }) =>
      namespace === undefined && name === '' ? 'common' : 'own',
    );
    return {
      heldAt: this.#look,
      common: this.#once(common),
      own: own.map((answer) => ({ ...answer, type: this.#follow(answer.type) })),
    };
  }

  /** Whether the hub still gives all these answers. */
  areUnchanged(grounds: ReadAnswers): boolean {
    const hub = this.#hub;
    if (hub === undefined || !this.#areHeld(grounds.common, hub)) return false;
    const isRecent = grounds.heldAt >= this.#look - 1;
    // Visibility may change without a change of an object.
    const isUntouched = ({ about, type }: Answer): boolean => isRecent && about !== 'visibility' && !this.#touched.has(type);
    const isHeld = grounds.own.every((answer) => isUntouched(answer) || hasSameAnswer(answer, hub));
    if (isHeld) grounds.heldAt = this.#look;
    return isHeld;
  }

  /** The shared instance of all equal types. */
  #follow(type: ResourceType): ResourceType {
    const key = keyOf(type);
    let seen = this.#types.get(key);
    if (seen === undefined) {
      seen = { type, objects: this.#hub?.list(type) };
      this.#types.set(key, seen);
      // The evaluation before is unknown for a new type.
      this.#touched.add(type);
    }
    return seen.type;
  }

  #once(all: readonly Answer[]): CommonAnswers {
    const key = all.map(({ about, type, given }) => `${about} ${keyOf(type)} ${this.#nameOf(given)}`).join('\n');
    const known = this.#common.get(key) ?? this.#commonBefore.get(key) ?? { key, all };
    this.#common.set(key, known);
    return known;
  }

  /** Equal only for the same answer. */
  #nameOf(given: unknown): string {
    // Quoted, so that a text from the hub cannot be confused with a number of ours, or end a line.
    if (typeof given !== 'object' || given === null) return JSON.stringify(given) ?? '';
    let number = this.#numbers.get(given);
    if (number === undefined) this.#numbers.set(given, (number = ++this.#numbered));
    return `#${number}`;
  }

  #areHeld(common: CommonAnswers, hub: HubState): boolean {
    let areHeld = this.#held.get(common);
    if (areHeld === undefined) {
      areHeld = common.all.every((answer) => hasSameAnswer(answer, hub));
      this.#held.set(common, areHeld);
      if (areHeld) this.#common.set(common.key, common);
    }
    return areHeld;
  }
}

function keyOf({ group, kind }: ResourceType): string {
  return `${group}/${kind}`;
}

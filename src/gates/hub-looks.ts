import type { HubState, ResourceType } from '../fleet/hub-state.ts';
import { type Answer, isAnsweredAlike, markOfAll } from './asked-hub.ts';

/** Answers of a hub that something rests on. */
export interface Grounds {
  /** The look at which all of them held last. */
  heldAt: number;
  /** What could be seen, which may change without any object. */
  readonly sights: readonly Answer[];
  /** All else, and the type of each. */
  readonly objects: readonly Answer[];
  readonly types: readonly SeenType[];
}

interface SeenType {
  readonly type: ResourceType;
  /** What stands for all of its objects. */
  mark: unknown;
  /** Whether that is not what it was at the look before. */
  isTouched: boolean;
}

/**
 * The looks of a gate at its hub, one after the other. An event touches one type of twenty: of the others nothing is asked again, however
 * many placements there are.
 */
export class HubLooks {
  #hub: HubState | undefined;
  #look = 0;
  readonly #types = new Map<string, SeenType>();
  /** Targets ask for much the same sights: each set of them is kept once. */
  readonly #sights = new Map<string, readonly Answer[]>();
  /** Which of those hold at this look. */
  readonly #held = new Map<readonly Answer[], boolean>();

  /** From here on this is what the hub shows. */
  at(hub: HubState): void {
    if (hub === this.#hub) return;
    this.#hub = hub;
    this.#look++;
    this.#held.clear();
    for (const seen of this.#types.values()) {
      const mark = markOfAll(seen.type, hub);
      seen.isTouched = mark !== seen.mark;
      seen.mark = mark;
    }
  }

  /** Grounds of answers that were given at this look. */
  grounds(answers: readonly Answer[]): Grounds {
    const { sights = [], objects = [] } = Object.groupBy(answers, ({ question }) =>
      question.about === 'visibility' ? 'sights' : 'objects',
    );
    return { heldAt: this.#look, sights: this.#once(sights), objects, types: objects.map(({ question }) => this.#follow(question.type)) };
  }

  /** Whether the hub answers all of it as it did. */
  hold(grounds: Grounds): boolean {
    const hub = this.#hub;
    if (hub === undefined || !this.#areHeld(grounds.sights, hub)) return false;
    const isRecent = grounds.heldAt >= this.#look - 1;
    const isHeld = grounds.objects.every(
      (answer, index) => (isRecent && grounds.types[index]?.isTouched === false) || isAnsweredAlike(answer, hub),
    );
    if (isHeld) grounds.heldAt = this.#look;
    return isHeld;
  }

  #follow(type: ResourceType): SeenType {
    const key = keyOf(type);
    let seen = this.#types.get(key);
    if (seen === undefined) {
      // Of the look before nothing is known.
      seen = { type, mark: this.#hub && markOfAll(type, this.#hub), isTouched: true };
      this.#types.set(key, seen);
    }
    return seen;
  }

  #once(sights: readonly Answer[]): readonly Answer[] {
    const key = sights.map(({ question, mark }) => `${keyOf(question.type)} ${question.namespace ?? ''} ${String(mark)}`).join('\n');
    const known = this.#sights.get(key);
    if (known !== undefined) return known;
    this.#sights.set(key, sights);
    return sights;
  }

  #areHeld(sights: readonly Answer[], hub: HubState): boolean {
    let areHeld = this.#held.get(sights);
    if (areHeld === undefined) this.#held.set(sights, (areHeld = sights.every((answer) => isAnsweredAlike(answer, hub))));
    return areHeld;
  }
}

function keyOf({ group, kind }: ResourceType): string {
  return `${group}/${kind}`;
}

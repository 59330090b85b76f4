import type { CommandLine } from '../shell/command-line.ts';
import type { AppliedPlace } from './applied-place.ts';

/** What a command deletes, and what the same script applies behind it in any case, to the same hub. */
export interface DeletedTogether extends AppliedPlace {
  readonly again: readonly AppliedPlace[];
}

type Line = Pick<CommandLine, 'branch' | 'conditions' | 'isPerhaps'>;

interface Step {
  readonly places: readonly AppliedPlace[];
  readonly hub: string;
  readonly line: Line;
  readonly isDeleted: boolean;
}

/** Collects what the commands of a script apply and delete, in order. */
export class DeletionsOfScript {
  readonly #steps: Step[] = [];
  #undone: ReadonlyMap<AppliedPlace, readonly AppliedPlace[]> | undefined;

  add(places: readonly AppliedPlace[], hub: string, line: Line, isDeleted: boolean): void {
    this.#undone = undefined;
    if (places.length > 0) this.#steps.push({ places, hub, line, isDeleted });
  }

  deleted(): readonly DeletedTogether[] {
    let asked = 0;
    return this.#steps.flatMap((step, index) => {
      if (!step.isDeleted) return [];
      asked += 1;
      const behind = asked > MOST ? [] : this.#steps.slice(index + 1).filter((other) => !other.isDeleted && isWith(other, step));
      const again = behind.flatMap(({ places }) => places);
      return step.places.map((place) => ({ ...place, again }));
    });
  }

  /** The places, with what deletes them behind the command that applies them. */
  withDeletions(applied: readonly AppliedPlace[]): readonly AppliedPlace[] {
    this.#undone ??= this.#undoneBy();
    const undone = this.#undone;
    return applied.map((place) => {
      const undoneBy = undone.get(place);
      return undoneBy === undefined ? place : { ...place, undoneBy };
    });
  }

  /** What deletes a place behind the command that applies it, for the places of all hubs. */
  #undoneBy(): ReadonlyMap<AppliedPlace, readonly AppliedPlace[]> {
    const undone = new Map<AppliedPlace, readonly AppliedPlace[]>();
    if (!this.#steps.some(({ isDeleted }) => isDeleted)) return undone;
    for (const [index, step] of this.#steps.entries()) {
      if (step.isDeleted || undone.size >= MOST) continue;
      const behind = this.#steps.slice(index + 1).filter((other) => other.isDeleted && isWith(step, other));
      const undoneBy = behind.flatMap(({ places }) => places);
      if (undoneBy.length > 0) for (const place of step.places) undone.set(place, undoneBy);
    }
    return undone;
  }
}

/** Whether a command that deletes is started if another one is that applies, on the same hub. */
function isWith(applied: Step, deleted: Step): boolean {
  const isSure = applied.line.isPerhaps !== true && deleted.line.isPerhaps !== true;
  return isSure && applied.hub === deleted.hub && conditionsOf(applied.line).startsWith(conditionsOf(deleted.line));
}

function conditionsOf({ branch, conditions = branch }: Line): string {
  return conditions;
}

/** Commands of a script of which the order is followed. */
const MOST = 200;

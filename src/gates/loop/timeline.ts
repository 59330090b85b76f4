import type { GatedPlacement, TimelineEntry } from '../../report.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { changesBetween, gatedOf, movesOf } from './progress.ts';

/** A target at first sight, of which all is a change. */
interface FirstSight {
  readonly gated: GatedPlacement;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * What moved from look to look. The first look names every cluster of every target: of a target that it found no fault with, the entries are
 * made again of its verdict.
 */
export class Timeline {
  readonly #parts: (readonly TimelineEntry[] | FirstSight)[] = [];

  /** Adds what moved between two states, and answers it. */
  moved(before: GateState | undefined, after: GateState, at: Date): readonly TimelineEntry[] {
    const changes = changesBetween(before, after, at);
    if (before === undefined) this.#sight(after, at.toISOString());
    else if (changes.length > 0) this.#parts.push(changes);
    return changes;
  }

  entries(): readonly TimelineEntry[] {
    return this.#parts.flatMap((part) => ('gated' in part ? movesOf(undefined, part.gated, part.at) : part));
  }

  /** Diagnoses are many texts, which must not outlive their look. */
  #sight(state: GateState, at: string): void {
    for (const gated of gatedOf(state)) this.#parts.push(gated.diagnoses.length === 0 ? { gated, at } : movesOf(undefined, gated, at));
  }
}

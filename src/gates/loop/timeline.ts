import { type GatedPlacement, MOST_CHANGES, type TimelineEntry } from '../../report.ts';
import type { GateState } from '../verdict/gate-state.ts';
import type { Moved } from './gate-report.ts';
import { changesBetween, gatedOf, movesOf } from './progress.ts';

/** A target at its first evaluation: all of it is a change. */
interface FirstSight {
  readonly gated: GatedPlacement;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * The changes from evaluation to evaluation. The first one names every cluster of every target. If a target had no problem then, its
 * entries are created again from its verdict.
 */
export class Timeline {
  readonly #parts: Part[] = [];

  /** Adds the changes between two states, and returns them one by one. */
  moved(before: GateState | undefined, after: GateState, at: Date): Iterable<TimelineEntry> {
    const added =
      before === undefined ? gatedOf(after).map((gated) => sighted(gated, at.toISOString())) : [changesBetween(before, after, at)];
    for (const part of added) if ('gated' in part || part.length > 0) this.#parts.push(part);
    return { [Symbol.iterator]: () => entriesOf(added) };
  }

  /** The newest changes, as many as a report lists, and the number of earlier ones. */
  newest(most = MOST_CHANGES): Moved {
    const last: TimelineEntry[][] = [];
    let room = most;
    let earlierChanges = 0;
    for (const part of this.#parts.toReversed()) {
      const made = [...entriesOf([part])];
      const kept = room === 0 ? [] : made.slice(-room);
      last.push(kept);
      room -= kept.length;
      earlierChanges += made.length - kept.length;
    }
    return { timeline: last.toReversed().flat(), ...(earlierChanges === 0 ? {} : { earlierChanges }) };
  }
}

type Part = readonly TimelineEntry[] | FirstSight;

/** Keeps the verdict itself only if it has no diagnoses: their many texts must be freed after the evaluation. */
function sighted(gated: GatedPlacement, at: string): Part {
  return gated.diagnoses.length === 0 ? { gated, at } : movesOf(undefined, gated, at);
}

function* entriesOf(parts: readonly Part[]): Generator<TimelineEntry> {
  for (const part of parts) yield* 'gated' in part ? movesOf(undefined, part.gated, part.at) : part;
}

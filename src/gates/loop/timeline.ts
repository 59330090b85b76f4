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
  readonly #parts: Part[] = [];

  /** Adds what moved between two states, and answers it, entry by entry. */
  moved(before: GateState | undefined, after: GateState, at: Date): Iterable<TimelineEntry> {
    const added =
      before === undefined ? gatedOf(after).map((gated) => sighted(gated, at.toISOString())) : [changesBetween(before, after, at)];
    for (const part of added) if ('gated' in part || part.length > 0) this.#parts.push(part);
    return { [Symbol.iterator]: () => entriesOf(added) };
  }

  /** All that moved. @param onPart called before each part: what the ones before left behind can be cleared away */
  entries(onPart: () => void = () => undefined): readonly TimelineEntry[] {
    const all: TimelineEntry[] = [];
    for (const part of this.#parts) {
      onPart();
      for (const entry of entriesOf([part])) all.push(entry);
    }
    return all;
  }
}

type Part = readonly TimelineEntry[] | FirstSight;

/** Diagnoses are many texts, which must not outlive their look. */
function sighted(gated: GatedPlacement, at: string): Part {
  return gated.diagnoses.length === 0 ? { gated, at } : movesOf(undefined, gated, at);
}

function* entriesOf(parts: readonly Part[]): Generator<TimelineEntry> {
  for (const part of parts) yield* 'gated' in part ? movesOf(undefined, part.gated, part.at) : part;
}

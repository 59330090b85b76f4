import { clip } from '../../report/facts/words/visible.ts';
import type { PlannedDiff } from '../../report.ts';

/** The most that a report tells of what changes on clusters. */
export interface DiffLimits {
  /** Characters of a line; what is cut off is marked with `…`. */
  readonly line: number;
  /** Lines of one object, and of all together. */
  readonly object: number;
  readonly lines: number;
  /** Changes that are told, and those whose lines are made to see which of them are alike. */
  readonly told: number;
  readonly made: number;
}

export const DIFF_LIMITS: DiffLimits = { line: 2000, object: 200, lines: 5000, told: 2000, made: 20_000 };

/** Counts what a report tells, so that what is left out is told in numbers. */
export class DiffBudget {
  readonly #limits: DiffLimits;
  readonly #objects = new Set<string>();
  readonly #clusters = new Set<string>();
  #lines = 0;
  #told = 0;
  #made = 0;
  #omitted = 0;
  #unlisted = 0;

  constructor(limits: DiffLimits) {
    this.#limits = limits;
  }

  /** Whether one more change may be made into lines. */
  mayMake(): boolean {
    this.#made += 1;
    return this.#made <= this.#limits.made && this.#told < this.#limits.told;
  }

  /** @param object which one it is, of all in the report */
  counts(object: string, clusters: readonly string[]): void {
    this.#objects.add(object);
    for (const name of clusters) this.#clusters.add(name);
  }

  leaveOut(): void {
    this.#unlisted += 1;
  }

  /** The change with as many lines as there is room for; `undefined` where there is none for the change itself. */
  cut(diff: PlannedDiff): PlannedDiff | undefined {
    if (this.#told >= this.#limits.told) {
      this.leaveOut();
      return undefined;
    }
    this.#told += 1;
    // Of the last one that fits no piece is told: it would look like the whole.
    const room = this.#limits.lines - this.#lines;
    const most = Math.min(diff.lines.length, this.#limits.object);
    const lines = most <= room ? diff.lines.slice(0, most) : [];
    const omitted = diff.lines.length - lines.length;
    this.#lines += lines.length;
    this.#omitted += omitted;
    return { ...diff, lines: lines.map((line) => clip(line, this.#limits.line)), ...(omitted === 0 ? {} : { omitted }) };
  }

  numbers(): { readonly objects: number; readonly clusters: number; readonly omitted?: number; readonly unlisted?: number } {
    return {
      objects: this.#objects.size,
      clusters: this.#clusters.size,
      ...(this.#omitted === 0 ? {} : { omitted: this.#omitted }),
      ...(this.#unlisted === 0 ? {} : { unlisted: this.#unlisted }),
    };
  }
}

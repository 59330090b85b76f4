import { clip } from '../../report/facts/words/visible.ts';
import type { PlannedDiff } from '../../report.ts';

/** The limits for the object changes in a report. */
export interface DiffLimits {
  /** Characters of a line; a cut line ends with `…`. */
  readonly line: number;
  /** Lines of one object, and of all objects together. */
  readonly object: number;
  readonly lines: number;
  /** Number of shown changes, and of changes that are rendered to find equal ones. */
  readonly shown: number;
  readonly rendered: number;
}

export const DIFF_LIMITS: DiffLimits = { line: 2000, object: 200, lines: 5000, shown: 2000, rendered: 20_000 };

/** Tracks the size of a report, so that it can say how much was omitted. */
export class DiffBudget {
  readonly #limits: DiffLimits;
  readonly #objects = new Set<string>();
  readonly #clusters = new Set<string>();
  #lines = 0;
  #shownCount = 0;
  #made = 0;
  #omitted = 0;
  #unlisted = 0;

  constructor(limits: DiffLimits) {
    this.#limits = limits;
  }

  /** Whether one more change may be rendered. */
  mayMake(): boolean {
    this.#made += 1;
    return this.#made <= this.#limits.rendered && this.#shownCount < this.#limits.shown;
  }

  /** @param object its identity among all objects in the report */
  counts(object: string, clusters: readonly string[]): void {
    this.#objects.add(object);
    for (const name of clusters) this.#clusters.add(name);
  }

  leaveOut(): void {
    this.#unlisted += 1;
  }

  /** The change with as many lines as fit; `undefined` if the change itself does not fit. */
  cut(diff: PlannedDiff): PlannedDiff | undefined {
    if (this.#shownCount >= this.#limits.shown) {
      this.leaveOut();
      return undefined;
    }
    this.#shownCount += 1;
    // If the lines do not fit, none are shown: a part would look complete.
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

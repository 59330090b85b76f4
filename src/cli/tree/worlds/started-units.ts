import { firstStarted, type Started } from './started-together.ts';
import type { AppliedTogether } from './script/applied-together.ts';

/** Collects what jobs, scripts and targets of make do for each hub, and what they start. */
export class StartedUnits {
  readonly #all = new Map<string, Started>();

  add(together: AppliedTogether): void {
    const { unit, login, starts = [], cluster, logsIn = false, places, applied } = together;
    const key = keyOfStarted(together);
    if (unit === undefined || key === undefined) return;
    const before = this.#all.get(key);
    // A cluster for a test is that of the script itself.
    const isForTest = places.length > 0 && applied?.length === 0;
    this.#all.set(key, {
      key,
      unit: unit.id,
      names: login !== undefined || isForTest || before?.names.length === 0 ? [] : unit.names,
      starts: [...(before?.starts ?? []), starts],
      cluster,
      logsIn: logsIn || before?.logsIn === true,
      isOfPipeline: unit.isOfPipeline,
    });
  }

  /** Whether anything starts one of these names. */
  isStarted(names: readonly string[]): boolean {
    return [...this.#all.values()].some(({ starts }) => starts.flat().some((name) => names.includes(name)));
  }

  /** See `firstStarted`. */
  firsts(): ReadonlyMap<string, Started> {
    return firstStarted([...this.#all.values()]);
  }
}

/** The same for what one unit does for one hub. A script is read once for each folder in which it may start. */
export function keyOfStarted({ unit, login = '' }: AppliedTogether): string | undefined {
  return unit === undefined ? undefined : JSON.stringify([unit.id, login]);
}

/** A stream of random numbers that is the same for the same seed (mulberry32). */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (values) => values[Math.floor(next() * values.length)] as (typeof values)[number],
  };
}

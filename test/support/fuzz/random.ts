/** Random numbers from a seed. The seed and the number of an input are enough to make that input again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** The random numbers for one input of one target. */
  static of(seed: number, target: string, input: number): Random {
    let hash = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(input + 1, 0x85ebca6b);
    for (const letter of target) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    return new Random(hash);
  }

  /** An integer from 0 up to `end`, `end` excluded. */
  int(end: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  }

  /** True with a probability of 1 in `times`. */
  oneIn(times: number): boolean {
    return this.int(times) === 0;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.int(from.length)];
    if (picked === undefined && from.length === 0) throw new Error('nothing to pick from');
    return picked as T;
  }

  /** Between `least` and `most` results of `make`. */
  some<T>(least: number, most: number, make: () => T): readonly T[] {
    return Array.from({ length: least + this.int(most - least + 1) }, make);
  }
}

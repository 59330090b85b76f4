const EMPTY = -1;

/** The share of slots that may be used. A missing name then takes thirteen comparisons on average. */
const FULL = 0.8;

/** Numbers by the hash of a name, in four bytes each. The caller decides which of the numbers with one hash is right. */
export class NameIndex {
  #slots = new Int32Array(64).fill(EMPTY);
  #count = 0;
  readonly #hashAt: (number: number) => number;

  /** @param hashAt the hash of an added number */
  constructor(hashAt: (number: number) => number) {
    this.#hashAt = hashAt;
  }

  /** The first number with that hash that `isMeant` accepts. */
  find(hash: number, isMeant: (number: number) => boolean): number | undefined {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? EMPTY;
      if (number === EMPTY) return undefined;
      if (this.#hashAt(number) === hash && isMeant(number)) return number;
    }
  }

  add(number: number): void {
    this.#count++;
    if (this.#count > this.#slots.length * FULL) this.#grow();
    this.#put(number);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2).fill(EMPTY);
    for (const number of before) if (number !== EMPTY) this.#put(number);
  }

  #put(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashAt(number) & mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
  }
}

/** A hash of 31 bits (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & 0x7fff_ffff;
}

/** Whole numbers from 0 to 4,294,967,295 in four bytes each, outside the heap. */
export class Numbers {
  #all = new Uint32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends a number and returns its index. */
  push(number: number): number {
    if (this.#length === this.#all.length) {
      const grown = new Uint32Array(Math.ceil(this.#length * 1.5));
      grown.set(this.#all);
      this.#all = grown;
    }
    this.#all[this.#length] = number;
    return this.#length++;
  }

  /** @param index of a number that was pushed */
  at(index: number): number {
    return this.#all[index] ?? 0;
  }

  /** @param index of a number that was pushed */
  set(index: number, number: number): void {
    this.#all[index] = number;
  }
}

/** Bytes that grow by whole blocks: written bytes never move. Offsets count from 0 over all blocks. */
const BLOCK = 1 << 18;

export class Bytes {
  readonly #blocks: Buffer[] = [];
  /** The next position in the last block; the end of a block before there is any. */
  #at = BLOCK;
  #used = 0;

  /** Bytes written so far. */
  get used(): number {
    return this.#used;
  }

  /** Appends a copy and returns its offset. */
  append(source: Buffer, length: number): number {
    if (this.#at + length > BLOCK) {
      // A value larger than a block gets a buffer of its own, and the numbers of as many blocks.
      const blocks = Math.max(1, Math.ceil(length / BLOCK));
      const block = Buffer.allocUnsafeSlow(blocks === 1 ? BLOCK : length);
      for (let count = 0; count < blocks; count++) this.#blocks.push(block);
      this.#at = 0;
      source.copy(block, 0, 0, length);
      const start = (this.#blocks.length - blocks) * BLOCK;
      this.#at = blocks === 1 ? length : BLOCK;
      this.#used += length;
      return start;
    }
    const block = this.#blocks.at(-1) ?? Buffer.alloc(0);
    source.copy(block, this.#at, 0, length);
    const start = (this.#blocks.length - 1) * BLOCK + this.#at;
    this.#at += length;
    this.#used += length;
    return start;
  }

  /** The block that contains an offset, and the position in it. */
  at(offset: number): { readonly block: Buffer; readonly place: number } {
    return { block: this.#blocks[Math.floor(offset / BLOCK)] ?? Buffer.alloc(0), place: offset % BLOCK };
  }
}

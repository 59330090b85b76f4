import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Characters that are packed at once. Fewer in all are kept as they are. */
const BLOCK = 1 << 20;

/** Texts that hardly anybody will ask for again, packed many at a time. */
export class PackedTexts {
  #open: string[] = [];
  #length = 0;
  /** The block that was asked for last: who asks for one text asks for its neighbours. */
  #unpacked: { readonly block: Block; readonly texts: readonly string[] } | undefined;
  #block: Block = { packed: undefined };

  /** Takes a text and answers how to get it back. */
  add(text: string): () => string {
    const block = this.#block;
    const index = this.#open.push(text) - 1;
    this.#length += text.length;
    if (this.#length >= BLOCK) this.#pack();
    return () => this.#textsOf(block)[index] ?? '';
  }

  #pack(): void {
    this.#block.packed = zstdCompressSync(JSON.stringify(this.#open));
    this.#block = { packed: undefined };
    this.#open = [];
    this.#length = 0;
  }

  #textsOf(block: Block): readonly string[] {
    if (block.packed === undefined) return this.#open;
    if (this.#unpacked?.block !== block)
      this.#unpacked = { block, texts: JSON.parse(zstdDecompressSync(block.packed).toString()) as readonly string[] };
    return this.#unpacked.texts;
  }
}

interface Block {
  packed: Buffer | undefined;
}

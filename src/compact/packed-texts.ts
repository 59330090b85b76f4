import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Characters that are packed at once. Fewer in all are kept as they are. */
const BLOCK = 1 << 17;

/** Texts that hardly anybody will ask for again, packed many at a time. */
export class PackedTexts {
  #open: string[] = [];
  #length = 0;
  /** The block that was asked for last: who asks for one text asks for its neighbours. */
  #unpacked: { readonly block: Block; readonly texts: readonly string[] } | undefined;
  #block: Block = { packed: undefined };

  add(text: string): PackedText {
    const packed = new PackedText(this, this.#block, this.#open.push(text) - 1);
    this.#length += text.length;
    if (this.#length >= BLOCK) this.#pack();
    return packed;
  }

  textsOf(block: Block): readonly string[] {
    if (block.packed === undefined) return this.#open;
    if (this.#unpacked?.block !== block)
      this.#unpacked = { block, texts: JSON.parse(zstdDecompressSync(block.packed).toString()) as readonly string[] };
    return this.#unpacked.texts;
  }

  #pack(): void {
    this.#block.packed = zstdCompressSync(JSON.stringify(this.#open));
    this.#block = { packed: undefined };
    this.#open = [];
    this.#length = 0;
  }
}

/** One of the texts. */
export class PackedText {
  readonly #all: PackedTexts;
  readonly #block: Block;
  readonly #index: number;

  constructor(all: PackedTexts, block: Block, index: number) {
    this.#all = all;
    this.#block = block;
    this.#index = index;
  }

  /** The text as it was. */
  read(): string {
    return this.#all.textsOf(this.#block)[this.#index] ?? '';
  }
}

interface Block {
  packed: Buffer | undefined;
}

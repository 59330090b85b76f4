import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Characters that are packed at once. Fewer in all are kept as they are. */
const BLOCK = 1 << 17;

/** Characters of all blocks that stay unpacked; one of them may be longer by itself. */
const MOST_UNPACKED = 4 * BLOCK;

/** Texts that hardly anybody will ask for again, packed many at a time. */
export class PackedTexts {
  #open: string[] = [];
  #length = 0;
  /** The blocks that were asked for last, the newest at the end: who asks for one text asks for its neighbours. */
  readonly #unpacked = new Map<Block, readonly string[]>();
  #block: Block = { all: this, packed: undefined, length: 0 };

  add(text: string): PackedText {
    const packed = new PackedText(this.#block, this.#open.push(text) - 1);
    this.#length += text.length;
    if (this.#length >= BLOCK) this.#pack();
    return packed;
  }

  textsOf(block: Block): readonly string[] {
    if (block.packed === undefined) return this.#open;
    const texts = this.#unpacked.get(block) ?? (JSON.parse(zstdDecompressSync(block.packed).toString()) as readonly string[]);
    this.#unpacked.delete(block);
    this.#unpacked.set(block, texts);
    let length = this.#unpacked.keys().reduce((sum, each) => sum + each.length, 0);
    for (const oldest of this.#unpacked.keys()) {
      if (length <= MOST_UNPACKED || oldest === block) break;
      length -= oldest.length;
      this.#unpacked.delete(oldest);
    }
    return texts;
  }

  #pack(): void {
    this.#block.length = this.#length;
    this.#block.packed = zstdCompressSync(JSON.stringify(this.#open));
    this.#block = { all: this, packed: undefined, length: 0 };
    this.#open = [];
    this.#length = 0;
  }
}

/** One of the texts. */
export class PackedText {
  readonly #block: Block;
  readonly #index: number;

  constructor(block: Block, index: number) {
    this.#block = block;
    this.#index = index;
  }

  /** The text as it was. */
  read(): string {
    return this.#block.all.textsOf(this.#block)[this.#index] ?? '';
  }
}

interface Block {
  readonly all: PackedTexts;
  packed: Buffer | undefined;
  /** Characters of its texts, once it is packed. */
  length: number;
}

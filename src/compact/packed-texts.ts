import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Characters that are packed at once. */
const BLOCK = 1 << 17;

/** Characters of all texts that are kept as they are: those of ten thousand manifests. Packing these takes longer than their memory is worth. */
const MOST_AS_THEY_ARE = 64 * BLOCK;

/** Characters of all blocks that stay unpacked; one of them may be longer by itself. */
const MOST_UNPACKED = 4 * BLOCK;

/** A text as it was. */
interface KeptText {
  read(): string;
}

/** Texts that few will ask for again. The first of them are kept as they are, all others are packed many at a time. */
export class PackedTexts {
  #room = MOST_AS_THEY_ARE;
  #open: string[] = [];
  #length = 0;
  /** The blocks that were asked for last, the newest at the end: who asks for one text asks for its neighbours. */
  readonly #unpacked = new Map<Block, readonly string[]>();
  #block: Block = { all: this, packed: undefined, length: 0 };

  add(text: string): KeptText {
    if (text.length <= this.#room) {
      this.#room -= text.length;
      return new WholeText(text);
    }
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

class WholeText implements KeptText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    return this.#text;
  }
}

class PackedText implements KeptText {
  readonly #block: Block;
  readonly #index: number;

  constructor(block: Block, index: number) {
    this.#block = block;
    this.#index = index;
  }

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

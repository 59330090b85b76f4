import { compose } from './compose.ts';
import { readEvents } from './events.ts';
import type { YamlLimits } from './limits.ts';
import type { LineIndex, TextRange } from './lines.ts';
import { nodeAt, type YamlEntry, type YamlNode } from './node.ts';
import { plainNodes } from './plain-reading.ts';
import type { Chunk } from './split.ts';

/** How documents are parsed, and the nodes of the documents that were used last. */
export interface Reading {
  readonly limits: YamlLimits;
  readonly as: Chunk['as'];
  readonly recent: Map<DocumentPlaces, YamlNode>;
}

/**
 * The number of documents whose nodes are kept. The nodes of a document take twenty times the memory of its text. Callers that ask for a
 * place usually ask for more places of the same document.
 */
const MOST_RECENT = 8;

/** The places of one document's values in the text of its file. The nodes are built again from the text if they are no longer kept. */
export class DocumentPlaces {
  readonly #chunk: Chunk;
  readonly #lines: LineIndex;
  readonly #reading: Reading;
  readonly #whole: Pick<YamlNode, 'start' | 'end'> | undefined;

  /** @param lines line index of the file @param whole offsets of the whole value, if they are known */
  constructor(chunk: Chunk, lines: LineIndex, reading: Reading, whole?: Pick<YamlNode, 'start' | 'end'>) {
    this.#chunk = chunk;
    this.#lines = lines;
    this.#reading = reading;
    this.#whole = whole;
  }

  get root(): YamlNode {
    const { recent } = this.#reading;
    const known = recent.get(this);
    if (known !== undefined) return known;
    const root = this.#readNodes();
    this.keep(root);
    return root;
  }

  /**
   * The range of the value at a JSON pointer, or of its key. If the pointer leads beyond the text, the range of the nearest ancestor in the
   * text.
   */
  locate(pointer: string, part: 'key' | 'value' = 'value'): TextRange {
    if (pointer === '' && this.#whole !== undefined) return this.#range(this.#whole.start, this.#whole.end);
    const { node, entry } = nodeAt(this.root, pointer);
    return part === 'key' && entry !== undefined ? this.rangeOf(entry) : this.#range(node.start, node.end);
  }

  /** How the text writes the value at a JSON pointer. */
  styleOf(pointer: string): YamlNode['style'] {
    return nodeAt(this.root, pointer).node.style;
  }

  rangeOf({ keyStart, keyEnd }: Pick<YamlEntry, 'keyStart' | 'keyEnd'>): TextRange {
    return this.#range(keyStart, keyEnd);
  }

  keep(root: YamlNode): void {
    const { recent } = this.#reading;
    recent.set(this, root);
    for (const oldest of recent.keys()) {
      if (recent.size <= MOST_RECENT) break;
      recent.delete(oldest);
    }
  }

  #range(start: number, end: number): TextRange {
    return this.#lines.range(this.#chunk.start + start, this.#chunk.start + end);
  }

  #readNodes(): YamlNode {
    const { text } = this.#chunk;
    const plain = this.#reading.as === 'yaml' ? plainNodes(text, this.#reading.limits) : undefined;
    const root = plain ?? composed(text, this.#reading).root;
    if (root === undefined) throw new Error('a document that was read is empty when it is read again');
    return root;
  }
}

/**
 * Builds the nodes of a document with the full parser.
 * @throws {YamlSyntaxError | YamlLimitError} as `readEvents` and `compose` do
 */
export function composed(text: string, { limits, as }: Reading): ReturnType<typeof compose> {
  return compose(readEvents(text, limits, as === 'json'), limits);
}

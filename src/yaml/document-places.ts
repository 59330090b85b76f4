import { compose } from './compose.ts';
import { readEvents } from './events.ts';
import type { YamlLimits } from './limits.ts';
import { LineIndex, type TextRange } from './lines.ts';
import { nodeAt, type YamlEntry, type YamlNode } from './node.ts';
import { plainNodes, readPlainly } from './plain-reading.ts';
import type { Chunk } from './split.ts';

/** Where the parts of a document stand in the text of its file. */
export interface DocumentPlaces {
  /** Where a JSON pointer stands, or its nearest ancestor that is in the text. */
  locate(pointer: string, part?: 'key' | 'value'): TextRange;
  /** How the text writes the value a JSON pointer leads to. */
  styleOf(pointer: string): YamlNode['style'];
  rangeOf(place: Pick<YamlEntry, 'keyStart' | 'keyEnd'>): TextRange;
  /** The value of the document, made of its text once more. */
  readValue(): unknown;
  /** The nodes are not needed for now. */
  giveUpNodes(): void;
}

/** Has the text of a file at hand when it is asked for. */
export interface TextAgain {
  read(): string;
}

/** How documents are read, and what is at hand of those that were. */
export interface Reading {
  readonly limits: YamlLimits;
  readonly as: Chunk['as'];
  /** Nodes that were made last: who asks where something stands asks again of the same document. */
  readonly recent: Map<DocumentPlaces, Nodes>;
}

/** Few: the nodes of a document are many times its text. A weak reference would hold those of all documents until the thread next rests. */
const MOST_RECENT = 8;

export interface Nodes {
  readonly root: YamlNode;
  /** Of the document alone: a file may have thousands of them. */
  readonly lines: LineIndex;
}

/** Where a document starts in its file, and how long it is, in UTF-16 code units. */
interface DocumentPlace {
  readonly start: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
}

const WHOLE_TEXT: DocumentPlace = { start: 0, length: Infinity, line: 1, column: 1 };

/** Of a document of a text, of which `lines` are the lines. */
export function placesOf({ start, text }: Chunk, lines: LineIndex, reading: Reading, again: TextAgain): Places {
  if (start === 0 && text.length === lines.length) return new Places(reading, again);
  return new PartPlaces(reading, again, { start, length: text.length, ...(start === 0 ? FIRST : lines.position(start)) });
}

const FIRST = { line: 1, column: 1 };

/** Where the parts of a document stand that is all of its text. Its nodes are many times its text: they are made again where they have been given up. */
class Places implements DocumentPlaces {
  readonly #reading: Reading;
  readonly #again: TextAgain;

  constructor(reading: Reading, again: TextAgain) {
    this.#reading = reading;
    this.#again = again;
  }

  /** Where the document stands in its file. */
  protected get place(): DocumentPlace {
    return WHOLE_TEXT;
  }

  /** The line its text begins on. */
  get firstLine(): number {
    return this.place.line;
  }

  /** For whoever asks next. */
  keep(nodes: Nodes): Nodes {
    const { recent } = this.#reading;
    recent.set(this, nodes);
    for (const oldest of recent.keys()) {
      if (recent.size <= MOST_RECENT) break;
      recent.delete(oldest);
    }
    return nodes;
  }

  get root(): YamlNode {
    return this.#nodes().root;
  }

  giveUpNodes(): void {
    this.#reading.recent.delete(this);
  }

  locate(pointer: string, part: 'key' | 'value' = 'value'): TextRange {
    const { root, lines } = this.#nodes();
    const { node, entry } = nodeAt(root, pointer);
    const { start, end } = part === 'key' && entry !== undefined ? { start: entry.keyStart, end: entry.keyEnd } : node;
    return this.#inFile(lines.range(start, end));
  }

  styleOf(pointer: string): YamlNode['style'] {
    return nodeAt(this.#nodes().root, pointer).node.style;
  }

  rangeOf({ keyStart, keyEnd }: Pick<YamlEntry, 'keyStart' | 'keyEnd'>): TextRange {
    return this.#inFile(this.#nodes().lines.range(keyStart, keyEnd));
  }

  readValue(): unknown {
    const plain = this.#reading.as === 'yaml' ? readPlainly(this.#text(), this.#reading.limits) : undefined;
    return plain === undefined ? this.root.value : plain.value;
  }

  #text(): string {
    const { start, length } = this.place;
    return this.#again.read().slice(start, start + length);
  }

  #nodes(): Nodes {
    const known = this.#reading.recent.get(this);
    if (known !== undefined) return known;
    const text = this.#text();
    const plain = this.#reading.as === 'yaml' ? plainNodes(text, this.#reading.limits) : undefined;
    const root = plain ?? composed(text, this.#reading).root;
    if (root === undefined) throw new Error('a document that was read is empty when it is read again');
    return this.keep({ root, lines: new LineIndex(text) });
  }

  #inFile({ line, column, endLine, endColumn }: TextRange): TextRange {
    const before = this.place.line - 1;
    const beside = this.place.column - 1;
    return {
      line: before + line,
      column: (line === 1 ? beside : 0) + column,
      endLine: before + endLine,
      endColumn: (endLine === 1 ? beside : 0) + endColumn,
    };
  }
}

/** The same of one of several documents of a text. */
class PartPlaces extends Places {
  readonly #start: number;
  readonly #length: number;
  readonly #line: number;
  readonly #column: number;

  constructor(reading: Reading, again: TextAgain, { start, length, line, column }: DocumentPlace) {
    super(reading, again);
    this.#start = start;
    this.#length = length;
    this.#line = line;
    this.#column = column;
  }

  protected override get place(): DocumentPlace {
    return { start: this.#start, length: this.#length, line: this.#line, column: this.#column };
  }
}

/** The nodes of a document by the full parser. @throws {YamlSyntaxError | YamlLimitError} as `readEvents` and `compose` do */
export function composed(text: string, { limits, as }: Reading): ReturnType<typeof compose> {
  return compose(readEvents(text, limits, as === 'json'), limits);
}

/** A range of a text. Lines and columns start at 1 (columns in UTF-16 code units); the end is the first place after the range. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Converts offsets of one text to lines and columns. The lines are indexed at the first use. */
export class LineIndex {
  readonly #text: string;
  #starts: Uint32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The length of the text. */
  get length(): number {
    return this.#text.length;
  }

  range(start: number, end: number): TextRange {
    const from = this.position(start);
    const to = this.position(Math.max(start, end));
    return { ...from, endLine: to.line, endColumn: to.column };
  }

  position(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

/** Lines are counted first, so that a file that has only line feeds takes four bytes for each. */
function lineStarts(text: string): Uint32Array {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  const starts = new Uint32Array(lines);
  for (let at = text.indexOf('\n'), line = 1; at >= 0; at = text.indexOf('\n', at + 1), line += 1) starts[line] = at + 1;
  return starts;
}

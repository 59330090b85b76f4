import { DASH, HASH, LF, SPACE } from './plain-signs.ts';

/** A place in a plain document, and the steps over blanks, comments and empty lines. Offsets are in UTF-16 code units. */
export class PlainCursor {
  readonly text: string;
  at = 0;
  /** Offset after the last key or value. */
  end = 0;
  lineStart = 0;
  /** Column of the first character of the line; -1 after the last line. */
  column = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves from the start of a line to the next line that has more than a comment. */
  nextLine(): void {
    const { text } = this;
    for (let { at } = this; ; at += 1) {
      const start = at;
      let code = text.charCodeAt(at);
      while (code === SPACE) code = text.charCodeAt((at += 1));
      if (code === LF) continue;
      if (code === HASH) {
        at = text.indexOf('\n', at);
        if (at >= 0) continue;
        at = text.length;
      }
      this.at = at;
      this.lineStart = start;
      this.column = at < text.length ? at - start : -1;
      return;
    }
  }

  /** @returns the code of the character at which it stops; NaN at the end of the text */
  skipSpaces(): number {
    let code = this.text.charCodeAt(this.at);
    while (code === SPACE) code = this.text.charCodeAt((this.at += 1));
    return code;
  }

  /** Whether the rest of the line is empty or a comment. If so, moves past the line. */
  endsLine(): boolean {
    const { text } = this;
    const code = text.charCodeAt(this.at);
    if (this.at < text.length && code !== LF && !(code === HASH && text.charCodeAt(this.at - 1) === SPACE)) return false;
    const end = text.indexOf('\n', this.at);
    this.at = end < 0 ? text.length : end + 1;
    return true;
  }

  /** Whether the dash of a list item is here. */
  isItem(): boolean {
    return this.text.charCodeAt(this.at) === DASH && this.isBlank(this.at + 1);
  }

  /** Whether there is a space, a line end or the end of the text. */
  isBlank(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === SPACE || code === LF || at >= this.text.length;
  }
}

/**
 * The offset of the first character that is neither blank nor in a comment line; -1 if there is none. Every line terminator of JavaScript
 * ends a line. Each character is read once, because a pattern that tries each line end again takes hours for a file of line ends.
 */
export function firstContentOffset(text: string): number {
  const ink = /\S/g;
  const lineEnd = /[\n\r\u2028\u2029]/g;
  for (;;) {
    const at = ink.exec(text)?.index ?? -1;
    if (at < 0 || text[at] !== '#') return at;
    lineEnd.lastIndex = at;
    if (lineEnd.exec(text) === null) return -1;
    ink.lastIndex = lineEnd.lastIndex;
  }
}

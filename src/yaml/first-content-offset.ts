/**
 * The offset of the first character that is neither blank nor in a comment line; -1 if there is none. Every line terminator of JavaScript
 * ends a line. Each character is read once, because a pattern that tries each line end again takes hours for a file of line ends.
 */
export function firstContentOffset(text: string): number {
  const nonBlank = /\S/g;
  const lineEnd = /[\n\r\u2028\u2029]/g;
  for (;;) {
    const at = nonBlank.exec(text)?.index ?? -1;
    if (at < 0 || text[at] !== '#') return at;
    lineEnd.lastIndex = at;
    if (lineEnd.exec(text) === null) return -1;
    nonBlank.lastIndex = lineEnd.lastIndex;
  }
}

/** The offset of the first character that is not blank, from `start` on; the length of the text if there is none. */
export function nonBlankOffset(text: string, start: number): number {
  const nonBlank = /\S/g;
  nonBlank.lastIndex = start;
  return nonBlank.exec(text)?.index ?? text.length;
}

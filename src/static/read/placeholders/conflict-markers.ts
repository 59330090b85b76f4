/**
 * The offset of git's first marker of an unresolved merge conflict in a text; `undefined` without one. Seven equals signs alone may be an
 * underline.
 */
export function conflictIn(text: string): number | undefined {
  return text.includes('<<<<<<<') || text.includes('>>>>>>>') ? MARKER.exec(text)?.index : undefined;
}

/** The text without the lines of git's markers. */
export function withoutConflictMarkers(text: string): string {
  return conflictIn(text) === undefined ? text : text.replaceAll(EACH_LINE, '');
}

// linear: it matches within one line.
const MARKER = /^(?:<{7}|>{7})(?=[ \r\n]|$)/m;
// linear: it matches within one line.
const EACH_LINE = /^(?:<{7}|>{7}|={7}|\|{7})(?=[ \r\n]|$)[^\n]*/gm;

export const UNRESOLVED = {
  reason: 'It contains an unresolved merge conflict, so this document was not checked.',
  message: 'This is an unresolved merge conflict: the conflict markers of git are still here.',
  remedy: 'Resolve the conflict, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.',
} as const;

/** The offset of git's first marker of an unresolved merge conflict in a manifest, of any length; `undefined` without one. */
export function conflictInManifest(text: string): number | undefined {
  return mayHaveConflict(text) ? MARKER.exec(text)?.index : undefined;
}

/**
 * The offset of git's first marker of an unresolved merge conflict in any text; `undefined` without one. Git writes seven signs; the
 * attribute `conflict-marker-size` asks for more. Longer lines of signs are decoration too, so a line of as many equals signs must separate
 * the sides of the conflict.
 */
export function conflictIn(text: string): number | undefined {
  if (!mayHaveConflict(text)) return undefined;
  const markers = markersIn(text);
  const separated = new Set(markers.flatMap(({ sign, size }) => (sign === '=' ? [size] : [])));
  return markers.find(({ sign, size }) => (sign === '<' || sign === '>') && (size === USUAL || separated.has(size)))?.index;
}

/**
 * The offset of the first conflict that has all of its markers; `undefined` without one. In data, a line may start with such signs as
 * decoration or as a quotation.
 */
export function wholeConflictIn(text: string): number | undefined {
  if (!mayHaveConflict(text)) return undefined;
  const open = new Map<number, { readonly start: number; isSeparated: boolean }>();
  for (const { index, sign, size } of markersIn(text)) {
    const conflict = open.get(size);
    if (sign === '<') open.set(size, { start: index, isSeparated: false });
    else if (conflict !== undefined && sign === '=') conflict.isSeparated = true;
    else if (conflict?.isSeparated === true && sign === '>') return conflict.start;
  }
  return undefined;
}

interface Marker {
  readonly index: number;
  readonly sign: string | undefined;
  readonly size: number;
}

function markersIn(text: string): readonly Marker[] {
  return [...text.matchAll(EACH_MARKER)].map(({ index, 0: signs }) => ({ index, sign: signs[0], size: signs.length }));
}

/** The text without the lines of git's markers. */
export function withoutConflictMarkers(text: string): string {
  return text.replaceAll(EACH_LINE, '');
}

function mayHaveConflict(text: string): boolean {
  return text.includes('<<<<<<<') || text.includes('>>>>>>>');
}

/** The number of signs of a marker, unless an attribute asks for more. Source: git's `gitattributes`. */
const USUAL = 7;
// linear: it matches within one line.
const MARKER = /^(?:<{7,}|>{7,})(?=[ \r\n]|$)/m;
// linear: it matches within one line.
const EACH_MARKER = /^(?:<{7,}|>{7,}|={7,})(?=[ \r\n]|$)/gm;
// linear: it matches within one line.
const EACH_LINE = /^(?:<{7,}|>{7,}|={7,}|\|{7,})(?=[ \r\n]|$)[^\n]*/gm;

export const UNRESOLVED = {
  reason: 'It contains an unresolved merge conflict, so this document was not checked.',
  message: 'This is an unresolved merge conflict: the conflict markers of git are still here.',
  remedy: 'Resolve the conflict, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.',
} as const;

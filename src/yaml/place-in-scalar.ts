interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * The place of a part of a scalar's value in the scalar as it is written, with its quotes or block header. Quotes, escapes, indentation and
 * folding change only blanks and the number of characters for one sign, so the signs of both are counted. `undefined` if the part is blank.
 */
export function placeInScalar(written: string, value: string, part: Place): Place | undefined {
  const first = signsIn(value.slice(0, part.start));
  const last = first + signsIn(value.slice(part.start, part.end)) - 1;
  if (last < first) return undefined;
  let start: number | undefined;
  let seen = 0;
  for (const [at, length, signs] of unitsOf(written)) {
    seen += signs;
    if (start === undefined && seen > first) start = at;
    if (start !== undefined && seen > last) return { start, end: at + length };
  }
  return undefined;
}

type Unit = readonly [at: number, length: number, signs: number];

/** The characters and escape sequences of the content, each with the number of characters of the value, other than blanks, that it gives. */
function* unitsOf(written: string): Generator<Unit> {
  const mark = written[0] ?? '';
  const isQuoted = mark === '"' || mark === "'";
  const from = isQuoted ? 1 : mark === '|' || mark === '>' ? written.indexOf('\n') + 1 : 0;
  const content = written.slice(from, isQuoted ? -1 : undefined);
  for (const { 0: unit, index } of content.matchAll(UNITS.get(mark) ?? SIGN))
    yield [from + index, unit.length, unit.startsWith('\\') && mark === '"' ? signsOfEscape(unit) : Math.min(1, signsIn(unit))];
}

const SIGN = /[^]/g;
const UNITS: ReadonlyMap<string, RegExp> = new Map([
  ['"', /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[^])|[^]/g],
  ["'", /''|[^]/g],
]);

function signsOfEscape(escape: string): number {
  const code = escape.length > 2 ? Number.parseInt(escape.slice(2), 16) : undefined;
  if (code === undefined) return /[\sntr]/.test(escape.slice(1)) ? 0 : 1;
  return signsIn(String.fromCodePoint(code));
}

function signsIn(text: string): number {
  return text.length - (text.match(BLANKS)?.reduce((sum, blanks) => sum + blanks.length, 0) ?? 0);
}

const BLANKS = /[ \t\r\n]+/g;

import { parseJson } from '../../../../fleet/json/json.ts';

/**
 * Whether a message may show a value, or many characters of it in sequence: as it is, in other letters, in quotes, in a URL or in base64. Files
 * have very many values, and a message shows few.
 */
export function shownIn(said: string): (value: string) => boolean {
  const all = [said, unquoted(said), ofUrl(said), ...decoded(said)].map((text) => text.toLowerCase());
  const [short, long] = [SHORTEST, LONG].map((length) => new Set(all.flatMap((text) => gramsOf(text, length))));
  return (value) => {
    const searched = value.trim().toLowerCase();
    if (searched.length < PIECE) return short?.has(searched.slice(0, SHORTEST)) === true && all.some((text) => text.includes(searched));
    for (let at = 0; at + LONG <= searched.length; at += STEP) if (long?.has(searched.slice(at, at + LONG)) === true) return true;
    return false;
  };
}

function gramsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(text.length - length + 1, 0) }, (_, at) => text.slice(at, at + length));
}

/** Characters. `KnownSecrets` does not search for shorter values, and hides a piece of a longer one. */
const [SHORTEST, PIECE] = [6, 16];
/** Each piece has one of these parts of a value. */
const [LONG, STEP] = [11, 6];

function unquoted(said: string): string {
  // linear: it takes six signs.
  return said.replaceAll(/\\(u[\da-f]{4}|.)/gi, (escape, sign: string) => {
    const text = parseJson(`"${escape}"`);
    return typeof text === 'string' ? text : sign;
  });
}

function ofUrl(said: string): string {
  return said
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[\da-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** The texts of base64, which may begin anywhere in a text. */
function decoded(said: string): readonly string[] {
  return (said.match(/[\w+/-]{8,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('utf8')),
  );
}

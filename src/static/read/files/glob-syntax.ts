/**
 * A part of a glob. `run` matches any characters within a name, `deep` also across names. A `choice` matches one of its options, the given
 * number of times.
 */
export type GlobPart =
  | { readonly kind: 'sign'; readonly sign: string }
  | { readonly kind: 'any' | 'run' | 'deep' }
  | { readonly kind: 'class'; readonly has: (char: string) => boolean }
  | { readonly kind: 'choice'; readonly options: readonly (readonly GlobPart[])[]; readonly least: 0 | 1; readonly most: 1 | undefined };

/** Longer than any path. */
const LONGEST = 1000;

/**
 * Parses a glob; see `compileGlob`. An opening sign without a closing one matches itself. @throws {Error} it is too long, or contains
 * `!(…)`
 */
export function parseGlob(pattern: string): readonly GlobPart[] {
  if (pattern.length > LONGEST) throw new Error(`the pattern has ${pattern.length} characters; the maximum is ${LONGEST}`);
  return new Parser(pattern).parts('');
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The parts up to one of the signs that end a group, or up to the end of the pattern if there are none. */
  parts(ends: string): GlobPart[] {
    const parts: GlobPart[] = [];
    while (this.#at < this.#text.length && !ends.includes(this.#text[this.#at] ?? '')) parts.push(...this.#part(ends));
    return parts;
  }

  #part(ends: string): readonly GlobPart[] {
    const sign = this.#text[this.#at] ?? '';
    const isGroup = this.#text[this.#at + 1] === '(' && this.#closes(this.#at + 2, ')');
    if (isGroup && sign === '!') throw new Error('`!(…)` is not supported; name the files to skip');
    if (isGroup && sign in TIMES) return [this.#choice(2, '|', ')', TIMES[sign] ?? ONCE)];
    if (sign === '(' && this.#closes(this.#at + 1, ')')) return [this.#choice(1, '|', ')', ONCE)];
    if (sign === '{') return [this.#braces()];
    if (sign === '[') return [this.#class()];
    if (sign === '?') return [this.#taken(1, { kind: 'any' })];
    if (sign === '*' || sign === '/') return this.#stars(ends);
    if (sign === '\\' && this.#at + 1 < this.#text.length) this.#at += 1;
    return [this.#taken(1, { kind: 'sign', sign: this.#text[this.#at] ?? '' })];
  }

  /** `**` as a whole name matches any number of folders, also none. */
  #stars(ends: string): readonly GlobPart[] {
    const rest = this.#text.slice(this.#at);
    const behind = (length: number): string => rest[length] ?? '';
    const isEnd = (length: number): boolean => length >= rest.length || (ends !== '' && ends.includes(behind(length)));
    const startsName = this.#at === 0 || this.#text[this.#at - 1] === '/';
    if (startsName && rest.startsWith('**/')) return [this.#taken(3, optional([{ kind: 'deep' }, SLASH]))];
    if (startsName && rest.startsWith('**') && isEnd(2)) return [this.#taken(2, { kind: 'deep' })];
    if (rest.startsWith('/**') && isEnd(3)) return [this.#taken(3, optional([SLASH, { kind: 'deep' }]))];
    if (rest.startsWith('/')) return [this.#taken(1, SLASH)];
    let length = 1;
    while (behind(length) === '*' && !(behind(length + 1) === '(' && this.#closes(this.#at + length + 2, ')'))) length += 1;
    return [this.#taken(length, { kind: 'run' })];
  }

  #choice(opening: number, between: string, end: string, times: Times): GlobPart {
    this.#at += opening;
    const options: GlobPart[][] = [this.parts(between + end)];
    while (this.#text[this.#at] === between) {
      this.#at += 1;
      options.push(this.parts(between + end));
    }
    this.#at += 1;
    return { kind: 'choice', options, ...times };
  }

  /** `{a,b}` or `{a..c}`; braces with neither match themselves. */
  #braces(): GlobPart {
    const range = /^\{([^/{}.])\.\.([^/{}.])\}/.exec(this.#text.slice(this.#at, this.#at + 6));
    if (range !== null) {
      const [from = '', to = ''] = range.slice(1).toSorted();
      return this.#taken(6, { kind: 'class', has: (char) => char >= from && char <= to });
    }
    if (this.#closes(this.#at + 1, '}', ',')) return this.#choice(1, ',', '}', ONCE);
    return this.#taken(1, { kind: 'sign', sign: '{' });
  }

  #class(): GlobPart {
    const [whole, not, signs = ''] = CLASS.exec(this.#text.slice(this.#at)) ?? [];
    if (whole === undefined) return this.#taken(1, { kind: 'sign', sign: '[' });
    const tests = [...signs.matchAll(MEMBER)].map(([member, name, a, b]) => testOf(member, name, a, b));
    const has = (char: string): boolean => tests.some((test) => test(char)) === (not === '');
    return this.#taken(whole.length, { kind: 'class', has });
  }

  /** Whether the open group is closed and, if requested, contains the separator. */
  #closes(from: number, end: '}' | ')', between?: string): boolean {
    const open = end === '}' ? '{' : '(';
    let depth = 0;
    let isParted = between === undefined;
    for (let at = from; at < this.#text.length; at += 1) {
      const sign = this.#text[at];
      if (sign === '\\') at += 1;
      else if (sign === open) depth += 1;
      else if (sign === between && depth === 0) isParted = true;
      else if (sign === end && depth === 0) return isParted;
      else if (sign === end) depth -= 1;
    }
    return false;
  }

  #taken(length: number, part: GlobPart): GlobPart {
    this.#at += length;
    return part;
  }
}

type Times = Pick<GlobPart & { kind: 'choice' }, 'least' | 'most'>;

const ONCE: Times = { least: 1, most: 1 };
const TIMES: Readonly<Record<string, Times>> = {
  '@': ONCE,
  '?': { least: 0, most: 1 },
  '*': { least: 0, most: undefined },
  '+': { least: 1, most: undefined },
};

const SLASH: GlobPart = { kind: 'sign', sign: '/' };

function optional(parts: readonly GlobPart[]): GlobPart {
  return { kind: 'choice', options: [parts], least: 0, most: 1 };
}

const CLASS = /^\[([!^]?)((?:\[:[a-z]{1,10}:\]|\\[^]|[^\]\\])+)\]/;
const MEMBER = /\[:([a-z]+):\]|(\\?[^])-(\\?[^])|\\?[^]/g;

function testOf(member: string, name: string | undefined, from: string | undefined, to: string | undefined): (char: string) => boolean {
  const named = name === undefined ? undefined : NAMED[name];
  if (named !== undefined) return (char) => named.test(char);
  const [first, last] = [from ?? member, to ?? member].map((sign) => sign.slice(-1));
  return (char) => char >= (first ?? '') && char <= (last ?? '');
}

const NAMED: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /\d/,
  alnum: /[A-Za-z\d]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  word: /\w/,
  xdigit: /[A-Fa-f\d]/,
  punct: /[!-/:-@[-`{-~]/,
};

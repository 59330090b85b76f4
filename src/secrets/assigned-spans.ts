import type { Span } from './credential-text.ts';
import { CREDENTIAL_NAMES, isCredential, isOpenValue, mentionsCredential } from './credential-names.ts';

/**
 * The values that a text assigns to names of credentials, line by line: `password = x`, `db.password: x`, `export TOKEN='x'`, also in
 * comments. A value extends to the end of its line, to the end of its quotes if they cover several lines, or to the end of the indented
 * lines below it. For files of any format.
 * @param inComments only in comments that begin with `#`
 */
export function assignedSpans(text: string, inComments: boolean): readonly Span[] {
  if (!mentionsCredential(text)) return [];
  const lines = linesOf(text);
  const spans: Span[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const value = line === undefined ? undefined : valueIn(line.text, { inComments, isAlone: lines.length === 1 });
    if (line === undefined || value === undefined) continue;
    const last = lastLine(lines, at, line.text.slice(value).trim());
    const { start, text: own } = lines[last] ?? line;
    const end = start + own.trimEnd().replace(/[,;]$/, '').length;
    if (end > line.start + value) spans.push({ start: line.start + value, end });
    at = last;
  }
  return spans;
}

// linear: each match begins at a name, and the rest is bounded.
const ASSIGNED = new RegExp(
  String.raw`(${CREDENTIAL_NAMES}|(?<![a-z])secret|(?<![\w-])_?auth)["'\]]{0,2}[^\S\n]{0,8}(?:=>|:=|=(?!=)|:(?!\/\/))[^\S\n]{0,80}(?=\S|$)`,
  'gi',
);
/** `requirepass x`, `HTTP_Passwd x`, `ENV DB_TOKEN x`, and a line of `.netrc`. `proxy_pass x` is an address. */
const FOLLOWED = new RegExp(
  String.raw`^\s{0,80}(?:(?:machine|login|user)\s.{1,200}\s|ENV\s{1,8}[\w.-]{0,80}|[\w.-]{1,40}(?=passw))?(?:${CREDENTIAL_NAMES})[ \t]{1,80}(?=\S{1,500}\s{0,80}$)`,
  'i',
);

/**
 * A directive with the name of a credential and its value, also in a line alone: `requirepass x1`, `proxy_set_header X-Api-Key x1;`. The
 * value has letters and digits, because a word may be prose. `fastcgi_pass php:9000` is an address.
 */
// linear: all parts are bounded.
const DIRECTIVE = new RegExp(
  String.raw`^\s{0,80}(?!\w{1,40}_pass\s)(?:[\w.-]{1,40}[ \t]{1,8}["']?){0,2}(?:[\w.-]{1,40}[-_.])?(?:${CREDENTIAL_NAMES}|authorization|cookie)["']?[ \t]{1,80}(?=["']?(?![./~$<{%]|\S{0,20}:\/\/)(?=\S{0,80}\d)(?=\S{0,80}[a-z])\S{8,500}\s{0,80}$)`,
  'i',
);

interface LineKind {
  readonly inComments: boolean;
  /** The text has no other line, so that it may be an image with a tag, or prose. */
  readonly isAlone: boolean;
}

/** The place in a line where the value of a credential begins. */
function valueIn(line: string, { inComments, isAlone }: LineKind): number | undefined {
  const comment = /(?:^|\s)#/.exec(line)?.index ?? Infinity;
  for (const { 0: assigned, 1: name = '', index } of line.matchAll(ASSIGNED)) {
    const at = index + assigned.length;
    const value = line.slice(at).trim();
    if (inComments && index < comment) continue;
    // `registry/vault-token:1.2` is an image.
    if (assigned.endsWith(':') && value !== '' && (isAlone || !/^[\s#;"']{0,80}[\w.-]{0,80}$/.test(line.slice(0, index)))) continue;
    if (isAlone && /\s/.test(value) && unquoted(value) === value) continue;
    if (CONTINUED.test(value) || (value !== '' && isCredential(name, unquoted(value)))) return at;
  }
  if (inComments) return undefined;
  const [followed] = (isAlone ? undefined : FOLLOWED.exec(line)) ?? DIRECTIVE.exec(line) ?? [];
  return followed === undefined || isOpenValue(unquoted(line.slice(followed.length))) ? undefined : followed.length;
}

/** A value that is in the lines below: a block of YAML, or nothing. */
const CONTINUED = /^(?:[|>][-+\d]{0,3}(?:\s+#.*)?|)$/;

function unquoted(value: string): string {
  const bare = value.replace(/[,;]$/, '');
  return bare.length > 1 && /["'`]/.test(bare[0] ?? '') && bare.endsWith(bare[0] ?? '') ? bare.slice(1, -1) : bare;
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((own) => {
    const line = { start, text: own.replace(/\r$/, '') };
    start += own.length + 1;
    return line;
  });
}

/** How many lines the end of a quoted text is searched for. */
const MOST_LINES = 200;

/** The last line of the value that begins in a line. */
function lastLine(lines: readonly Line[], first: number, value: string): number {
  const [quote] = /^(?:"""|'''|["'`])/.exec(value) ?? [];
  if (quote !== undefined && !value.slice(quote.length).includes(quote)) {
    const end = lines.slice(first + 1, first + 1 + MOST_LINES).findIndex(({ text }) => text.includes(quote));
    return end < 0 ? first : first + 1 + end;
  }
  let last = first;
  if (CONTINUED.test(value)) {
    const indent = indentOf(lines[first]?.text ?? '');
    const isBlock = value !== '';
    for (let at = first + 1; at < lines.length; at += 1) {
      const own = lines[at]?.text ?? '';
      if (own.trim() !== '' && (indentOf(own) <= indent || (!isBlock && /^(?:- |\{|[\w."'-]{1,80}[ \t]{0,8}[:=])/.test(own.trimStart()))))
        break;
      if (own.trim() !== '') last = at;
    }
    return last;
  }
  while (last + 1 < lines.length && (lines[last]?.text ?? '').endsWith('\\')) last += 1;
  return last;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

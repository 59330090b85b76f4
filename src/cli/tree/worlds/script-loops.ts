import { filesListedBy } from './listed-files.ts';
import { patternOf } from './path-patterns.ts';
import { MOST_PIPED, plainWords } from './plain-words.ts';
import { filledIn } from './script-variables.ts';

/**
 * A script with one pattern of all values in place of the variable of a loop: `for f in LIST`, `LIST | while read f`,
 * `while read f; do …; done < <(LIST)`, `foreach ($f in LIST)` and `LIST | ForEach-Object { $_ }`. A list that is not known leaves the
 * variable. Lines stay lines.
 */
export function withLoops(script: string): string {
  if (!ANY.test(script)) return script;
  // Properties of a file in PowerShell.
  const plain = script.replaceAll(/\$(\w+)\.(?:FullName|Name|Path)\b/g, '$$$1');
  return LOOPS.reduce(withLoopsOf, plain);
}

const ANY = /\b(?:for|while)\b|foreach/i;

interface Loop {
  readonly pattern: RegExp;
  /** The values, from what the pattern found and the text before and behind it on its line. */
  readonly list: (found: string, before: string, behind: string) => string | undefined;
}

const LOOPS: readonly Loop[] = [
  {
    // linear: it starts with a word, and every run is bounded or ends with its line.
    pattern: /\bfor[ \t]{1,9}([A-Za-z_]\w*)[ \t]{1,9}in[ \t]{1,9}([^\n;]{1,2000})/g,
    list: valuesIn,
  },
  {
    // linear: it starts with a word, and every run is bounded.
    pattern: /\bwhile[ \t]{1,9}(?:IFS=\S{0,9}[ \t]{1,9})?read[ \t]{1,9}(?:-\w{1,9}[ \t]{1,9}){0,3}(?:''[ \t]{1,9})?([A-Za-z_]\w*)/g,
    list: (_, before, behind) => ofCommands(before) ?? ofCommands(DONE.exec(behind)?.[1] ?? ''),
  },
  {
    // linear: it starts with a word, and every run is bounded or ends with its line.
    pattern: /\bforeach[ \t]{0,9}\([ \t]{0,9}\$(\w+)[ \t]{1,9}in[ \t]{1,9}([^\n{]{1,500})/gi,
    list: (found) => ofCommands(found.replaceAll(/[()]/g, ' ')),
  },
  {
    // linear: it is one word and a brace.
    pattern: /\bForEach-Object[ \t]{0,9}\{()()/gi,
    list: (_, before) => ofCommands(before),
  },
];

// linear: at most 500 signs are tried after each start.
const DONE = /\bdone[ \t]{0,9}<[ \t]{0,9}<\(([^()\n]{1,500})\)/;
/** Characters, so that values of values cannot grow without end. */
const MOST_ADDED = 100_000;
const MOST_LOOPS = 50;

function withLoopsOf(script: string, { pattern, list }: Loop): string {
  let text = script;
  let from = 0;
  for (let left = MOST_LOOPS; left > 0; left -= 1) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found === null) return text;
    from = found.index + found[0].length;
    const name = found[1] === undefined || found[1] === '' ? '_' : found[1];
    const values = list(found[2] ?? '', commandBefore(text, found.index), text.slice(from));
    if (values === undefined) continue;
    const again = text.indexOf(`for ${name} in`, from);
    const end = again < 0 ? text.length : again;
    const body = filledIn(text.slice(from, end), new Map([[name, values]]));
    if (body.length > end - from + MOST_ADDED) return text;
    text = text.slice(0, from) + body + text.slice(end);
  }
  return text;
}

/** The command before a place, also on the line before if that ends with `|`. */
function commandBefore(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf(';', at - 1)) + 1;
  const own = text.slice(start, at);
  if (own.trim() !== '' || text[start - 1] !== '\n') return own;
  const line = text.slice(text.lastIndexOf('\n', start - 2) + 1, start).trim();
  return line.endsWith('|') ? line : '';
}

function valuesIn(words: string): string | undefined {
  const values = plainWords(words).filter((word) => word !== 'do');
  return values.some((value) => /[$`()]/.test(value)) ? undefined : patternOf(values);
}

/** @param text with a `|` at its end, if it is before a loop */
function ofCommands(text: string): string | undefined {
  const commands = text.trim().replace(/\|$/, '').split('|', MOST_PIPED).map(plainWords);
  return filesListedBy(commands);
}

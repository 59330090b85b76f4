/** A part of a text in Groovy. */
export interface Token {
  readonly kind: 'word' | 'text' | 'sign';
  /** Of a text, what is between its quotes. */
  readonly value: string;
}

/** The words, texts, braces and `=` of Groovy, without comments. A comment or a text without an end goes to the end of the file. */
export function tokensIn(text: string): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const opening = OPENINGS.find((each) => text.startsWith(each, at));
    if (opening !== undefined) {
      const start = at + opening.length;
      const closing = CLOSINGS[opening] ?? opening;
      const end = endOf(text, closing, start);
      if (!(opening in CLOSINGS)) found.push({ kind: 'text', value: text.slice(start, end) });
      at = end + closing.length;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word !== undefined) found.push({ kind: 'word', value: word });
    else if ('{}='.includes(text[at] ?? '')) found.push({ kind: 'sign', value: text[at] ?? '' });
    at += word?.length ?? 1;
  }
  return found;
}

const OPENINGS = ["'''", '"""', "'", '"', '//', '/*'];
const CLOSINGS: Readonly<Record<string, string>> = { '//': '\n', '/*': '*/' };
const WORD = /[A-Za-z_]\w*/y;

/** Where a text or a comment ends; a backslash keeps a quote in its text. */
function endOf(text: string, closing: string, start: number): number {
  let end = text.indexOf(closing, start);
  while (end > start && /["']/.test(closing) && text[end - 1] === '\\') end = text.indexOf(closing, end + 1);
  return end < 0 ? text.length : end;
}

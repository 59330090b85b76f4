import { isAddress } from '../facts/lint/permalink.ts';
import { shortLine, shortText, withoutCommands } from '../facts/words/visible.ts';

/**
 * A zero-width space as an entity. GitHub searches the rendered text for mentions, references and links, and there an entity for `@` is `@`
 * again.
 */
const BREAK = '&#8203;';

/** Splits a text in two if a zero-width space would be copied with it: a comment, which GitHub removes. */
const SPLIT = '<!-- -->';

/**
 * Untrusted text for running markdown, a table cell or a `<summary>`: one line in which nothing is markup, a mention (`@name`),
 * a reference (`#1`, `GH-1`, a commit), a link, math or a command of a bot (`/approve`).
 */
export function prose(text: string, max = 2000): string {
  return (
    encode(shortLine(text, max))
      // linear: it is anchored at the beginning.
      .replace(/^(?::(?=:)|\/(?=\w)|-(?=\s|-|$)|\d(?=\d*[.)]))/, numeric)
      .replaceAll('@', `@${BREAK}`)
      .replace(/(&#35;)(?=\d)/g, `$1${BREAK}`)
      .replace(/\bGH(?:SA)?-(?=\w)/gi, (found) => found + BREAK)
      .replace(/:(?=\/\/)/g, `:${BREAK}`)
      .replace(/www(?=\.)/gi, (found) => found + BREAK)
      .replace(/\b(mailto|xmpp):/gi, (found) => found + BREAK)
      // GitHub searches for commits, but not in code.
      .replace(/\b[0-9a-f]{7,40}\b/gi, '<code>$&</code>')
  );
}

/** `prose` in which words between backticks become inline code. */
export function sentence(text: string, max = 2000): string {
  const parts = shortLine(text, max).split(/`([^`]+)`/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part, max) : spaced(part))).join('');
}

/**
 * Untrusted text as inline code, also fit for a table cell or a `<summary>`, and the same when copied. GitHub finds no mentions and
 * references inside `<code>`, but its parser would make links of addresses there, also of those that are written with entities.
 */
export function code(text: string, max = 300): string {
  const split = encode(shortLine(text, max)).replace(/:(?=\/\/)|www(?=\.)|(?<=[\w.;-])@(?=\w)/gi, (found) => found + SPLIT);
  return `<code>${split}</code>`;
}

/**
 * Untrusted lines as a code block whose fence is longer than any run of backticks inside. Bots read code blocks too: lines that begin with
 * a command, and comments, by which they find their own posts. A space breaks both, because a hidden character would be copied.
 */
export function fence(text: string, max = 4000, language: 'text' | 'diff' | 'yaml' = 'text'): string {
  // linear: it matches only the word at the start of a line.
  const body = withoutCommands(shortText(text, max))
    .replace(/^(?=\/[a-z][\w-]*(?:\s|$))/gim, ' ')
    .replaceAll('<!--', '< !--');
  const longest = Math.max(0, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const bars = '`'.repeat(Math.max(3, longest + 1));
  return `${bars}${language}\n${body}\n${bars}`;
}

/** A link. If the address is not a plain http(s) address, only the label is shown. `label` is finished markdown. */
export function link(label: string, address: string): string {
  return isAddress(address) ? `[${label}](<${address}>)` : label;
}

/** Rows of finished cells as a table. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  lines.splice(1, 0, `|${(rows[0] ?? []).map(() => ' --- |').join('')}`);
  return lines.join('\n');
}

/** A block that is folded unless it is `open`. `summary` is finished HTML. */
export function details(summary: string, body: string, open = false): string {
  return [detailsBegin(summary, open), body, DETAILS_END].join('\n\n');
}

/** The beginning of such a block, as its own block. */
export function detailsBegin(summary: string, open = false): string {
  return `<details${open ? ' open' : ''}><summary>${summary}</summary>`;
}

/** The end of such a block. */
export const DETAILS_END = '</details>';

/** `prose` that keeps the space at its start and end. */
function spaced(part: string): string {
  const text = part.trim();
  const [before, after] = [part.trimStart() !== part, text !== '' && part.trimEnd() !== part];
  return `${before ? ' ' : ''}${prose(text)}${after ? ' ' : ''}`;
}

/** Characters that are structure in markdown, HTML or a table, as entities, which are not. */
function encode(text: string): string {
  return text.replace(/[&<>"'`|\\*_~[\]#$^{}=+!]/g, numeric);
}

function numeric(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

import { isAddress } from '../facts/lint/permalink.ts';
import { COMMAND_BRACKET, COMMAND_START, shortLine, shortText } from '../facts/words/visible.ts';

declare const finished: unique symbol;

/** Finished HTML. Only the functions of this file make it, so every text in a page is escaped. */
export type Html = string & { readonly [finished]: true };

/** Values of attributes: a list is one value with line feeds in between, `true` is an attribute without a value, `undefined` none. */
export type Attributes = Readonly<Record<string, string | number | readonly string[] | true | undefined>>;

/** The most characters of a line, and of a block of lines. */
const LONGEST = { line: 4000, block: 100_000 };

/** Untrusted text on one line. */
export function text(value: string, max = LONGEST.line): Html {
  return escaped(shortLine(value, max));
}

/** `text` in which words between backticks become inline code. */
export function sentence(value: string, max = LONGEST.line): Html {
  const parts = shortLine(value, max).split(/`([^`]+)`/);
  return together(...parts.map((part, index) => (index % 2 === 1 ? element('code', {}, escaped(part)) : escaped(part))));
}

/** Untrusted text as inline code. */
export function code(value: string, max = LONGEST.line): Html {
  return element('code', {}, text(value, max));
}

/** Untrusted lines, unchanged. */
export function lines(value: string, max = LONGEST.block): Html {
  return escaped(shortText(value, max));
}

/** A link. If the address is not a plain http(s) address, only the label is shown. */
export function link(label: Html, address: string): Html {
  return isAddress(address) ? element('a', { href: address }, label) : label;
}

/** An element with its children; children of block elements get lines of their own. */
export function element(name: string, attributes: Attributes, ...children: readonly Html[]): Html {
  const start = `<${name}${attributesText(attributes)}>`;
  if (VOID.has(name)) return start as Html;
  // In SVG every element has an end, and only there an element may close itself.
  if (name === 'rect') return `<rect${attributesText(attributes)}/>` as Html;
  if (!HOLDS_BLOCKS.has(name)) return `${start}${children.join('')}</${name}>` as Html;
  return [start, ...children.filter((child) => child !== ''), `</${name}>`].join('\n') as Html;
}

/** Pieces joined without a separator. */
export function together(...pieces: readonly Html[]): Html {
  return pieces.join('') as Html;
}

/** Pieces joined with a separator. */
export function joined(pieces: readonly Html[], between: string): Html {
  return pieces.join(escaped(between)) as Html;
}

/** A constant of ours that is HTML, CSS or JavaScript already. */
export function trusted(constant: string): Html {
  return constant as Html;
}

export const SPACE = trusted(' ');

const VOID: ReadonlySet<string> = new Set(['meta', 'input']);
const HOLDS_BLOCKS: ReadonlySet<string> = new Set(
  'html head body header main footer section article details div ul ol dl form table thead tbody tr'.split(' '),
);

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : value === true ? ` ${name}` : ` ${name}="${attributeValue(value)}"`))
    .join('');
}

function attributeValue(value: string | number | readonly string[]): string {
  if (typeof value === 'number') return String(value);
  const values = typeof value === 'string' ? [value] : value;
  return values.map((each) => text(each)).join('&#10;');
}

/** Escapes a text so that it contains no markup, cannot end the value of an attribute, and has no runner command if a log shows it. */
function escaped(value: string): Html {
  return value
    .replace(/[&<>"'`]/g, numeric)
    .replace(COMMAND_BRACKET, '#&#35;')
    .replace(COMMAND_START, '$1&#58;') as Html;
}

function numeric(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

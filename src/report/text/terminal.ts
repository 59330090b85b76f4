import { clip, oneLine, visible, withoutCommands } from '../facts/words/visible.ts';

/** The colours of the text renderer. The shell gives one that fits the terminal. */
export interface Styler {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string): string => text;

/** No colour. */
export const PLAIN: Styler = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

/** The longest line of a log, in UTF-16 units; the JSON report has the whole text. */
const LONGEST = 250_000;

/**
 * One line of untrusted text for a terminal or a log: colours, cursor movements, links and runner commands are removed, other hidden
 * characters are shown as `\u{…}`.
 */
export function terminalLine(text: string): string {
  return withoutCommands(oneLine(withoutSequences(clip(text, LONGEST))));
}

/** The same with its indentation kept. */
export function indentedTerminalLine(text: string): string {
  return `${/^ */.exec(text)?.[0] ?? ''}${terminalLine(text)}`;
}

/** The same as `terminalLine` in at most `width` columns of a terminal. `…` marks a cut. */
export function terminalCell(text: string, width: number): string {
  const line = terminalLine(clip(text, 4 * width + 1000));
  const whole = lengthWithin(line, width);
  return whole === line.length ? line : `${line.slice(0, lengthWithin(line, width - 1))}…`;
}

/** The same with its line breaks kept. */
export function terminalLines(text: string): readonly string[] {
  return visible(withoutSequences(clip(text, LONGEST)))
    .split('\n')
    .map((line) => line.trimEnd());
}

/** A line of code with the blanks at its start, cut at `width` columns if a width is given. */
export function codeLine(text: string, width: number | undefined): string {
  const line = withoutCommands(visible(withoutSequences(clip(text, LONGEST))).replaceAll('\n', ' ')).trimEnd();
  if (width === undefined || lengthWithin(line, width) === line.length) return line;
  return `${line.slice(0, lengthWithin(line, Math.max(20, width) - 1))}…`;
}

/** Words wrapped at `width` columns, continuation lines indented by `indent`; longer words stay whole. Without a width it is one line. */
export function wrap(text: string, width: number | undefined, indent: number): string {
  if (width === undefined) return text;
  const room = Math.max(20, width - indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line.trimEnd());
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** A part of a line and its colour. */
export interface Painted {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** A part without colour. */
export function unpainted(text: string): Painted {
  return { text, paint: same };
}

/** `wrap` for a line in parts, which include the blanks between words. Colours have no width. */
export function wrapPainted(parts: readonly Painted[], width: number | undefined, indent: number): string {
  const wrapped = wrap(parts.map(({ text }) => text).join(''), width, indent);
  const lineBreak = `\n${' '.repeat(indent)}`;
  let at = 0;
  const painted = parts.map(({ text, paint }) => {
    let shown = '';
    for (const char of text) {
      const isBreak = char === ' ' && wrapped[at] === '\n';
      // Blanks around a break are removed.
      if (!isBreak && char === ' ' && wrapped[at] !== ' ') continue;
      const piece = isBreak ? lineBreak : char;
      shown += piece;
      at += piece.length;
    }
    return paint(shown);
  });
  return painted.join('');
}

/** A quoted line, wrapped at words: each part has the bar and the indentation of the line. */
export function barredLines(line: string, bar: string, width: number | undefined): readonly string[] {
  const blanks = /^ */.exec(line)?.[0] ?? '';
  const room = width === undefined ? undefined : width - bar.length - blanks.length;
  return wrap(line.slice(blanks.length), room, 0)
    .split('\n')
    .map((part) => `${bar}${blanks}${part}`);
}

/**
 * Control sequences (CSI: colours, cursor) and the sequences around links (OSC 8). Other sequences stay visible: a window title, or a
 * string that does not end, may contain text of the message.
 */
// linear: each sequence begins with a character that is not in any of its parts.
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const SEQUENCES = (): RegExp => /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B\]|\u009D)8;[^\p{Cc}]{0,2048}(?:\u0007|\u001B\\|\u009C)/gu;

/** The first character of each sequence. */
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const BEGUN = /[\u001B\u009B\u009D]/;

function withoutSequences(text: string): string {
  return BEGUN.test(text) ? text.replace(SEQUENCES(), '') : text;
}

/** Columns of a line without its colours. If the width is not certain, it is the larger one. */
export function widthOf(line: string): number {
  let width = 0;
  for (const char of withoutSequences(line)) width += columnsOf(char);
  return width;
}

/** The length of the part of a line that fits into the columns, in UTF-16 units. */
function lengthWithin(line: string, width: number): number {
  let used = 0;
  let length = 0;
  for (const char of line) {
    used += columnsOf(char);
    if (used > width) return length;
    length += char.length;
  }
  return length;
}

/** East Asian letters and pictures have two columns. In doubt two: a line wider than the terminal could not be replaced. */
function columnsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x1100 || (code >= 0x2010 && code <= 0x2027) ? 1 : 2;
}

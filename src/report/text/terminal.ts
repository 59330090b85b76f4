import { stripVTControlCharacters } from 'node:util';
import { oneLine, visible, withoutCommands } from '../facts/visible.ts';

/** How the text renderer colours; the shell gives one that knows the terminal. */
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

/** One line of untrusted text for a terminal or a log: control sequences and runner commands are gone, what else is hidden is shown as `\u{…}`. */
export function terminalLine(text: string): string {
  return withoutCommands(oneLine(stripVTControlCharacters(text)));
}

/** The same with its line breaks kept. */
export function terminalLines(text: string): readonly string[] {
  return visible(stripVTControlCharacters(text))
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Words wrapped at `width` columns, continuation lines indented by `indent`; longer words stay whole. Without a width it is one line. */
export function wrap(text: string, width: number | undefined, indent: number): string {
  if (width === undefined) return text;
  const room = Math.max(20, width - indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/**
 * Rows as aligned columns, first row the heading. Where `width` is too narrow, columns fall away from the right, two stay.
 * `paint` may colour a padded cell.
 */
export function columns(
  rows: readonly (readonly string[])[],
  width: number | undefined,
  paint: (cell: string, row: number, column: number) => string = same,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const count = width === undefined ? widths.length : fittingColumns(widths, width);
  return rows.map((row, rowIndex) =>
    row
      .slice(0, count)
      .map((cell, column) => paint(column === count - 1 ? cell : cell.padEnd(widths[column] ?? 0), rowIndex, column))
      .join('  ')
      .trimEnd(),
  );
}

function fittingColumns(widths: readonly number[], room: number): number {
  let used = -2;
  for (const [column, width] of widths.entries()) {
    used += width + 2;
    if (used > room) return Math.max(2, column);
  }
  return widths.length;
}

import { wrap } from '../../report/text/terminal.ts';

/** Narrower terminals have no room for two columns. */
const TWO_COLUMNS = 70;
const INDENT = 6;

/** A name and what it is, in two columns; the text begins on a line of its own where the name is too long or the terminal too narrow. */
export function row(name: string, text: string, width: number, column: number): string {
  const indent = width < TWO_COLUMNS ? INDENT : column;
  const wrapped = wrap(text, width, indent);
  return name.length + 4 > indent ? `  ${name}\n${' '.repeat(indent)}${wrapped}` : `  ${name.padEnd(indent - 2)}${wrapped}`;
}

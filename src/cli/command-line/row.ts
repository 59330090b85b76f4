import { wrap } from '../../report/text/terminal.ts';

/** Narrower terminals do not have room for two columns. */
const TWO_COLUMNS = 70;
const INDENT = 6;

/** A name and its description in two columns. The description begins on its own line if the name is too long or the terminal too narrow. */
export function row(name: string, text: string, width: number, column: number): string {
  const indent = width < TWO_COLUMNS ? INDENT : column;
  const wrapped = wrap(text, width, indent);
  return name.length + 4 > indent ? `  ${name}\n${' '.repeat(indent)}${wrapped}` : `  ${name.padEnd(indent - 2)}${wrapped}`;
}

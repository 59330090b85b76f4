import { widthOf } from '../../report/text/terminal.ts';
import type { Terminal } from '../process/io.ts';

/** Lines at the end of a terminal that are redrawn. */
export function liveScreen(terminal: Terminal): { draw(lines: readonly string[]): void; clear(): void } {
  let drawn: readonly string[] = [];
  const clear = (): void => {
    if (drawn.length === 0) return;
    // If the terminal became narrower, it has wrapped the lines again.
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / terminal.columns)), 0);
    terminal.write(`\u001B[${rows}A\r\u001B[J`);
    drawn = [];
  };
  const draw = (lines: readonly string[]): void => {
    clear();
    terminal.write(`${lines.join('\n')}\n`);
    drawn = lines;
  };
  return { draw, clear };
}

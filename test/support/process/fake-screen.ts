import type { Terminal } from '../../../src/cli/process/io.ts';

/** A terminal that supports the control sequences of a live table. It wraps lines again if its width changes. */
export interface FakeScreen extends Terminal {
  columns: number;
  rows: number;
  /** The lines as they were written, without colours. A wrapped line is one line. */
  lines(): readonly string[];
}

export function fakeScreen(columns: number, rows: number): FakeScreen {
  const written: string[] = [''];
  const rowsOf = (line: string): number => Math.max(1, Math.ceil(line.length / screen.columns));
  const up = (count: number): void => {
    // The cursor is in the last line, which is empty.
    if (written.at(-1) !== '') throw new Error('the cursor is not at the start of a line');
    let left = count;
    written.pop();
    while (left > 0) {
      const line = written.pop();
      if (line === undefined) throw new Error('the cursor is moved out of the terminal');
      left -= rowsOf(line);
    }
    // The rest of a line that the cursor passed only in part.
    if (left < 0) throw new Error('the cursor is moved into the middle of a line');
    written.push('');
  };
  const screen: FakeScreen = {
    isTTY: true,
    columns,
    rows,
    lines: () => written.slice(0, -1),
    write: (text) => {
      // eslint-disable-next-line no-control-regex -- the control sequences of a terminal
      for (const [part, count] of text.matchAll(/\u001B\[(\d+)A\r\u001B\[J|\n|[^\n\u001B]+|\u001B\[\d+m/g)) {
        if (count !== undefined) up(Number(count));
        else if (part === '\n') written.push('');
        else if (!part.startsWith('\u001B')) written.push(`${written.pop() ?? ''}${part}`);
      }
    },
  };
  return screen;
}

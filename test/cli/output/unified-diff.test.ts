/** A unified diff is right if it turns one text into the other one, and short if it has only lines that differ. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { diffLinesOf, logSafeDiff, unifiedDiff } from '../../../src/cli/output/unified-diff.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '  d', ''), { maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

/** What the hunks make of the text before. */
function applied(before: string, hunks: readonly string[]): string {
  const old = before.split('\n').slice(0, -1);
  const lines: string[] = [];
  let at = 0;
  for (const line of hunks) {
    const start = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(line);
    if (start !== null) {
      const from = Number(start[1]) - (start[2] === '0' ? 0 : 1);
      lines.push(...old.slice(at, from));
      at = from;
    } else if (line.startsWith('+')) lines.push(line.slice(1));
    else {
      expect(old[at]).toBe(line.slice(1));
      if (line.startsWith(' ')) lines.push(line.slice(1));
      at += 1;
    }
  }
  return [...lines, ...old.slice(at)].map((line) => `${line}\n`).join('');
}

/** The length of the longest list of lines that both have in order. */
function common(a: readonly string[], b: readonly string[]): number {
  const rows = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (const [i, line] of a.entries())
    for (const [j, other] of b.entries())
      (rows[i + 1] ?? [])[j + 1] = line === other ? (rows[i]?.[j] ?? 0) + 1 : Math.max(rows[i]?.[j + 1] ?? 0, rows[i + 1]?.[j] ?? 0);
  return rows.at(-1)?.at(-1) ?? 0;
}

describe('a unified diff', () => {
  it('turns the first text into the second one, with the fewest lines removed and added', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLinesOf(before, after);
        expect(applied(before, lines)).toBe(after);
        const [old, now] = [before, after].map((each) => each.split('\n').slice(0, -1));
        const edits = lines.filter((line) => /^[+-]/.test(line)).length;
        expect(edits).toBe((old?.length ?? 0) + (now?.length ?? 0) - 2 * common(old ?? [], now ?? []));
      }),
      { numRuns: 500 },
    );
  });

  it('of equal texts is empty', () => {
    expect([unifiedDiff('a', 'x\n', 'x\n'), diffLinesOf('x\n', 'x\n')]).toEqual(['', []]);
  });

  it('names the file, and a text that does not end with a line feed', () => {
    expect(unifiedDiff('a.yaml', 'x: 1\n', 'x: 2')).toBe(
      '--- a/a.yaml\n+++ b/a.yaml\n@@ -1,1 +1,1 @@\n-x: 1\n+x: 2\n\\ No newline at end of file\n',
    );
  });

  it('of large texts that have little in common is limited to one removal and one addition', () => {
    const many = (word: string): string => Array.from({ length: 50_000 }, (_, index) => `${word} ${index}\n`).join('');
    const lines = diffLinesOf(many('a'), many('b'));
    expect(lines).toHaveLength(100_001);
    expect([lines[1], lines[50_001]]).toEqual(['-a 0', '+b 0']);
  });
});

describe('a printed diff', () => {
  const MARK = '\u{FEFF}';

  it('can be applied to a file with a byte order mark', () => {
    const diff = unifiedDiff('a.yaml', `${MARK}a: 1\n`, `${MARK}a: 2\n`);
    expect(logSafeDiff(diff)).toBe(diff);
  });

  it('shows hidden characters, also a byte order mark within a line', () => {
    expect(logSafeDiff(`+${MARK}a\u{202E}b`)).toBe(`+${MARK}a\\u{202e}b`);
    expect(logSafeDiff(`+a${MARK}b`)).toBe('+a\\u{feff}b');
    expect(logSafeDiff(`+${MARK}${MARK}`)).toBe(`+${MARK}\\u{feff}`);
  });
});

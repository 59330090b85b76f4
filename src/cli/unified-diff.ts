import { visible, withoutCommands } from '../report/facts/visible.ts';

/** Lines around a change that are shown. */
const CONTEXT = 3;

/**
 * What changes between two texts as `diff -u` and `git apply` write it, empty where they are equal. Both have few lines that differ.
 * @param file what the header calls it
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const [old, now] = [linesOf(before), linesOf(after)];
  const steps = stepsOf(old, now);
  const shown = hunksOf(steps).map((hunk) => hunkText(hunk, steps, old, now));
  return `--- a/${file}\n+++ b/${file}\n${shown.join('')}`;
}

/** With their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** One line of either text, or of both; `a` and `b` count the lines of each before it. */
interface Step {
  readonly kind: ' ' | '-' | '+';
  readonly a: number;
  readonly b: number;
}

/** Equal lines at both ends are left out of the search, whose cost grows with the number of lines that differ. */
function stepsOf(old: readonly string[], now: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    if (a < old.length && b < now.length && old[a] === now[b]) steps.push({ kind: ' ', a: a++, b: b++ });
    else {
      const { removed, added } = nextMatch(old, now, a, b);
      for (let each = 0; each < removed; each += 1) steps.push({ kind: '-', a: a++, b });
      for (let each = 0; each < added; each += 1) steps.push({ kind: '+', a, b: b++ });
    }
  }
  return steps;
}

/** The fewest lines to drop from both until they go on alike. */
function nextMatch(
  old: readonly string[],
  now: readonly string[],
  a: number,
  b: number,
): { readonly removed: number; readonly added: number } {
  const most = old.length - a + (now.length - b);
  for (let sum = 1; sum <= most; sum += 1) {
    for (let removed = Math.min(sum, old.length - a); removed >= 0; removed -= 1) {
      const added = sum - removed;
      if (added > now.length - b) break;
      const atEnd = a + removed === old.length && b + added === now.length;
      if (atEnd || (a + removed < old.length && old[a + removed] === now[b + added])) return { removed, added };
    }
  }
  return { removed: old.length - a, added: now.length - b };
}

interface Hunk {
  readonly from: number;
  readonly to: number;
}

function hunksOf(steps: readonly Step[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const [at, { kind }] of steps.entries()) {
    if (kind === ' ') continue;
    const [from, to] = [Math.max(0, at - CONTEXT), Math.min(steps.length, at + CONTEXT + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) hunks[hunks.length - 1] = { from: last.from, to };
    else hunks.push({ from, to });
  }
  return hunks;
}

function hunkText({ from, to }: Hunk, steps: readonly Step[], old: readonly string[], now: readonly string[]): string {
  const own = steps.slice(from, to);
  const [first] = own;
  const [removed, added] = [own.filter(({ kind }) => kind !== '+').length, own.filter(({ kind }) => kind !== '-').length];
  const place = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;
  const lines = own.map(({ kind, a, b }) => {
    const line = (kind === '+' ? now[b] : old[a]) ?? '';
    return line.endsWith('\n') ? `${kind}${line}` : `${kind}${line}\n\\ No newline at end of file\n`;
  });
  return `@@ -${place(first?.a ?? 0, removed)} +${place(first?.b ?? 0, added)} @@\n${lines.join('')}`;
}

/**
 * A diff as it is safe to print: a line that would be a command of the Actions runner, or hide or move text on a terminal, shows its signs.
 * Such a diff is for reading; all others are also for `git apply`.
 */
export function logSafeDiff(diff: string): string {
  return diff.split('\n').map(safeLine).join('\n');
}

function safeLine(line: string): string {
  const end = line.endsWith('\r') ? '\r' : '';
  const text = line.slice(0, line.length - end.length);
  const isSafe = visible(text) === text.replaceAll('\t', ' ') && withoutCommands(text) === text;
  return isSafe ? line : withoutCommands(visible(text));
}

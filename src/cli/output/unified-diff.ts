import { visible, withoutCommands } from '../../report/facts/words/visible.ts';

/** Number of lines shown around a change. */
const CONTEXT = 3;

/**
 * The difference between two texts, in the format of `diff -u` and `git apply`; empty if they are equal.
 * @param file its name in the header
 * @param shownOf returns the text that is shown for a text, with the same number of lines
 */
export function unifiedDiff(file: string, before: string, after: string, shownOf = (text: string): string => text): string {
  if (before === after) return '';
  return `--- a/${file}\n+++ b/${file}\n${hunksBetween(before, after, shownOf).join('')}`;
}

/** The lines of a unified diff without its header and without line ends. */
export function diffLinesOf(before: string, after: string): readonly string[] {
  return before === after ? [] : hunksBetween(before, after).flatMap((hunk) => hunk.slice(0, -1).split('\n'));
}

function hunksBetween(before: string, after: string, shownOf = (text: string): string => text): readonly string[] {
  const steps = stepsOf(linesOf(before), linesOf(after));
  const [old, now] = [linesOf(shownOf(before)), linesOf(shownOf(after))];
  return hunksOf(steps).map((hunk) => hunkText(hunk, steps, old, now));
}

/** Lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** One line of either text, or of both. `a` and `b` are the numbers of lines of each text before it. */
interface Step {
  readonly kind: ' ' | '-' | '+';
  readonly a: number;
  readonly b: number;
}

/** The cost of the search grows with the number of lines that differ, so equal lines at both ends are left out of it. */
function stepsOf(old: readonly string[], now: readonly string[]): readonly Step[] {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const kinds = [
    ...Array.from({ length: start }, () => ' ' as const),
    ...fewestEdits(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...Array.from({ length: end }, () => ' ' as const),
  ];
  let [a, b] = [0, 0];
  return kinds.map((kind) => {
    const step = { kind, a, b };
    if (kind !== '+') a += 1;
    if (kind !== '-') b += 1;
    return step;
  });
}

/** Texts that differ in more lines are shown as one removed and one added text. */
const MOST_EDITS = 2000;

/**
 * The shortest edit from one list of lines to the other, with removals before additions. Source: Myers, An O(ND) Difference Algorithm
 * (1986).
 */
function fewestEdits(old: readonly string[], now: readonly string[]): readonly Step['kind'][] {
  const whole = (): readonly Step['kind'][] => [...old.map(() => '-' as const), ...now.map(() => '+' as const)];
  if (old.length === 0 || now.length === 0) return whole();
  // The position that each diagonal reaches with this number of edits.
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= Math.min(old.length + now.length, MOST_EDITS); edits += 1) {
    const last = rounds.at(-1);
    const reached = new Int32Array(2 * edits + 1);
    rounds.push(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let a = last === undefined ? 0 : reachedFrom(last, diagonal, edits).a;
      while (a < old.length && a - diagonal < now.length && old[a] === now[a - diagonal]) a += 1;
      reached[diagonal + edits] = a;
      if (a >= old.length && a - diagonal >= now.length) return wayBack(rounds, old.length, now.length);
    }
  }
  return whole();
}

/** How a diagonal is reached: from the one above by an added line, or from the one below by a removed line. */
function reachedFrom(last: Int32Array, diagonal: number, edits: number): { readonly a: number; readonly from: number } {
  const at = (other: number): number => (Math.abs(other) < edits ? (last[other + edits - 1] ?? -1) : -1);
  const [goes, comes] = [at(diagonal - 1), at(diagonal + 1)];
  const isComing = diagonal === -edits || (diagonal !== edits && goes < comes);
  return isComing ? { a: comes, from: diagonal + 1 } : { a: goes + 1, from: diagonal - 1 };
}

function wayBack(rounds: readonly Int32Array[], oldLength: number, newLength: number): readonly Step['kind'][] {
  const kinds: Step['kind'][] = [];
  let [a, b] = [oldLength, newLength];
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const last = rounds[edits - 1];
    const diagonal = a - b;
    const entered = last === undefined ? { a: 0, from: 0 } : reachedFrom(last, diagonal, edits);
    for (; a > entered.a; a -= 1) kinds.push(' ');
    if (last === undefined) break;
    kinds.push(entered.from > diagonal ? '+' : '-');
    [a, b] = entered.from > diagonal ? [entered.a, entered.a - entered.from] : [entered.a - 1, entered.a - 1 - entered.from];
  }
  return kinds.toReversed();
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
 * A diff that is safe to print. A line that would be a command of the Actions runner, or would hide or move text on a terminal, shows its
 * control characters. Such a diff is only for reading; all others also work with `git apply`.
 */
export function logSafeDiff(diff: string): string {
  return diff.split('\n').map(safeLine).join('\n');
}

/** A byte order mark is kept at the possible start of a file: it does not hide anything there, and `git apply` needs it. */
function safeLine(line: string): string {
  const start = /^[ +-]\u{FEFF}/u.test(line) ? line.slice(0, 2) : '';
  const end = line.endsWith('\r') ? '\r' : '';
  const text = line.slice(start.length, line.length - end.length);
  const isSafe = visible(text) === text.replaceAll('\t', ' ') && withoutCommands(text) === text;
  return isSafe ? line : `${start}${withoutCommands(visible(text))}`;
}

import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';
import { timeOf } from '../../fleet/kubernetes/rfc3339.ts';
import type { StatusReport, Verdict } from '../../report.ts';
import { roughElapsed } from '../facts/words/elapsed.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';
import { counted } from '../facts/words/words.ts';
import { verdictPaint } from './gate-text.ts';
import { PLAIN, type Styler, terminalCell, terminalLine, widthOf } from './terminal.ts';

/** How to print the list. */
export interface StatusLayout {
  /** A line for each cluster, not only for each placement. */
  readonly wide: boolean;
  readonly style?: Styler;
  /** Columns of the terminal; lines are whole without it. */
  readonly width?: number;
  /** The most lines; all without it. */
  readonly rows?: number;
}

/** The table as `kubectl get` prints one: a line of titles, then a line for each target. On a screen, the last line has the totals. */
export function statusTable(status: StatusReport, { wide, style = PLAIN, width, rows }: StatusLayout): readonly string[] {
  const lines = statusRows(status, wide);
  const named: Cells = wide ? { ...TITLES, clusters: 'CLUSTER' } : TITLES;
  const columns = columnsFor(lines, width);
  const titles = rowText(named, columns, width);
  const isApart = width !== undefined && columns.every(({ name }) => name !== 'cause');
  const paint = ({ verdict, cells }: StatusRow): readonly string[] =>
    [
      rowText(cells, columns, width),
      ...(isApart && cells.cause !== '' ? [INDENT + terminalCell(cells.cause, width - INDENT.length)] : []),
    ].map(verdictPaint(verdict, style));
  const painted = lines.map(paint);
  if (rows === undefined) return [titles, ...painted.flat()];
  const fitting = shownOf(painted, Math.max(1, rows - 2));
  const left = lines.slice(fitting.length);
  const ends = [...(left.length === 0 ? [] : [`${left.length} more: ${tally(left.map(({ verdict }) => verdict))}`]), totals(status)];
  return [style.dim(titles), ...fitting.flat(), ...ends.map((line) => (width === undefined ? line : terminalCell(line, width)))];
}

/** The first rows that fit into that many lines, with one line for the number of the others. At least one row. */
function shownOf(painted: readonly (readonly string[])[], room: number): readonly (readonly string[])[] {
  const height = (count: number): number => painted.slice(0, count).flat().length;
  if (height(painted.length) <= room) return painted;
  let count = 1;
  while (height(count + 1) < room) count += 1;
  return painted.slice(0, count);
}

/** A line of the table. */
export interface StatusRow {
  /** Identifies the line: target and cluster. */
  readonly key: string;
  readonly verdict: Verdict;
  readonly cells: Cells;
}

/** The lines of the table, worst target first. */
export function statusRows({ targets, judgedAt }: StatusReport, wide: boolean): readonly StatusRow[] {
  const age = (since: string | undefined): string => {
    const ms = timeOf(judgedAt ?? '') - timeOf(since ?? '');
    return Number.isNaN(ms) ? '-' : ageText(ms);
  };
  return targets.flatMap(({ object, verdict, stage = '-', since, cause = '', clusters }) => {
    const name = terminalLine(shortName(object));
    const passed = clusters.filter((cluster) => cluster.verdict === 'passed').length;
    const whole = {
      name,
      state: verdictWord(verdict),
      clusters: `${passed}/${clusters.length}`,
      stage,
      age: age(since),
      cause: terminalLine(cause),
    };
    if (!wide || clusters.length === 0) return [{ key: name, verdict, cells: whole }];
    return clusters.map((cluster) => ({
      key: `${name} ${cluster.name}`,
      verdict: cluster.verdict,
      cells: {
        name,
        state: verdictWord(cluster.verdict),
        clusters: terminalLine(cluster.name),
        stage: cluster.stage,
        age: age(cluster.since),
        cause: terminalLine(cluster.cause ?? ''),
      },
    }));
  });
}

type Column = 'name' | 'state' | 'clusters' | 'stage' | 'age' | 'cause';
type Cells = Readonly<Record<Column, string>>;

const TITLES = { name: 'NAME', state: 'STATE', clusters: 'CLUSTERS', stage: 'STAGE', age: 'AGE', cause: 'CAUSE' };
const COLUMNS: readonly Column[] = ['name', 'state', 'clusters', 'stage', 'age', 'cause'];

/** Columns that a narrow terminal leaves out, the first one first. */
const DISPENSABLE: readonly Column[] = ['stage', 'age', 'clusters'];
/** With fewer columns than this the cause gets a line of its own. */
const LEAST_CAUSE = 40;
const GAP = '   ';
const INDENT = '  ';

interface ShownColumn {
  readonly name: Column;
  readonly width: number;
}

function columnsFor(lines: readonly StatusRow[], width: number | undefined): readonly ShownColumn[] {
  const widths = COLUMNS.map((name) => ({
    name,
    width: [TITLES, ...lines.map(({ cells }) => cells)].reduce((most, cells) => Math.max(most, widthOf(cells[name])), 0),
  }));
  if (width === undefined) return widths;
  const [{ width: natural } = { width: 0 }] = widths;
  // A long name must not take the whole line.
  const columns = widths.map((column) =>
    column.name === 'name' ? { ...column, width: Math.min(column.width, Math.floor(width * 0.4)) } : column,
  );
  const without = (all: readonly ShownColumn[], room: number): readonly ShownColumn[] =>
    DISPENSABLE.reduce((kept, name) => (widthBeforeCause(kept) <= room ? kept : kept.filter((column) => column.name !== name)), all);
  const beside = without(columns, width - LEAST_CAUSE);
  if (widthBeforeCause(beside) + LEAST_CAUSE <= width) return beside;
  const apart = without(
    columns.filter(({ name }) => name !== 'cause'),
    width + GAP.length,
  );
  const spare = Math.max(0, width + GAP.length - widthBeforeCause(apart));
  return apart.map((column) => (column.name === 'name' ? { ...column, width: Math.min(natural, column.width + spare) } : column));
}

function widthBeforeCause(columns: readonly ShownColumn[]): number {
  return columns.reduce((sum, column) => (column.name === 'cause' ? sum : sum + column.width + GAP.length), 0);
}

function rowText(cells: Cells, columns: readonly ShownColumn[], width: number | undefined): string {
  const parts = columns.map((column) => {
    if (column.name === 'cause') return cells.cause;
    const text = width === undefined ? cells[column.name] : terminalCell(cells[column.name], column.width);
    return text + ' '.repeat(Math.max(0, column.width - widthOf(text)));
  });
  const line = parts.join(GAP).trimEnd();
  return width === undefined ? line : terminalCell(line, width);
}

/** `3 placements and update runs: 1 failed, 2 passed` */
function totals({ targets }: StatusReport): string {
  const isOfPlacements = targets.every(({ object }) => isPlacementKind(object.kind));
  const noun = isOfPlacements ? counted(targets.length, 'placement') : `${targets.length} placements and update runs`;
  return `${noun}: ${tally(targets.map(({ verdict }) => verdict))}`;
}

function tally(verdicts: readonly Verdict[]): string {
  return [...Map.groupBy(verdicts, verdictWord)].map(([word, { length }]) => `${length} ${word}`).join(', ');
}

const DAY_MS = 24 * 60 * 60_000;

/** `45s`, `3m`, `1h05m`, `12d` */
function ageText(ms: number): string {
  return ms < 2 * DAY_MS ? roughElapsed(ms) : `${Math.floor(ms / DAY_MS)}d`;
}

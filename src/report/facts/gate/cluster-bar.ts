import type { Verdict } from '../../../report.ts';
import { type ClusterCourse, hasBegun } from './cluster-course.ts';
import { roughElapsed } from '../words/elapsed.ts';
import { shortNames } from '../words/short-names.ts';
import { clusterStatusText } from './cluster-status-text.ts';

/** Columns of a line, so that it fits on a phone. */
const LINE = 36;
/** Columns of a bar that covers the whole time of the gate, if there is room. */
const BAR = 10;
/** The fewest columns of a bar that can still show a share. */
const LEAST_BAR = 4;
/** The most columns of a name; longer names are cut. */
const NAME = 20;
/** The most columns of a name beside a bar, a mark and a time. */
const LONGEST_BESIDE = 20;

/** A verdict as one sign, for the end of a bar. */
export const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = {
  passed: '✅',
  failed: '✕',
  stuck: '✕',
  waiting: '…',
  superseded: '⏭',
  notVerified: '?',
  unknown: '?',
};

/**
 * The lines of each cluster: `oslo ░░░░██✕ could not apply 24s`. `░` is the time before its rollout began, `█` the time after. The bar
 * covers the gate's time until the cluster was decided. The time at the end is that moment, from the start of the gate; for an open
 * cluster, the time in its present state. All bars have the same scale. If the words do not fit, they get a line below. A line has at most
 * 36 columns.
 */
export function clusterBars(bars: readonly ClusterBar[]): readonly (readonly string[])[] {
  const short = shortNames(
    bars.map(({ name }) => name),
    NAME - 1,
  );
  const names = bars.map(({ isOfGroup }, index) => `${isOfGroup === true ? ' ' : ''}${short[index] ?? ''}`);
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  // Long names that differ only in the middle cannot be cut. They get a line above.
  const width = longest > LONGEST_BESIDE ? 0 : longest;
  const ends = bars.map(({ course, count }) => barEndOf(course, count));
  const rooms = ends.map(({ sign, words, time }, index) => {
    const besideTime = LINE - width - 1 - columnsOf(sign) - time.length;
    const besideAll = besideTime - words.length;
    const least = bars[index]?.course.states.length === 0 ? 0 : LEAST_BAR;
    return besideAll >= least ? { cells: besideAll, isBelow: false } : { cells: besideTime, isBelow: true };
  });
  const cells = rooms.reduce((least, room) => Math.min(least, room.cells), BAR);
  return bars.map(({ course }, index) => {
    const { sign, words, time } = ends[index] ?? NOTHING;
    const name = names[index] ?? '';
    const start = `${width === 0 ? '' : name.padEnd(width)} ${barOf(course, cells)}${sign}`;
    const isBelow = rooms[index]?.isBelow === true;
    return [...(width === 0 ? [name] : []), ...(isBelow ? [start + time, ` ${words}`] : [start + words + time])];
  });
}

export interface ClusterBar {
  readonly name: string;
  readonly course: ClusterCourse;
  /** Shown indented below its group. */
  readonly isOfGroup?: boolean;
  /** For a group, instead of what happened: `9/12`. The course is then that of one cluster, which represents the group. */
  readonly count?: string;
}

function barOf({ states, end }: ClusterCourse, most: number): string {
  if (states.length === 0 || end === 0) return '';
  const last = states.at(-1);
  const isOpen = last === undefined || last.verdict === 'waiting';
  const cells = isOpen ? most : Math.max(1, Math.round((most * last.from) / end));
  return Array.from({ length: cells }, (_, cell) => (isAfterStart(states, ((cell + 0.5) * end) / most) ? '█' : '░')).join('');
}

/** `✕ could not apply 42s`: a mark, the status of the cluster, and its time. Untrusted text. */
export function courseWords(course: ClusterCourse): string {
  const { sign, words, time } = barEndOf(course);
  return sign + words + time;
}

/** The text after a bar. Words and time begin with a space unless they are empty. */
interface BarEnd extends Readonly<Record<'sign' | 'words' | 'time', string>> {}

const NOTHING: BarEnd = { sign: '', words: '', time: '' };

/** For a group, the words are its count. */
function barEndOf(course: ClusterCourse, count?: string): BarEnd {
  const { cluster, states, lastRead } = course;
  const { verdict, forgiven } = cluster;
  const last = states.at(-1);
  const sign = VERDICT_SIGNS[verdict];
  if (count !== undefined) return { sign, words: ` ${count}`, time: '' };
  const words = verdict === 'passed' && last !== undefined ? '' : ` ${clusterStatusText(cluster)}${forgiven === true ? ' (forgiven)' : ''}`;
  if (last === undefined) return { sign, words, time: unchangedText(course) };
  return { sign, words, time: verdict === 'waiting' ? ` for ${roughElapsed(lastRead - last.from)}` : ` ${roughElapsed(last.from)}` };
}

/** If the gate read the hub once, the time in the present state comes from the hub. */
function unchangedText({ cluster, unchangedMs }: ClusterCourse): string {
  return cluster.verdict === 'passed' || unchangedMs === undefined ? '' : ` for ${roughElapsed(unchangedMs)}`;
}

function columnsOf(sign: string): number {
  return WIDE.has(sign) ? 2 : 1;
}

/** Signs that are two columns wide. */
const WIDE: ReadonlySet<string> = new Set([VERDICT_SIGNS.passed, VERDICT_SIGNS.superseded]);

function isAfterStart(states: ClusterCourse['states'], time: number): boolean {
  const state = states.findLast(({ from }) => from <= time);
  return state !== undefined && hasBegun(state);
}

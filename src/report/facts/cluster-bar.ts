import type { Verdict } from '../../report.ts';
import { type ClusterCourse, hasBegun } from './cluster-course.ts';
import { elapsedText } from './elapsed.ts';
import { shortNames } from './short-names.ts';
import { standText } from './stand.ts';

/** Columns of a bar that lasts as long as the gate. */
const BAR = 10;
/** Columns of a name: name, bar and mark of a line take 36, and so fit on a phone. */
const NAME = 23;

/** A verdict in one sign, at the end of a bar. */
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
 * A line a cluster: `oslo ░░░░██✕ could not apply 24s`. `░` is time before its rollout began, `█` after; the bar ends where the cluster was
 * decided, on the scale of the whole gate. The time is when that was, counted from the start; of a cluster still open, how long it has been so.
 */
export function clusterBars(bars: readonly ClusterBar[]): readonly string[] {
  const short = shortNames(
    bars.map(({ name }) => name),
    NAME - 1,
  );
  const names = bars.map(({ isOfGroup }, index) => `${isOfGroup === true ? ' ' : ''}${short[index] ?? ''}`);
  const width = names.reduce((most, name) => Math.max(most, name.length), 0);
  return bars.map(({ course, count }, index) => `${(names[index] ?? '').padEnd(width)} ${barOf(course)}${courseWords(course, count)}`);
}

export interface ClusterBar {
  readonly name: string;
  readonly course: ClusterCourse;
  /** Stands below its group. */
  readonly isOfGroup?: boolean;
  /** Of a group, in place of what happened: `9/12`. The course is that of the cluster that shows best how far the group is. */
  readonly count?: string;
}

function barOf({ states, end }: ClusterCourse): string {
  if (states.length === 0 || end === 0) return '';
  const last = states.at(-1);
  const isOpen = last === undefined || last.verdict === 'waiting';
  const cells = isOpen ? BAR : Math.max(1, Math.round((BAR * last.from) / end));
  return Array.from({ length: cells }, (_, cell) => (isAfterStart(states, ((cell + 0.5) * end) / BAR) ? '█' : '░')).join('');
}

/** `✕ could not apply 42s`: a mark, where the cluster stands, and since when; of a group its count. Untrusted text. */
export function courseWords(course: ClusterCourse, count?: string): string {
  const { cluster, states, end } = course;
  const { verdict, forgiven } = cluster;
  const last = states.at(-1);
  if (count !== undefined) return `${VERDICT_SIGNS[verdict]} ${count}`;
  const words = verdict === 'passed' && last !== undefined ? '' : ` ${standText(cluster)}${forgiven === true ? ' (forgiven)' : ''}`;
  if (last === undefined) return `${VERDICT_SIGNS[verdict]}${words}${stoodText(course)}`;
  return `${VERDICT_SIGNS[verdict]}${words} ${verdict === 'waiting' ? `for ${elapsedText(end - last.from)}` : elapsedText(last.from)}`;
}

/** Where the gate looked once, the hub's own word since when. */
function stoodText({ cluster, stood }: ClusterCourse): string {
  return cluster.verdict === 'passed' || stood === undefined ? '' : ` for ${elapsedText(stood)}`;
}

function isAfterStart(states: ClusterCourse['states'], time: number): boolean {
  const state = states.findLast(({ from }) => from <= time);
  return state !== undefined && hasBegun(state);
}

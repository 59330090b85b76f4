import type { Verdict } from '../../report.ts';
import { type ClusterCourse, hasBegun } from './cluster-course.ts';
import { elapsedText } from './elapsed.ts';
import { standText } from './stand.ts';
import { clip, oneLine, shortLine } from './visible.ts';

/** Columns of a bar that lasts as long as the gate. */
const BAR = 10;
/** Columns of a name: name, bar and words of a line fit on a phone. */
const NAME = 14;

const MARKS: Readonly<Record<Verdict, string>> = {
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
export function clusterBars(courses: readonly ClusterCourse[]): readonly string[] {
  const names = courses.map(({ cluster }) => clip(oneLine(cluster.name), NAME));
  const width = Math.max(0, ...names.map((name) => name.length));
  return courses.map((course, index) => `${(names[index] ?? '').padEnd(width)} ${barOf(course)}${courseWords(course)}`);
}

function barOf({ states, end }: ClusterCourse): string {
  if (states.length === 0 || end === 0) return '';
  const last = states.at(-1);
  const isOpen = last === undefined || last.verdict === 'waiting';
  const cells = isOpen ? BAR : Math.max(1, Math.round((BAR * last.from) / end));
  return Array.from({ length: cells }, (_, cell) => (isAfterStart(states, ((cell + 0.5) * end) / BAR) ? '█' : '░')).join('');
}

/** `✕ could not apply 42s`: a mark, where the cluster stands, and since when. Untrusted text. */
export function courseWords({ cluster, states, end }: ClusterCourse): string {
  const { verdict, forgiven } = cluster;
  const last = states.at(-1);
  const words = verdict === 'passed' && last !== undefined ? '' : ` ${standText(cluster)}${forgiven === true ? ' (forgiven)' : ''}`;
  if (last === undefined) return `${MARKS[verdict]}${words}${sinceText(cluster)}`;
  return `${MARKS[verdict]}${words} ${verdict === 'waiting' ? `for ${elapsedText(end - last.from)}` : elapsedText(last.from)}`;
}

/** Where the gate looked once, the hub's own word since when. */
function sinceText({ verdict, since }: ClusterCourse['cluster']): string {
  return verdict === 'passed' || since === undefined
    ? ''
    : ` since ${shortLine(since, 40).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*/, '$1 $2 UTC')}`;
}

function isAfterStart(states: ClusterCourse['states'], time: number): boolean {
  const state = states.findLast(({ from }) => from <= time);
  return state !== undefined && hasBegun(state);
}

import { displayName } from '../../fleet/kubernetes/object.ts';
import type { WatchChange, WatchedState, WatchReport } from '../../report.ts';
import { WATCHED_STATES } from '../../watch-report.ts';

/** `1 bad, 2 in progress, 97 good; ClusterResourcePlacement/shop since …: the cause`. Untrusted text. */
export function watchCause({ counts, bad }: WatchReport): string {
  const [first] = bad;
  const numbers = watchCounts(counts, WATCHED_STATES).join(', ') || 'nothing is watched';
  if (first === undefined) return numbers;
  const more = bad.length > 1 ? ` (and ${bad.length - 1} more)` : '';
  return `${numbers}; ${displayName(first.object)} since ${first.since}: ${first.cause}${more}`;
}

/** `2 in progress`: the states that occur. */
export function watchCounts(counts: WatchReport['counts'], states: readonly WatchedState[]): readonly string[] {
  return states.flatMap((state) => (counts[state] === 0 ? [] : [`${counts[state]} ${STATE_WORDS[state]}`]));
}

const STATE_WORDS: Readonly<Record<WatchedState, string>> = {
  bad: 'bad',
  person: 'waiting for a person',
  unknown: 'unknown',
  open: 'in progress',
  good: 'good',
};

/** One sentence for each change. Untrusted text. */
export function changeLines(watch: Pick<WatchReport, 'changes'> | undefined): readonly string[] {
  return watch?.changes.map(changeLine) ?? [];
}

/** `Bad: ClusterResourcePlacement/shop since 2026-11-21T03:01:20Z: The object drifted on the member on m2.` */
export function changeLine({ change, object, since, cause }: WatchChange): string {
  const why = cause === '' ? '' : `${SINCE[change]} ${since}: ${cause}`;
  return `${CHANGE_WORDS[change]}: ${displayName(object)}${why}.`;
}

const CHANGE_WORDS: Readonly<Record<WatchChange['change'], string>> = {
  bad: 'Bad',
  stillBad: 'Still bad',
  healed: 'Healed',
  gone: 'Gone',
  evicted: 'Evicted',
};

const SINCE: Readonly<Record<WatchChange['change'], string>> = {
  bad: ' since',
  stillBad: ' since',
  healed: ', bad since',
  gone: ', bad since',
  evicted: ' at',
};

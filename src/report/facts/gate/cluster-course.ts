import { objectKey } from '../../../fleet/kubernetes/object.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import type { GatedCluster, GatedPlacement, GateReport, TimelineEntry } from '../../../report.ts';
import { elapsedText } from '../words/elapsed.ts';
import { type ClusterStatus, clusterStatusText } from './cluster-status-text.ts';
import { timeOf } from '../../../fleet/kubernetes/rfc3339.ts';
import { VERDICTS } from './verdict-word.ts';

/** The states of a cluster while the gate waited, in order, each with its start. Times are milliseconds since the gate began. */
export interface ClusterCourse {
  readonly cluster: GatedCluster;
  readonly states: readonly CourseState[];
  /** When the last change of the whole gate was seen. */
  readonly end: number;
  /** When the hub was last read, which is not before `end`. */
  readonly lastRead: number;
  /** How long its state had been the same when the hub was last read; absent if that is not known. */
  readonly unchangedMs?: number;
}

/** The status of a cluster from a moment on. */
interface CourseState extends ClusterStatus {
  readonly from: number;
}

/** The courses of the clusters of one placement or run, in the given order. `states` is empty if the gate read the hub once. */
export function coursesOf(
  { object }: Pick<GatedPlacement, 'object'>,
  clusters: readonly GatedCluster[],
  { timeline, judgedAt }: Pick<GateReport, 'timeline' | 'judgedAt'>,
): readonly ClusterCourse[] {
  const { start, end, byTarget } = indexed(timeline);
  const mine = byTarget.get(objectKey(object));
  const last = timeOf(judgedAt ?? '') - start;
  const lastRead = last > end ? last : end;
  return clusters.map((cluster) => ({
    cluster,
    states: (mine?.get(cluster.name) ?? []).flatMap((entry) => stateFrom(entry, start)),
    end,
    lastRead,
    ...unchangedSince(cluster, judgedAt),
  }));
}

/** `applying 30s`, `could not apply 42s`: each state with its start, measured from the start of the gate. Untrusted text. */
export function courseSteps(states: ClusterCourse['states']): readonly string[] {
  const steps = states.map(({ from, ...status }) => ({ words: clusterStatusText(status), from }));
  // Two stages may have the same words.
  return steps.filter(({ words }, index) => words !== steps[index - 1]?.words).map(({ words, from }) => `${words} ${elapsedText(from)}`);
}

/** Whether the rollout to the cluster had begun in that state. */
export function hasBegun({ verdict, stage }: ClusterCourse['states'][number]): boolean {
  return !(verdict === 'waiting' && BEFORE.has(stage));
}

const BEFORE: ReadonlySet<string> = new Set(['Scheduled', 'RolloutStarted']);

function unchangedSince({ since }: GatedCluster, judgedAt: string | undefined): Pick<ClusterCourse, 'unchangedMs'> {
  const unchangedMs = timeOf(judgedAt ?? '') - timeOf(since ?? '');
  return unchangedMs >= 0 ? { unchangedMs } : {};
}

/** A timeline has an entry for each change of each cluster, so it is read only once. */
const indexed = oncePer((timeline: readonly TimelineEntry[]) => {
  const times = timeline.map(({ at }) => timeOf(at)).filter((time) => !Number.isNaN(time));
  const start = times[0] ?? 0;
  const byTarget = new Map<string, Map<string, TimelineEntry[]>>();
  for (const entry of timeline) {
    if (entry.cluster === undefined) continue;
    const key = objectKey(entry.object);
    const clusters = byTarget.get(key) ?? new Map<string, TimelineEntry[]>();
    const entries = clusters.get(entry.cluster) ?? [];
    entries.push(entry);
    byTarget.set(key, clusters.set(entry.cluster, entries));
  }
  return { start, end: Math.max(0, (times.at(-1) ?? 0) - start), byTarget };
});

function stateFrom({ at, to, stage, reached }: TimelineEntry, start: number): ClusterCourse['states'] {
  const from = timeOf(at) - start;
  const verdict = VERDICTS.find((known) => to === known || to.startsWith(`${known} `));
  return Number.isNaN(from) || verdict === undefined ? [] : [{ from: Math.max(0, from), verdict, stage, reached }];
}

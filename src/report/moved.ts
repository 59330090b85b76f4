import type { TimelineEntry } from '../report.ts';

/** What a change of the timeline says: `failed at Applied` of a cluster, `failed: 2 of 4 clusters failed` of a placement or run. */
export function movedText({ cluster, stage, to }: TimelineEntry): string {
  if (stage === '' || to.includes(stage)) return to;
  return cluster === undefined ? `${to}: ${stage}` : `${to} at ${stage}`;
}

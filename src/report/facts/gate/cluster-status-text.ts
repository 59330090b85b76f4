import type { GatedCluster } from '../../../report.ts';
import { verdictWord } from './verdict-word.ts';

/** The status of a cluster, from a row of a placement or from an entry of the timeline. */
export interface ClusterStatus extends Pick<GatedCluster, 'verdict' | 'stage'> {
  readonly reached?: true | undefined;
}

/** What happened on a cluster, in words: `could not apply`, `waiting to start`. The `stage` is the condition that it has reached. */
export function clusterStatusText({ verdict, stage, reached }: ClusterStatus): string {
  const words = STAGES.get(stage);
  if (words === undefined) return stage === '' ? verdictWord(verdict) : `${verdictWord(verdict)} at ${stage}`;
  if (verdict === 'passed') return words.done;
  if (verdict === 'waiting') return words.waiting;
  if (reached === true) return words.faulty ?? `${words.done}, with a fault`;
  if (verdict === 'failed') return words.failed;
  // If the verdict is not known, the progress is not known either.
  return verdict === 'stuck' ? `${verdictWord(verdict)}, ${words.stuck}` : verdictWord(verdict);
}

/** The side whose agent must act next for a cluster at that condition: the hub agent writes Works, the member agent applies them. */
export function moverOf(stage: string): 'hub' | 'member' {
  return STAGES.get(stage)?.by ?? 'hub';
}

interface StageWords extends Readonly<Record<'done' | 'waiting' | 'stuck' | 'failed', string>> {
  readonly by: 'hub' | 'member';
  /** The words if the condition was reached although there is a fault. */
  readonly faulty?: string;
}

/** The words for each condition. */
const STAGES: ReadonlyMap<string, StageWords> = new Map(
  Object.entries<StageWords>({
    Scheduled: { done: 'picked', waiting: 'waiting to start', stuck: 'not started', failed: 'not picked', by: 'hub' },
    RolloutStarted: { done: 'started', waiting: 'waiting to start', stuck: 'not started', failed: 'could not start', by: 'hub' },
    Overridden: {
      done: 'overridden',
      waiting: 'waiting for overrides',
      stuck: 'not overridden',
      failed: 'overrides failed',
      by: 'hub',
    },
    WorkSynchronized: {
      done: 'handed over',
      waiting: 'being handed over',
      stuck: 'not handed over',
      failed: 'could not hand over',
      by: 'hub',
    },
    Applied: { done: 'applied', waiting: 'applying', stuck: 'not applied', failed: 'could not apply', by: 'member' },
    Available: { done: 'available', waiting: 'becoming available', stuck: 'not available', failed: 'not available', by: 'member' },
    DiffReported: {
      done: 'compared',
      waiting: 'comparing',
      stuck: 'not compared',
      failed: 'could not compare',
      faulty: 'compared, and differs',
      by: 'member',
    },
  }),
);

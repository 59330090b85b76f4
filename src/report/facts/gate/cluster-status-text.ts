import type { GatedCluster } from '../../../report.ts';
import { verdictWord } from './verdict-word.ts';

/** How a cluster stands, of a row or of an entry of the timeline. */
export interface ClusterStatus extends Pick<GatedCluster, 'verdict' | 'stage'> {
  readonly reached?: true | undefined;
}

/** What happened on a cluster, in words: `could not apply`, `waiting to start`. The condition it stands at is the `stage`. */
export function clusterStatusText({ verdict, stage, reached }: ClusterStatus): string {
  const words = STAGES.get(stage);
  if (words === undefined) return stage === '' ? verdictWord(verdict) : `${verdictWord(verdict)} at ${stage}`;
  if (verdict === 'passed') return words.done;
  if (verdict === 'waiting') return words.waiting;
  if (reached === true) return words.faulty ?? `${words.done}, with a fault`;
  if (verdict === 'failed') return words.failed;
  // Where nobody can tell, nobody can tell how far it came either.
  return verdict === 'stuck' ? `${verdictWord(verdict)}, ${words.stuck}` : verdictWord(verdict);
}

/** Whose agent brings a cluster past the condition it stands at: what the hub writes, the member applies. */
export function moverOf(stage: string): 'hub' | 'member' {
  return STAGES.get(stage)?.by ?? 'hub';
}

interface StageWords extends Readonly<Record<'done' | 'waiting' | 'stuck' | 'failed', string>> {
  readonly by: 'hub' | 'member';
  /** Where it was reached and is at fault all the same. */
  readonly faulty?: string;
}

/** By the condition a cluster stands at. */
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

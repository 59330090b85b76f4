import type { GatedCluster } from '../../report.ts';
import { verdictWord } from './verdict-word.ts';

type Stand = Pick<GatedCluster, 'verdict' | 'stage'>;

/** What happened on a cluster, in words: `could not apply`, `waiting to start`. The condition it stands at is the `stage`. */
export function standText({ verdict, stage }: Stand): string {
  const words = STAGES.get(stage);
  if (words === undefined) return stage === '' ? verdictWord(verdict) : `${verdictWord(verdict)} at ${stage}`;
  if (verdict === 'passed') return words.done;
  if (verdict === 'waiting') return words.waiting;
  if (verdict === 'failed') return words.failed;
  return `${verdictWord(verdict)}, ${words.waiting}`;
}

/** By the condition a cluster stands at. */
const STAGES: ReadonlyMap<string, Readonly<Record<'done' | 'waiting' | 'failed', string>>> = new Map(
  Object.entries({
    Scheduled: { done: 'picked', waiting: 'waiting to start', failed: 'not picked' },
    RolloutStarted: { done: 'started', waiting: 'waiting to start', failed: 'could not start' },
    Overridden: { done: 'overridden', waiting: 'waiting for overrides', failed: 'overrides failed' },
    WorkSynchronized: { done: 'synced', waiting: 'waiting for its Works', failed: 'Works not written' },
    Applied: { done: 'applied', waiting: 'applying', failed: 'could not apply' },
    Available: { done: 'available', waiting: 'becoming available', failed: 'not available' },
    DiffReported: { done: 'compared', waiting: 'comparing', failed: 'could not compare' },
  }),
);

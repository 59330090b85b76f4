import type { PlacementContext } from '../rollout/context.ts';
import type { RunView } from '../view/run.ts';
import { isAtWork } from '../view/runs-of.ts';
import type { Fact, Observation } from './observation.ts';

/**
 * A run that brings, or brought, another snapshot than one that holds this deploy. Which one it takes is settled once it is initialized
 * (KubeFleet pkg/controllers/updaterun/initialization.go, recordOverrideSnapshots). Of a run at work that is said only where the deploy was
 * described: where it was not, a hub that has changed since does not speak against the run.
 */
export function oldContentObservations(run: RunView, { freshness, deployed, view }: PlacementContext): readonly Observation[] {
  const isOpen = isAtWork(run.object) && run.initialized?.status === 'True' && deployed.length > 0;
  if (freshness.kind === 'fresh' || !(isOpen || run.succeeded?.status === 'True')) return [];
  if (view.groups?.some((group) => group.index === run.usedIndex && group.whole) !== true) return [];
  return [
    {
      scope: 'run',
      step: 'RolloutStarted',
      fact: isOpen ? 'run-takes-old-content' : 'run-old-content',
      target: run.ref,
      object: run.ref,
      evidence: [freshness.message],
      words: { index: String(run.usedIndex) },
    },
  ];
}

/** What a person is asked to do for a run, and need not do for one that brings something else. */
const ERRANDS: ReadonlySet<Fact | undefined> = new Set(['run-not-started', 'approval-open', 'approval-stale', 'approval-unanswered']);

export function withoutErrands(observations: readonly Observation[]): readonly Observation[] {
  return observations.filter(({ fact }) => !ERRANDS.has(fact));
}

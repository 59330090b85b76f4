import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import { isAtWork } from '../../view/runs-of.ts';
import { withoutErrands } from './person-actions.ts';
import type { Observation } from '../observation.ts';

/**
 * A run that brings, or brought, another snapshot than one that holds this deploy. Which one it takes is settled once it is initialized
 * (KubeFleet pkg/controllers/updaterun/initialization.go, recordOverrideSnapshots). Of a run at work that is said once the hub holds the whole
 * deploy: before, the run may be of the deploy before this one, and is to be made again.
 */
export function oldContentObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  const { freshness, deployed } = context;
  const isOpen = bringsOther(run, context) && deployed.every(({ state }) => state !== 'awaited');
  if (freshness.kind === 'fresh' || !(isOpen || run.succeeded?.status === 'True') || !isSnapshotSeen(run, context)) return [];
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

/** Nobody is asked to go on with a run that brings something else. */
export function errandsOfDeploy(observations: readonly Observation[], run: RunView, context: PlacementContext): readonly Observation[] {
  return bringsOther(run, context) ? withoutErrands(observations) : observations;
}

/** It is at work, and not with this deploy. Where nobody said what was deployed, a hub that has changed since does not speak against it. */
function bringsOther(run: RunView, context: PlacementContext): boolean {
  const { freshness, deployed } = context;
  const isSettled = isAtWork(run.object) && run.initialized?.status === 'True';
  return isSettled && deployed.length > 0 && freshness.kind !== 'fresh' && isSnapshotSeen(run, context);
}

function isSnapshotSeen({ usedIndex }: RunView, { view }: PlacementContext): boolean {
  return view.groups?.some((group) => group.index === usedIndex && group.whole) === true;
}

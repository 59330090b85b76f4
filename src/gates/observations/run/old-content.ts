import { objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import { isActiveRun } from '../../view/runs-of.ts';
import { absentNext } from './next-clusters.ts';
import { needsPerson, withoutPersonActions } from './person-actions.ts';
import { stoppedWord } from './runs.ts';
import type { Observation } from '../observation.ts';

/**
 * A run that rolls out, or rolled out, a snapshot without this deploy. Its snapshot is fixed at its initialization (KubeFleet
 * pkg/controllers/updaterun/initialization.go, recordOverrideSnapshots). For an active run, this is reported only after the hub holds the
 * whole deploy. Before that, the run may be of the former deploy, and a new run will follow.
 */
export function oldContentObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  const { freshness, deployed } = context;
  const isOpen = deliversOtherContent(run, context) && deployed.every(({ state }) => state !== 'pending');
  if (
    freshness.kind === 'fresh' ||
    freshness.isAsOnHub === true ||
    !(isOpen || run.succeeded?.status === 'True') ||
    !isSnapshotSeen(run, context)
  )
    return [];
  // It is deployed together with its content, and takes the newest snapshot.
  const isTooEarly =
    run.askedIndex === undefined && context.deploy?.some((object) => objectKey(refOf(object)) === objectKey(run.ref)) === true;
  return [
    {
      scope: 'run',
      step: 'RolloutStarted',
      fact: isOpen ? 'run-takes-old-content' : 'run-old-content',
      target: run.ref,
      object: run.ref,
      evidence: [freshness.message],
      words: { index: String(run.usedIndex), ...(isTooEarly ? { isTooEarly: 'true' } : {}), ...stoppedWord(run) },
    },
  ];
}

/**
 * A run with other content needs no action to continue. For any other, whoever acts is told why its content is not proven (the hub may have
 * newer content, which this run does not send), and which of the next clusters cannot get it.
 */
export function personActionsOfDeploy(
  observations: readonly Observation[],
  run: RunView,
  context: PlacementContext,
): readonly Observation[] {
  if (deliversOtherContent(run, context)) return withoutPersonActions(observations);
  const { freshness, deployed } = context;
  const isUnproven = freshness.kind === 'fresh' && freshness.proof === 'assumed' && deployed.length > 0;
  const more = [...(isUnproven ? [freshness.note] : []), ...absentNext(run, context)];
  return observations.map((seen) => (needsPerson(seen) ? { ...seen, evidence: [...seen.evidence, ...more] } : seen));
}

/** Whether the run is active without this deploy. If the deploy was not described, a later change of the hub is not a failure. */
function deliversOtherContent(run: RunView, context: PlacementContext): boolean {
  const { freshness, deployed } = context;
  const isSettled = isActiveRun(run.object) && run.initialized?.status === 'True';
  return isSettled && deployed.length > 0 && freshness.kind !== 'fresh' && isSnapshotSeen(run, context);
}

function isSnapshotSeen({ usedIndex }: RunView, { view }: PlacementContext): boolean {
  return view.groups?.some((group) => group.index === usedIndex && group.whole) === true;
}

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
 * What a person can do for a run, such as an approval. Nothing is left for a run that delivers other content than this deploy. Otherwise the
 * evidence also says why the content is not verified, for example because the hub has newer content that the run does not send, and which
 * clusters that come next cannot get the content.
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

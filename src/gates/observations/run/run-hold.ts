import type { PlacementContext } from '../../rollout/context.ts';
import { unlikeRun } from '../../rollout/unlike-run.ts';
import type { RunView } from '../../view/run.ts';
import type { Observation } from '../observation.ts';
import { brokenCluster } from './finished-clusters.ts';
import { withoutPersonActions } from './person-actions.ts';
import { relabelledCluster } from './next-clusters.ts';
import { renewedObservations } from './placement-under-run.ts';

/**
 * Why an open run must not go on, whatever a person decides. `broken`: a cluster that it has finished is no longer good. `renewed`: its
 * placement was created again. `relabelled`: a cluster is no longer in its stage. `unlike`: the hub does not hold the run, or what it works
 * with, as deployed.
 */
export interface RunHold {
  readonly kind: 'broken' | 'renewed' | 'relabelled' | 'unlike';
  /** One sentence. */
  readonly message: string;
}

/**
 * What holds up an open run; `undefined` if nothing does.
 * @param forgiven failed clusters that are ignored
 */
export function runHold(run: RunView, context: PlacementContext, forgiven: ReadonlySet<string>): RunHold | undefined {
  if (run.succeeded !== undefined) return undefined;
  const broken = brokenCluster(run, context, forgiven);
  if (broken !== undefined) return { kind: 'broken', message: `${broken.cluster} was finished, but is no longer good: ${broken.awaiting}` };
  const [renewed] = renewedObservations(run, context);
  if (renewed !== undefined) return { kind: 'renewed', message: renewed.evidence.join('; ') };
  const relabelled = relabelledCluster(run, context.hub);
  if (relabelled !== undefined) return { kind: 'relabelled', message: relabelled };
  const unlike = unlikeRun(run, context);
  return unlike === undefined ? undefined : { kind: 'unlike', message: unlike };
}

/** Removes the requests to approve a run that must not go on and, if it is not the deployed run, those to start or resume it. */
export function underHold(observations: readonly Observation[], hold: RunHold | undefined): readonly Observation[] {
  if (hold === undefined) return observations;
  if (hold.kind === 'unlike') return withoutPersonActions(observations);
  return observations.filter(({ fact }) => fact !== 'approval-open');
}

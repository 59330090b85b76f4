import type { PlacementContext } from '../../rollout/context.ts';
import { pendingOverride } from '../../rollout/behind-deploy.ts';
import type { RunView } from '../../view/run.ts';
import { isActiveRun } from '../../view/runs-of.ts';
import type { Observation } from '../observation.ts';

/**
 * An active run that was planned with other overrides than the deploy's. The overrides of each cluster are fixed at the run's
 * initialization (KubeFleet pkg/controllers/updaterun/initialization.go, recordOverrideSnapshots). As with content, this is reported only
 * after the hub holds the whole deploy.
 */
export function plannedOverrideObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  const { deployed, freshness } = context;
  if (!isActiveRun(run.object) || run.initialized?.status !== 'True' || freshness.kind !== 'fresh') return [];
  if (deployed.length === 0 || deployed.some(({ state }) => state === 'pending')) return [];
  const evidence = run.stages
    .flatMap((stage) => (stage.removes ? [] : stage.clusters))
    .flatMap(({ name, overrides }) => {
      const binding = context.clusters.find(({ cluster }) => cluster === name)?.binding;
      const behind = binding && pendingOverride(context, { ...binding, overrides });
      return behind?.isTaken === true ? [`${name}: ${behind.message}`] : [];
    });
  if (evidence.length === 0) return [];
  const words = { edited: 'set of overrides', atWork: 'true' };
  return [{ scope: 'run', step: 'RolloutStarted', fact: 'run-placement-edited', target: run.ref, object: run.ref, evidence, words }];
}

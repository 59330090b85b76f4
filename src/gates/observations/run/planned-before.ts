import { displayName } from '../../../fleet/kubernetes/object.ts';
import { pendingOverride } from '../../rollout/behind-deploy.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { otherStrategy } from '../../rollout/other-strategy.ts';
import type { RunView } from '../../view/run.ts';
import { isActiveRun } from '../../view/runs-of.ts';
import { stoppedWord } from './runs.ts';
import type { Observation } from '../observation.ts';

/**
 * An active run that was planned with other overrides, or another strategy, than the deploy's. Both are fixed at the run's initialization
 * (KubeFleet pkg/controllers/updaterun/initialization.go, recordOverrideSnapshots and generateStagesByStrategy). As with content, this is
 * reported only after the hub holds the whole deploy.
 */
export function plannedBeforeObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  if (!isActiveRun(run.object) || run.initialized?.status !== 'True') return [];
  if (context.deployed.some(({ state }) => state === 'pending')) return [];
  const base = { scope: 'run', step: 'RolloutStarted', fact: 'run-placement-edited', target: run.ref, object: run.ref } as const;
  const overrides = overrideEvidence(run, context);
  if (overrides.length > 0)
    return [{ ...base, evidence: overrides, words: { edited: 'set of overrides', atWork: 'true', ...stoppedWord(run) } }];
  const other = otherStrategy(run, context);
  if (other === undefined) return [];
  const evidence = [
    `status.stagedUpdateStrategySnapshot is not ${displayName(other.strategy)} as deployed (differs at ${other.differsAt})`,
  ];
  return [{ ...base, evidence, words: { edited: 'strategy', atWork: 'true', ...stoppedWord(run) } }];
}

function overrideEvidence(run: RunView, context: PlacementContext): readonly string[] {
  if (context.freshness.kind !== 'fresh' || context.deployed.length === 0) return [];
  return run.stages
    .flatMap((stage) => (stage.removes ? [] : stage.clusters))
    .flatMap(({ name, overrides }) => {
      const binding = context.clusters.find(({ cluster }) => cluster === name)?.binding;
      const behind = binding && pendingOverride(context, { ...binding, overrides });
      return behind?.isTaken === true ? [`${name}: ${behind.message}`] : [];
    });
}

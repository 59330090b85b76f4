import { listed } from '../../fleet/text/listed.ts';
import { hasRecovered } from '../observations/run/recovered.ts';
import { stuckClusters } from '../observations/run/stuck-clusters.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { RunView, StageView } from '../view/run.ts';

/**
 * The remaining steps of a run that only reports progress, or that is stuck on clusters that have recovered: clusters that are good by
 * their bindings and not yet by the run, removals, or its end. The hub agent checks a run less often over time (KubeFleet
 * pkg/controllers/updaterun, rate limiter), so minutes may pass. `undefined` if more remains.
 */
export function lastSteps(run: RunView, context: PlacementContext): string | undefined {
  if (run.progressing?.reason === 'UpdateRunStuck') return recovered(stuckClusters(run, context.hub.now), context);
  if (run.progressing?.status !== 'True' || run.progressing.reason !== 'UpdateRunProgressing') return undefined;
  const open = run.stages.find(({ succeeded }) => succeeded?.status !== 'True');
  if (run.stages.length === 0 || open?.succeeded !== undefined) return undefined;
  if (open !== undefined && !open.removes)
    return isGood(open, context) ? `every cluster of stage ${open.name} is good, but the run has not noticed yet; ${RARELY}` : undefined;
  const leaving = (open?.clusters ?? []).filter(({ succeeded }) => succeeded?.status !== 'True').map(({ name }) => name);
  if (leaving.length > 0) return `every stage is done; the removal from ${listed(leaving, 3)} is not finished`;
  return `every stage is done, and the run has not ended; ${RARELY}`;
}

function recovered(clusters: readonly string[], context: PlacementContext): string | undefined {
  if (clusters.length === 0 || !clusters.every((cluster) => hasRecovered(cluster, context))) return undefined;
  const are = clusters.length === 1 ? 'is' : 'are';
  return `${listed(clusters, 3)} ${are} good now, but the run has not noticed yet; ${RARELY}`;
}

const RARELY = 'the hub agent checks it less often each time';

function isGood({ clusters }: StageView, context: PlacementContext): boolean {
  if (context.freshness.kind !== 'fresh' || clusters.length === 0) return false;
  const good = new Set(context.clusters.filter((state) => state.good && state.current).map(({ cluster }) => cluster));
  return clusters.every(({ name, started }) => started?.status === 'True' && good.has(name));
}

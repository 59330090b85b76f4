import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { kindInScopeOf, isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { isTerminal } from '../../outcome.ts';
import type { Diagnosis, GatedPlacement } from '../../report.ts';
import { viewRun } from '../view/run.ts';
import { typeOf } from '../view/seen.ts';
import type { TargetVerdict } from './target-verdict.ts';

/** If a target failed, an approval of its next stage is not recommended, neither under the placement nor under one of its runs. */
export function withHeldApprovals<T extends TargetVerdict>(verdicts: readonly T[], hub: HubState): readonly T[] {
  const failures = new Map<string, Diagnosis>();
  for (const { outcome, gated } of verdicts) {
    const cause = gated.diagnoses.find((diagnosis) => diagnosis.outcome === 'terminal');
    if (isTerminal(outcome) && cause !== undefined) failures.set(placementKey(gated.object, hub), cause);
  }
  if (failures.size === 0) return verdicts;
  return verdicts.map((verdict) => {
    const cause = failures.get(placementKey(verdict.gated.object, hub));
    return cause === undefined ? verdict : { ...verdict, gated: held(verdict.gated, cause) };
  });
}

function held(gated: GatedPlacement, cause: Diagnosis): GatedPlacement {
  const where = cause.cluster === undefined ? '' : ` on ${cause.cluster}`;
  const advice = `Do not approve it now: ${cause.title}${where}. Correct that first.`;
  const diagnoses = gated.diagnoses.map((diagnosis) => (APPROVALS.has(diagnosis.id) ? { ...diagnosis, remedy: [advice] } : diagnosis));
  return { ...gated, diagnoses };
}

/** Ids of the failures whose steps end in an approval. */
const APPROVALS: ReadonlySet<string> = new Set(['run-waiting-approval', 'approval-stale-generation']);

/** The placement of a target: itself, or the one its run names. */
function placementKey(target: ObjectRef, hub: HubState): string {
  if (isPlacementKind(target.kind)) return objectKey(target);
  const run = hub.get(typeOf(target.kind), target.namespace, target.name);
  const kind = kindInScopeOf(target, 'ResourcePlacement');
  return objectKey({ ...target, kind, name: run === undefined ? '' : viewRun(run).placementName });
}

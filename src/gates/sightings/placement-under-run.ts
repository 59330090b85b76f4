import { numberAt, stringAt } from '../../fleet/json.ts';
import type { Snapshot } from '../snapshot.ts';
import { latestPolicySnapshot, viewPlacement } from '../view/placement.ts';
import type { RunView } from '../view/run.ts';
import { isDeleting, labelOf, typeOf } from '../view/seen.ts';

/**
 * What became of the placement since the run was planned: `gone` or on its way out, `edited` in its policy, or `there`. The text a run ends
 * with does not always tell: a deleted placement loses its snapshots first, and one that asks for more clusters than there are is not
 * scheduled, just as one that a cluster has left (KubeFleet pkg/controllers/updaterun/validation.go).
 */
export function placementUnderRun(snapshot: Snapshot, run: RunView): 'gone' | 'edited' | 'there' {
  const type = typeOf(run.ref.namespace === undefined ? 'ClusterResourcePlacement' : 'ResourcePlacement');
  if (snapshot.visibility(type, run.ref.namespace).kind !== 'seen') return 'there';
  const placement = snapshot.get(type, run.ref.namespace, run.placementName);
  if (placement === undefined || isDeleting(placement)) return 'gone';
  const view = viewPlacement(snapshot, placement);
  const latest = latestPolicySnapshot(view);
  const planned = stringAt(run.object, 'status', 'policySnapshotIndexUsed');
  if (latest !== undefined && planned !== undefined && labelOf(latest.object, 'policy-index') !== planned) return 'edited';
  const counted = numberAt(run.object, 'status', 'policyObservedClusterCount');
  return view.policy.type === 'PickN' && counted !== undefined && view.policy.wanted !== counted ? 'edited' : 'there';
}

import { isLatestSnapshot } from '../../../fleet/kubefleet/fleet-metadata.ts';
import type { PlacementView } from '../../view/placement.ts';

/**
 * No policy snapshot, or more than one, is marked as the latest. If there are two, the hub agent uses neither. It does not schedule, take
 * resource snapshots or write a status until the labels are corrected (KubeFleet pkg/controllers/placement/controller.go). During every
 * policy edit there is none for a moment. Empty if one is the latest, or if there are no snapshots.
 */
export function unclearPolicy({ policySnapshots = [] }: PlacementView): readonly string[] {
  const latest = policySnapshots.filter((snapshot) => isLatestSnapshot(snapshot));
  if (policySnapshots.length === 0 || latest.length === 1) return [];
  const names = (latest.length === 0 ? policySnapshots : latest)
    .map((snapshot) => snapshot.metadata.name)
    .toSorted()
    .join(', ');
  return [
    latest.length === 0
      ? `no policy snapshot is marked as the latest of ${names}`
      : `more than one policy snapshot is marked as the latest: ${names}`,
  ];
}

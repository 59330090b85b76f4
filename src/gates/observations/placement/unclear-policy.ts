import { isLatestSnapshot } from '../../../fleet/kubefleet/fleet-metadata.ts';
import type { PlacementView } from '../../view/placement.ts';

/**
 * No policy snapshot, or more than one, calls itself the latest. Of two the hub agent takes none: it neither schedules nor takes resource
 * snapshots nor writes a status until somebody corrects the labels (KubeFleet pkg/controllers/placement/controller.go). None is a moment of
 * every policy edit. Empty where it is clear, and where there is none at all.
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

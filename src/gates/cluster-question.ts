import type { KubeObject } from '../fleet/object.ts';
import type { Freshness } from './freshness.ts';
import type { Stage } from './sighting.ts';
import type { Snapshot } from './snapshot.ts';
import type { MemberView } from './view/member.ts';
import type { PlacementView } from './view/placement.ts';
import type { SnapshotGroup } from './view/resource-snapshot.ts';

/** Everything needed to judge the clusters of one placement. */
export interface ClusterQuestion {
  readonly snapshot: Snapshot;
  readonly view: PlacementView;
  readonly freshness: Freshness;
  readonly stages: readonly Stage[];
  /** The whole deploy, for its overrides. */
  readonly manifests: readonly KubeObject[];
  readonly members: ReadonlyMap<string, MemberView> | undefined;
  /** Under an update run the placement's status is no witness: it speaks of all clusters at once. */
  readonly ignoreStatus?: boolean;
  /** Newer snapshots that hold the deploy as well: whoever moved a cluster there took nothing of it away. */
  readonly successors?: readonly SnapshotGroup[];
  /** What is read may still be of the time before the deploy, and nothing tells. */
  readonly isHeld?: boolean;
}

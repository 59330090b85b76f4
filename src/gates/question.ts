import type { KubeObject } from '../fleet/object.ts';
import type { Settling } from './blind-spots.ts';
import type { ClusterState } from './cluster-state.ts';
import type { DeployedObject } from './content/deploy.ts';
import type { Freshness } from './freshness.ts';
import type { GateMemory } from './memory.ts';
import type { GateOptions } from './options.ts';
import type { Snapshot } from './snapshot.ts';
import type { Stage } from './sighting.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { MemberView } from './view/member.ts';
import type { PlacementView } from './view/placement.ts';

/** One placement with all that the detectors of sightings look at. */
export interface PlacementQuestion {
  readonly snapshot: Snapshot;
  readonly view: PlacementView;
  readonly options: GateOptions;
  readonly memory: GateMemory;
  /** The whole deploy; empty when nobody said what was deployed. */
  readonly manifests: readonly KubeObject[];
  /** Objects of the deploy this placement is to roll out, its overrides and itself; each as the hub holds it. */
  readonly deployed: readonly DeployedObject[];
  readonly freshness: Freshness;
  /** There is something that cannot be read, and time has not made up for it yet. */
  readonly settling?: Settling;
  readonly stages: readonly Stage[];
  readonly clusters: readonly ClusterState[];
  readonly members: ReadonlyMap<string, MemberView> | undefined;
  /** What was read on member clusters somebody gave access to. */
  readonly memberObjects: MemberObjects;
}

import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { Terms } from '../../terms.ts';
import type { DeployedObject } from '../deploy/deployed-object.ts';
import type { Target } from '../deploy/target.ts';
import type { Freshness } from '../deploy/freshness.ts';
import type { Unproven } from '../deploy/unproven.ts';
import type { GateMemory } from '../memory.ts';
import type { Moment } from '../moment.ts';
import type { GateOptions } from '../options.ts';
import type { Reach } from '../reach.ts';
import type { MemberObjects } from '../view/member-objects.ts';
import type { MemberView } from '../view/member.ts';
import type { PlacementView } from '../view/placement.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import type { RunView } from '../view/run.ts';
import type { ClusterState } from './cluster-state.ts';

/** All that one judgement knows, whatever it judges; built once. */
export interface GateContext {
  readonly hub: HubState;
  readonly options: GateOptions;
  /** All that the gate follows. */
  readonly followed: readonly Target[];
  /** How sentences name the settings of whoever asked. */
  readonly terms: Terms;
  /** How whoever asked reaches the clusters. */
  readonly reach: Reach;
  /** The whole deploy; `undefined` when nobody said what was deployed. */
  readonly deploy: readonly KubeObject[] | undefined;
  readonly memory: GateMemory;
  readonly moment: Moment;
  /** The members by name; `undefined` where MemberClusters cannot be read. */
  readonly members: ReadonlyMap<string, MemberView> | undefined;
  /** What was read on member clusters somebody gave access to. */
  readonly memberObjects: MemberObjects;
}

/** One placement with all that its rollout is judged by. */
export interface RolloutContext extends GateContext {
  readonly view: PlacementView;
  /** Objects of the deploy this placement is to roll out, its overrides and itself; each as the hub holds it. */
  readonly deployed: readonly DeployedObject[];
  readonly freshness: Freshness;
  /** Something that would prove the content cannot be read, and time has not made up for it yet. */
  readonly unproven?: Unproven;
  /** The steps it must reach, in order. */
  readonly steps: readonly RolloutStep[];
  /** The update run it is judged under. The placement's status proves nothing then, since it covers all clusters at once. */
  readonly run?: RunView;
  /**
   * Further snapshots that hold what is judged as well: whoever moved a cluster there took nothing of it away. Of a run those newer than its
   * own, of a placement under External all of them.
   */
  readonly successors: readonly SnapshotGroup[];
}

/** One placement with all that observations are made of. */
export interface PlacementContext extends RolloutContext {
  readonly clusters: readonly ClusterState[];
}

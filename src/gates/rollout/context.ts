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

/** The inputs of one evaluation, for all targets; built once. */
export interface GateContext {
  readonly hub: HubState;
  readonly options: GateOptions;
  /** All followed targets. */
  readonly followed: readonly Target[];
  /** How messages name the user's settings. */
  readonly terms: Terms;
  /** How the user connects to the clusters. */
  readonly reach: Reach;
  /** As in `Expectation`. */
  readonly byStatus: boolean;
  /** The whole deploy; `undefined` if it was not described. */
  readonly deploy: readonly KubeObject[] | undefined;
  /** What of the deploy is not known, in clauses. */
  readonly unknown?: readonly string[];
  readonly memory: GateMemory;
  readonly moment: Moment;
  /** The members by name; `undefined` if MemberClusters cannot be read. */
  readonly members: ReadonlyMap<string, MemberView> | undefined;
  /** The objects read on member clusters that the user gave access to. */
  readonly memberObjects: MemberObjects;
}

/** One placement with all inputs that its rollout is judged by. */
export interface RolloutContext extends GateContext {
  readonly view: PlacementView;
  /** The content this placement must roll out, its overrides and itself, each compared with the hub. */
  readonly deployed: readonly DeployedObject[];
  readonly freshness: Freshness;
  /** Evidence for the content cannot be read, and not enough time has passed to do without it. */
  readonly unproven?: Unproven;
  /** The required steps, in order. */
  readonly steps: readonly RolloutStep[];
  /** The update run under which it is judged. The placement's status then proves nothing, because it covers all clusters at once. */
  readonly run?: RunView;
  /**
   * Further snapshots that also hold the judged content: a cluster on one of them has lost nothing. For a run, those newer than its own;
   * for a placement under External, all of them.
   */
  readonly successors: readonly SnapshotGroup[];
}

/** One placement with all inputs of its observations. */
export interface PlacementContext extends RolloutContext {
  readonly clusters: readonly ClusterState[];
}

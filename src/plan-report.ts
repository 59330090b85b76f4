/** The part of a report with the clusters that placements would pick. */
import type { NotEvaluated } from './finding.ts';
import type { ObjectRef } from './fleet/kubernetes/object.ts';

export interface PlanReport {
  readonly clusters: number;
  /** Assumptions of the plan about the hub, in whole sentences; absent if the hub was read. */
  readonly assumptions?: readonly string[];
  readonly placements: readonly PlannedPlacement[];
  /** Placements that only the base has: what their deletion removes from which clusters. */
  readonly deleted?: readonly DeletedPlacement[];
  /** Input that was read but not planned. Absent if there is none, or if the lint part of the report lists it. */
  readonly notEvaluated?: readonly NotEvaluated[];
  /** Only with `--diff` and a base: the size of the change on the clusters. If it has no objects, nothing changes. */
  readonly diff?: PlannedDiffs;
}

export interface DeletedPlacement {
  readonly object: ObjectRef;
  readonly overlay?: string;
  /** Its name or policy is not known here, so its clusters are not known either. */
  readonly unknown?: true;
  readonly clusters: readonly string[];
  readonly resources: readonly ObjectRef[];
  /** Update runs that fail if they have not ended when the placement is deleted. */
  readonly runs?: readonly ObjectRef[];
  /** The hub shows that they have not ended. */
  readonly runsUnderWay?: true;
  /** A new placement of the tree with the same objects on the same clusters. */
  readonly replacedBy?: ObjectRef;
  /** The strategy of the new one is External: only a new update run places its objects. */
  readonly byRun?: true;
  /** Only with `--diff`: the content that the clusters lose. Content that another placement takes over is shown with that placement. */
  readonly diff?: readonly PlannedDiff[];
  readonly diffNotVerified?: readonly UnverifiedDiff[];
}

export interface PlannedPlacement {
  readonly object: ObjectRef;
  /** The overlay or chart that deploys it, or its folder for one hub. Several may contain the same placement. */
  readonly overlay?: string;
  readonly policy: 'PickAll' | 'PickN' | 'PickFixed';
  readonly scheduled: 'True' | 'False' | 'Pending' | 'Stuck';
  readonly reason: string;
  /**
   * Its name, its policy, or what the policy requires of clusters is not known here. `Pending` is then not the hub's answer, and the
   * result is not known.
   */
  readonly unknown?: true;
  /** Requested number of clusters; absent with PickAll. */
  readonly wanted?: number;
  /** In pick order. */
  readonly picked: readonly string[];
  readonly unpicked: readonly { readonly cluster: string; readonly plugin: string; readonly reason: string }[];
  readonly resources: readonly ObjectRef[];
  /**
   * Why the hub refuses the placement or its edit, in whole sentences; the hub then keeps its current state. Absent if the hub accepts it.
   */
  readonly refused?: readonly string[];
  /** Selected objects that the hub refuses to create: Pods and ReplicaSets. */
  readonly refusedResources?: readonly ObjectRef[];
  /** Objects that it may also select: kinds that are not known, and objects that are not among the manifests. */
  readonly open?: readonly OpenResource[];
  /** Which parts of this depend on data that could not be read or is not known here, in whole sentences. */
  readonly notVerified?: readonly string[];
  /** Number of resources in each resource snapshot, by the size of the manifests; absent if one snapshot is enough. */
  readonly snapshots?: readonly number[];
  readonly change?: PlannedChange;
  /** Only with `--diff` and a base: the change of each object as clusters get it, after overrides. */
  readonly diff?: readonly PlannedDiff[];
  /** Only with `--diff` and a base: where the effect of the change is not known. */
  readonly diffNotVerified?: readonly UnverifiedDiff[];
  /** Overrides of the tree that apply on a picked cluster, in the order of their application. */
  readonly overrides?: readonly PlannedOverride[];
  /** Update runs of the tree for this placement. */
  readonly runs?: readonly PlannedRun[];
  /**
   * How the content will reach the clusters. Absent if nothing is rolled out or the clusters are not known. If it is not known what the
   * clusters have now, the first rollout and a later update.
   */
  readonly forecasts?: readonly RolloutForecast[];
}

/** How a rollout will go, as far as KubeFleet decides it. */
export interface RolloutForecast {
  /** `firstRollout`: to clusters that do not have the placement · `update`: of clusters that have it · `run`: by an update run. */
  readonly of: 'firstRollout' | 'update' | 'run';
  /** The update run, if `of` is `run`. */
  readonly run?: ObjectRef;
  /** Number of clusters whose content changes. */
  readonly clusters: number;
  /**
   * The most clusters that are updated, and can be unavailable, at the same time; of a run, in its largest stage. 0: no cluster is ever
   * updated.
   */
  readonly atOnce: number;
  /** Number of steps one after the other, each of at most `atOnce` clusters. */
  readonly steps: number;
  /**
   * From the apply until all clusters are available, if the workloads of each step are available within a minute. Waits for a person are
   * not included. Absent if it never ends.
   */
  readonly seconds?: { readonly least: number; readonly most: number };
  /** Number of approvals that the run waits for. Absent if there are none. */
  readonly approvals?: number;
  /** `atOnce` after one cluster did not become available. 0: no other cluster is updated. */
  readonly atOnceAfterFailure: number;
}

export interface PlannedChange {
  /** The base does not have this placement. */
  readonly isNew?: true;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /**
   * Removed clusters that are no longer member clusters: KubeFleet leaves there what it placed (`Leave` in its
   * `pkg/controllers/workapplier/controller.go`). Absent for none.
   */
  readonly leftFleet?: readonly string[];
  readonly kept: number;
  /** The rollout strategy is External: only a new update run changes what the clusters have, except for deletions and evictions. */
  readonly byRun?: true;
  /** For added clusters, why they were not picked before; for removed clusters, why they are not picked any more. */
  readonly reasons?: readonly { readonly cluster: string; readonly plugin: string; readonly reason: string }[];
  readonly resources?: {
    readonly added: readonly ChangedResource[];
    readonly changed: readonly ChangedResource[];
    readonly removed: readonly ChangedResource[];
  };
  /** Clusters from which a new eviction removes the placement, with what the scheduler does after it. It may pick a cluster again. */
  readonly evicted?: readonly { readonly cluster: string; readonly reason: string }[];
  /** Policy fields whose edit makes the scheduler evaluate every cluster again. */
  readonly reevaluatedFor?: readonly string[];
  /** Edits of its objects that API servers refuse, in whole sentences. Those objects do not change. */
  readonly refused?: readonly string[];
  /** Problems that need a person, and changes that the hub never reverts, in whole sentences. */
  readonly warnings?: readonly string[];
}

export interface OpenResource {
  /** Absent if a whole selector is open. */
  readonly resource?: ObjectRef;
  readonly reason: string;
  /** It is missing only in the known data: a hub has more objects than a tree. */
  readonly absent?: true;
}

export interface ChangedResource {
  readonly resource: ObjectRef;
  readonly reason: string;
  /** Present if this does not apply to every cluster that the placement keeps. */
  readonly clusters?: readonly string[];
  /** For a removed object that kustomize generated: the added one with the same name, apart from the hash of the content. */
  readonly replacedBy?: ObjectRef;
}

/** The change of one object, on the clusters that have exactly this change. A cluster has at most one for each object. */
export interface PlannedDiff {
  readonly resource: ObjectRef;
  readonly clusters: readonly string[];
  readonly what: 'added' | 'changed' | 'removed';
  /**
   * The placement that brought it to these clusters before the change, if that was another one. Without lines the object does not change.
   */
  readonly movedFrom?: ObjectRef;
  /** Lines of a unified diff without its file names: each begins with a blank, `+`, `-` or `@`. Values of Secrets are replaced. */
  readonly lines: readonly string[];
  /** Number of lines that were omitted; absent if all are shown. */
  readonly omitted?: number;
}

/** The change of an object, or of a whole placement, on clusters where its effect is not known. */
export interface UnverifiedDiff {
  /** Absent if it concerns all objects of the placement. */
  readonly resource?: ObjectRef;
  readonly clusters: readonly string[];
  /** A whole sentence. */
  readonly reason: string;
}

/** The size of a change on clusters, in numbers. */
export interface PlannedDiffs {
  /** The only cluster that was asked about; absent if all were. */
  readonly cluster?: string;
  /** Number of objects that change on any cluster, and of clusters with a change. */
  readonly objects: number;
  readonly clusters: number;
  /** Number of lines that were omitted, including those of omitted changes; absent if all are shown. */
  readonly omitted?: number;
  /** Number of changes that were omitted completely; absent if there are none. */
  readonly unlisted?: number;
  /** What makes the whole change uncertain, in whole sentences. */
  readonly notVerified?: readonly string[];
}

export interface PlannedOverride {
  readonly object: ObjectRef;
  /** Picked clusters on which one of its rules applies. */
  readonly clusters: readonly string[];
  readonly resources: readonly ObjectRef[];
  /** Objects that its Delete rules remove. */
  readonly removed: readonly { readonly resource: ObjectRef; readonly clusters: readonly string[] }[];
  /** Why the hub refuses it or its edit, in whole sentences; absent if the hub accepts it. */
  readonly refused?: readonly string[];
  /** Patches that certainly fail; the placement is then not synced to these clusters at all. */
  readonly failures: readonly { readonly resource: ObjectRef; readonly clusters: readonly string[]; readonly error: string }[];
  /** Patches that fail unless something is true that is not known here; absent if there are none. */
  readonly mayFail?: readonly {
    readonly resource: ObjectRef;
    readonly clusters: readonly string[];
    readonly error: string;
    /** What is not known, as the clause after "unless". */
    readonly unless: string;
  }[];
}

export interface PlannedRun {
  readonly object: ObjectRef;
  /** Why the hub refuses the run or its strategy, or would not initialise it. */
  readonly errors: readonly string[];
  /** Why its stages are not known, in whole sentences; absent if they are known. */
  readonly notVerified?: readonly string[];
  /** Only with a base: the base does not have this run. */
  readonly added?: true;
  /** In order; empty if the strategy is not known. */
  readonly stages: readonly {
    readonly name: string;
    /** In the order of their updates. */
    readonly clusters: readonly string[];
    /** Number of clusters at a time. */
    readonly maxConcurrency: number;
    readonly before: readonly string[];
    readonly after: readonly string[];
  }[];
}

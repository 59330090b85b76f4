/** The part of a report that says where placements would go. */
import type { NotEvaluated } from './finding.ts';
import type { ObjectRef } from './fleet/kubernetes/object.ts';

export interface PlanReport {
  readonly clusters: number;
  /** What the plan takes for granted of the hub, in whole sentences; absent where the hub was asked. */
  readonly assumptions?: readonly string[];
  readonly placements: readonly PlannedPlacement[];
  /** Placements that only the base has: what their deletion takes off which clusters. */
  readonly deleted?: readonly DeletedPlacement[];
  /** Input that was seen and not planned; absent where there is none, or where the lint part of the report names it. */
  readonly notEvaluated?: readonly NotEvaluated[];
  /** With `--diff` and a base only: how much changes on the clusters; nothing does where it counts no object. */
  readonly diff?: PlannedDiffs;
}

export interface DeletedPlacement {
  readonly object: ObjectRef;
  readonly overlay?: string;
  /** Its name or policy is not known here, so neither are its clusters. */
  readonly unknown?: true;
  readonly clusters: readonly string[];
  readonly resources: readonly ObjectRef[];
  /** A new placement of the tree that holds the same objects on the same clusters. */
  readonly replacedBy?: ObjectRef;
  /** With `--diff` only: what goes from the clusters; what another placement has now is told with that one. */
  readonly diff?: readonly PlannedDiff[];
  readonly diffNotVerified?: readonly UnverifiedDiff[];
}

export interface PlannedPlacement {
  readonly object: ObjectRef;
  /** The overlay or chart it is deployed by, or the folder for one hub it stands in; the same placement may be in several. */
  readonly overlay?: string;
  readonly policy: 'PickAll' | 'PickN' | 'PickFixed';
  readonly scheduled: 'True' | 'False' | 'Pending' | 'Stuck';
  readonly reason: string;
  /**
   * Its name or policy is not known here, or what the policy asks of clusters: `Pending` is no answer of the hub then, and nobody can tell what
   * becomes of it.
   */
  readonly unknown?: true;
  /** Clusters asked for; absent under PickAll. */
  readonly wanted?: number;
  /** In pick order. */
  readonly picked: readonly string[];
  readonly unpicked: readonly { readonly cluster: string; readonly plugin: string; readonly reason: string }[];
  readonly resources: readonly ObjectRef[];
  /** Why the hub refuses the placement, or its edit, in whole sentences; the hub keeps what it has then. Absent where it takes it. */
  readonly refused?: readonly string[];
  /** Objects it is to bring to clusters, and the hub refuses to create: Pods and ReplicaSets. */
  readonly refusedResources?: readonly ObjectRef[];
  /** What it may select as well, and nobody can tell here: kinds that are not known, objects that are not among the manifests. */
  readonly open?: readonly OpenResource[];
  /** What of this rests on what could not be read or is not known here, in whole sentences. */
  readonly notVerified?: readonly string[];
  /** How many of the resources each resource snapshot would hold, by the size of the manifests; absent where one holds all. */
  readonly snapshots?: readonly number[];
  readonly change?: PlannedChange;
  /** With `--diff` and a base only: what the change does to each object as clusters get it, the overrides applied. */
  readonly diff?: readonly PlannedDiff[];
  /** With `--diff` and a base only: where nobody can tell what the change does. */
  readonly diffNotVerified?: readonly UnverifiedDiff[];
  /** Overrides of the tree that apply on a picked cluster, in the order they are applied. */
  readonly overrides?: readonly PlannedOverride[];
  /** Update runs of the tree that are for the placement. */
  readonly runs?: readonly PlannedRun[];
}

export interface PlannedChange {
  /** The base has no such placement. */
  readonly isNew?: true;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: number;
  /** Of clusters added, why they were not picked before; of clusters removed, why they are not any more. */
  readonly reasons?: readonly { readonly cluster: string; readonly plugin: string; readonly reason: string }[];
  readonly resources?: {
    readonly added: readonly ChangedResource[];
    readonly changed: readonly ChangedResource[];
    readonly removed: readonly ChangedResource[];
  };
  /** Fields of the policy whose edit makes the scheduler look at every cluster anew. */
  readonly reevaluatedFor?: readonly string[];
  /** Edits of its objects that API servers refuse, in whole sentences; those objects stay as they are. */
  readonly refused?: readonly string[];
  /** What goes wrong unless somebody sees to it, and what the hub never takes back, in whole sentences. */
  readonly warnings?: readonly string[];
}

export interface OpenResource {
  /** Absent where a whole selector is open. */
  readonly resource?: ObjectRef;
  readonly reason: string;
  /** It is only missing among what is known here: a hub has more than a tree. */
  readonly absent?: true;
}

export interface ChangedResource {
  readonly resource: ObjectRef;
  readonly reason: string;
  /** Where it is not so on every cluster that the placement keeps. */
  readonly clusters?: readonly string[];
}

/** What a change does to one object on the clusters that see exactly this of it. No cluster has two of these for one object. */
export interface PlannedDiff {
  readonly resource: ObjectRef;
  readonly clusters: readonly string[];
  readonly what: 'added' | 'changed' | 'removed';
  /** The placement that brought it to these clusters before the change, where that was another one; with no lines it stays as it is. */
  readonly movedFrom?: ObjectRef;
  /** Of a unified diff, without its file names: each begins with a blank, `+`, `-` or `@`. Values of Secrets are replaced. */
  readonly lines: readonly string[];
  /** How many more lines there are, where they are too many; absent where all are there. */
  readonly omitted?: number;
}

/** What a change does to an object, or to all of a placement, on clusters where that is not known here. */
export interface UnverifiedDiff {
  /** Absent where it is about all objects of the placement. */
  readonly resource?: ObjectRef;
  readonly clusters: readonly string[];
  /** A whole sentence. */
  readonly reason: string;
}

/** All that a change does on clusters, in numbers. */
export interface PlannedDiffs {
  /** The only cluster that was asked about; absent where it is all of them. */
  readonly cluster?: string;
  /** Objects that change on some cluster, and clusters on which some object does. */
  readonly objects: number;
  readonly clusters: number;
  /** Lines that are left out, those of changes without any included; absent where all are there. */
  readonly omitted?: number;
  /** Changes that are left out with all they say; absent where none is. */
  readonly unlisted?: number;
  /** What makes all of it uncertain, in whole sentences. */
  readonly notVerified?: readonly string[];
}

export interface PlannedOverride {
  readonly object: ObjectRef;
  /** Picked clusters on which one of its rules applies. */
  readonly clusters: readonly string[];
  readonly resources: readonly ObjectRef[];
  /** Objects its Delete rules leave out. */
  readonly removed: readonly { readonly resource: ObjectRef; readonly clusters: readonly string[] }[];
  /** Why the hub refuses it, or its edit, in whole sentences; absent where it takes it. */
  readonly refused?: readonly string[];
  /** Patches that fail for certain; nothing of the placement is synced to these clusters. */
  readonly failures: readonly { readonly resource: ObjectRef; readonly clusters: readonly string[]; readonly error: string }[];
}

export interface PlannedRun {
  readonly object: ObjectRef;
  /** Why the hub refuses the run or its strategy, or would not initialise it. */
  readonly errors: readonly string[];
  /** Why its stages are not known, in whole sentences; absent where they are. */
  readonly notVerified?: readonly string[];
  /** With a base only: the base has no such run. */
  readonly added?: true;
  /** In order; empty where the strategy is not known. */
  readonly stages: readonly {
    readonly name: string;
    /** In the order they are updated. */
    readonly clusters: readonly string[];
    /** How many at a time. */
    readonly maxConcurrency: number;
    readonly before: readonly string[];
    readonly after: readonly string[];
  }[];
}

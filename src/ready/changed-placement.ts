import type { KubeObject, ObjectRef } from '../fleet/kubernetes/object.ts';

/** A placement that the change rolls out. */
export interface ChangedPlacement {
  readonly ref: ObjectRef;
  readonly overlay?: string;
  /** As the change wants it; for a placement that only the hub has, as the hub has it. */
  readonly object: KubeObject;
  /** On the hub; absent if the hub does not have it. */
  readonly live?: KubeObject;
  /** The clusters that the scheduler would pick. */
  readonly clusters: readonly string[];
  /** Clusters that are in the fleet and cannot be picked now, and why. */
  readonly leftOut: readonly { readonly cluster: string; readonly reason: string }[];
  /** Clusters that hold it on the hub and that it leaves with the change, and why; absent for none. */
  readonly leaves?: readonly { readonly cluster: string; readonly reason?: string }[];
  /** With the change it selects no object of the files or of the hub, and all that decides it is known. */
  readonly selectsNothing?: true;
  /** Why the scheduler would not pick as asked, as the end of a sentence; absent if it would. */
  readonly fault?: string;
  /** The fault is that the scheduler would not pick as asked, and the change has another subject. */
  readonly isFaultOfHub?: true;
  /** Why its clusters are not known, as the end of a sentence; absent if they are. */
  readonly unknown?: string;
  /** Overrides of the hub may fail for it, and may not be read. */
  readonly areOverridesUnread?: true;
  /** What else the plan could not verify, in clauses; the clusters are known. */
  readonly doubts: readonly string[];
  /** The hub has, or may have, other content than the change, in the placement or in something that it selects. */
  readonly isChanged: boolean;
  /** The files do not have it; they act on it. */
  readonly onlyOnHub?: true;
}

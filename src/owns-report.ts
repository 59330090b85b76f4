import type { ObjectRef } from './fleet/kubernetes/object.ts';

/** What `fleet-gate owns` found: who puts an object on which cluster. A part of `report-v1`. */
export interface OwnsReport {
  readonly object: AskedObject;
  /** Only these clusters were asked about; absent where all were. */
  readonly clusters?: readonly string[];
  /**
   * `found`: a Work holds it. `notFound`: surely none does. `notVerified`: something that may hold it was not seen. Of several clusters that were
   * asked about the worst answer: `notFound`, then `notVerified`, then `found`.
   */
  readonly answer: OwnsAnswer;
  /** The answer for each cluster that was asked about; absent where all were. */
  readonly byCluster?: readonly { readonly cluster: string; readonly answer: OwnsAnswer }[];
  /** The answer in one sentence. */
  readonly message: string;
  /** One for each Work that holds it: several where two placements bring the same object to a cluster. */
  readonly places: readonly Place[];
  /** Placements that have to do with it and did not bring it to some cluster, with what keeps them from it: whole sentences. */
  readonly others: readonly { readonly placement: ObjectRef; readonly message: string }[];
  /** What could not be seen, and why: whole sentences. */
  readonly notSeen: readonly string[];
}

export type OwnsAnswer = 'found' | 'notFound' | 'notVerified';

/** An object by the words it was asked for: a kind of a group where that is known, in a namespace where one was named. */
export interface AskedObject {
  readonly group?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A Work that holds the object, and whence it has it. What could not be seen is absent. */
export interface Place {
  readonly cluster: string;
  /** As the Work holds it, overrides applied. */
  readonly object: ObjectRef;
  /** Absent where the Work names none. */
  readonly placement?: ObjectRef & { readonly isGone?: true };
  readonly binding?: {
    readonly kind: string;
    readonly namespace?: string;
    readonly name: string;
    readonly state: string;
    readonly isLeaving?: true;
  };
  readonly snapshot?: {
    readonly kind: string;
    readonly namespace?: string;
    readonly name: string;
    readonly index: number;
    readonly newest?: number;
  };
  /** Snapshots of overrides that changed it or others of the placement on this cluster. */
  readonly overrides: readonly { readonly kind: string; readonly namespace?: string; readonly name: string }[];
  /** The object that encloses it. */
  readonly envelope?: { readonly kind: string; readonly namespace?: string; readonly name: string };
  readonly work: {
    readonly namespace: string;
    readonly name: string;
    readonly isLeaving?: true;
    readonly manifest: number;
    readonly manifests: number;
  };
  /** `Applied True`, `Available False ManifestNotAvailableYet: …`: what the member says of it; empty where it says nothing yet. */
  readonly state: readonly string[];
}

import type { ObjectRef } from './fleet/kubernetes/object.ts';

/** The result of `fleet-gate owns`: the placements that put an object on clusters. A part of `report-v1`. */
export interface OwnsReport {
  readonly object: AskedObject;
  /** The clusters that were asked about; absent if all were. */
  readonly clusters?: readonly string[];
  /**
   * `found`: a Work contains the object. `notFound`: certainly none does. `notVerified`: data that may contain it was not read. For
   * several clusters it is the worst answer: `notFound`, then `notVerified`, then `found`.
   */
  readonly answer: OwnsAnswer;
  /** The answer for each cluster that was asked about; absent if all were. */
  readonly byCluster?: readonly { readonly cluster: string; readonly answer: OwnsAnswer }[];
  /** The answer in one sentence. */
  readonly message: string;
  /** One entry for each Work that contains the object. There are several if two placements bring it to the same cluster. */
  readonly places: readonly Place[];
  /** Related placements that did not bring it to a cluster, and why: whole sentences. */
  readonly others: readonly { readonly placement: ObjectRef; readonly message: string }[];
  /** Data that could not be read, and why: whole sentences. */
  readonly notSeen: readonly string[];
}

export type OwnsAnswer = 'found' | 'notFound' | 'notVerified';

/** An object as the user named it: its kind, with the group and the namespace if they are known. */
export interface AskedObject {
  readonly group?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A Work that contains the object, and the sources of the Work. Fields that could not be read are absent. */
export interface Place {
  readonly cluster: string;
  /** As in the Work, after overrides. */
  readonly object: ObjectRef;
  /** Absent if the Work does not name one. */
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
  /** Snapshots of overrides that changed this or another object of the placement on this cluster. */
  readonly overrides: readonly { readonly kind: string; readonly namespace?: string; readonly name: string }[];
  /** The object that contains it. */
  readonly envelope?: { readonly kind: string; readonly namespace?: string; readonly name: string };
  readonly work: {
    readonly namespace: string;
    readonly name: string;
    readonly isLeaving?: true;
    readonly manifest: number;
    readonly manifests: number;
  };
  /** `Applied True`, `Available False ManifestNotAvailableYet: …`: the status from the member; empty if there is none yet. */
  readonly state: readonly string[];
}

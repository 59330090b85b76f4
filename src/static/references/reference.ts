/** The name of another object, which must exist in the same place as the object with the name. */
export interface Reference {
  /** Pointer to the name. */
  readonly at: string;
  readonly group: string;
  readonly kind: string;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
  /** The reference states the namespace itself, which may belong to another team. */
  readonly statesNamespace?: true;
  /** The consequence for the object if the other one is missing, as the end of a sentence: `its Pods do not start`. */
  readonly without: string;
}

/** A name in one object that stands for another one, which must be where the first one is. */
export interface Reference {
  /** Pointer to the name. */
  readonly at: string;
  readonly group: string;
  readonly kind: string;
  /** Absent for what belongs to the whole cluster. */
  readonly namespace?: string;
  readonly name: string;
  /** It says its namespace itself, which may well be that of somebody else. */
  readonly saysNamespace?: true;
  /** What becomes of the object where the other one is missing, as the end of a sentence: `its Pods do not start`. */
  readonly without: string;
}

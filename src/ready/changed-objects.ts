import type { KubeObject, ObjectRef } from '../fleet/kubernetes/object.ts';
import type { Diagnosis } from '../report.ts';

/** The objects of a change by key: whether the hub has other content. */
export interface ChangedObjects {
  readonly objects: readonly KubeObject[];
  /** Objects that the hub and the base have and the change does not. Empty without a base. */
  readonly removed: readonly KubeObject[];
  /** Keys of objects of the change with values that are not known here, such as variables. Absent for none. */
  readonly unresolved?: ReadonlySet<string>;
  /** Whether the change has this object, and the hub certainly has it otherwise, or not at all. */
  isChanged(key: string): boolean;
  /** Whether the change has this object, and it is not certain that the hub has it like this. */
  mayBeChanged(key: string): boolean;
}

/** Finds the object of a change whose edit or removal may correct a failure of a placement; `undefined` if there is none. */
export type Corrections = (cause: Pick<Diagnosis, 'id' | 'object'>) => ObjectRef | undefined;

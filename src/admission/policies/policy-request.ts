import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** A write of one object, as admission policies receive it. */
export interface PolicyRequest {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural name of the kind. */
  readonly resource: string;
  /**
   * All versions of the kind that the hub serves. If a policy asks for equivalents, rules for these versions match too, and get the object
   * in their version.
   */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  /** Empty if the server generates it. */
  readonly name: string;
  /** The object that the server is about to store. */
  readonly object: KubeObject;
  /** The stored object; `unknown` if it was not read. */
  readonly old: KubeObject | 'unknown' | undefined;
  /** Pointers into the object whose value differs from what the hub has. */
  readonly unresolved: readonly string[];
  /** Whether the object is known completely. If not, the hub may have more fields. */
  readonly isWhole: boolean;
  /** Whether the kind has a field in the structure at a pointer; absent if that is not known. */
  readonly isDeclared?: (pointer: string, field: string) => boolean;
  /** Whether the policy gets numbers as they are written. In built-in kinds it gets a quantity as text. */
  readonly isPlain: boolean;
}

/** What else the hub has. */
export interface PolicySurroundings {
  /** The labels of a namespace. `isWhole` is false if it may have others. `undefined` if they are not known. */
  namespace(name: string): { readonly object: KubeObject; readonly isWhole: boolean } | undefined;
  /** The objects of a parameter kind. `isWhole` is false if the hub may have others. `undefined` if none is known. */
  params(kind: {
    readonly apiVersion: string;
    readonly kind: string;
  }): { readonly objects: readonly KubeObject[]; readonly isWhole: boolean } | undefined;
  /** The parameter objects that are about to be written together with the object, each in its namespace. */
  comingParams(kind: { readonly apiVersion: string; readonly kind: string }): readonly KubeObject[];
  /** Whether a parameter kind is namespaced; `undefined` if that is not known. */
  isNamespaced(kind: { readonly apiVersion: string; readonly kind: string }): boolean | undefined;
}

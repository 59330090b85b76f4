import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** A write of one object as admission policies are asked about it. */
export interface PolicyRequest {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural name of the kind. */
  readonly resource: string;
  /** All versions the hub serves of the kind: their rules match as well where a policy asks for equivalents, and get the object in theirs. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
  /** Absent for objects in no namespace. */
  readonly namespace?: string | undefined;
  /** Empty where the server makes it up. */
  readonly name: string;
  /** What the server is about to store. */
  readonly object: KubeObject;
  /** The object as it is; `unknown` where nobody looked. */
  readonly old: KubeObject | 'unknown' | undefined;
  /** Pointers into the object whose value is not what the hub sees. */
  readonly unresolved: readonly string[];
  /** Whether the object is known in full; else the hub may have fields that it leaves out. */
  readonly isWhole: boolean;
  /** Whether numbers arrive as they are written; in built-in kinds a quantity arrives as text. */
  readonly isPlain: boolean;
}

/** What the hub holds beside the object. */
export interface PolicySurroundings {
  /** The labels of a namespace; `isWhole` says whether it may have others. `undefined` where it is not known. */
  namespace(name: string): { readonly object: KubeObject; readonly isWhole: boolean } | undefined;
  /** The objects of a kind that parameters are of; `undefined` where they are not known. */
  params(kind: { readonly apiVersion: string; readonly kind: string }): readonly KubeObject[] | undefined;
  /** Those that are about to be written together with the object, each in its namespace. */
  comingParams(kind: { readonly apiVersion: string; readonly kind: string }): readonly KubeObject[];
  /** Whether a kind of parameters is in namespaces; `undefined` where that is not known. */
  isNamespaced(kind: { readonly apiVersion: string; readonly kind: string }): boolean | undefined;
}

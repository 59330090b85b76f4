import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Contracts } from './contracts/contract.ts';
import type { Denial } from './denial.ts';
import type { Unjudged } from './unjudged.ts';
import type { HubKinds } from './webhooks/hub-kinds.ts';

export interface Extras {
  /** Pointers to texts with an unexpanded variable. Nothing at or below them is judged. */
  readonly unresolved?: readonly string[];
  /** Pointers of keys that are written twice. The server gets them only in JSON requests, because kubectl removes them from YAML. */
  readonly duplicateKeys?: readonly string[];
  /**
   * Pointers of whole numbers that are written with a fraction or an exponent (`3.0`). Only raw requests have them, because kubectl writes
   * `3`.
   */
  readonly floats?: readonly string[];
  /** `Ignore` if the client accepts unknown fields and duplicate keys. kubectl's default is `Strict`. */
  readonly fieldValidation?: 'Strict' | 'Ignore';
  /** Continue where the hub stops, after the schema and after CEL rules. Checks that depend on a refused part are left out. */
  readonly goesOn?: boolean;
  /** `off` for a hub agent that was started with `--enable-webhook=false`. */
  readonly webhooks?: 'on' | 'off';
  /** The contracts that the hub itself reports. The default is the contracts of the profile. */
  readonly contracts?: Contracts;
  /** The kinds of the hub. The default is the kinds that every hub has. */
  readonly kinds?: HubKinds;
}

export interface Admission {
  readonly denials: readonly Denial[];
  /** The object as the hub stores it: without nulls and status, mutated and with defaults. After a 400 it is the object as written. */
  readonly object: KubeObject;
  /** What the hub checks too, but is not judged here. Without denials, the hub may still refuse the object for one of these. */
  readonly unjudged: readonly Unjudged[];
}

/** What the hub has of an object that is written again. */
export interface Previous {
  /** The manifest that was applied last. */
  readonly manifest: KubeObject;
  /** The object on the hub. The default is what the hub makes of the manifest. */
  readonly live?: KubeObject;
  /** `apply`: merge as `kubectl apply` does. `replace`: the manifest is the complete object. */
  readonly how: 'apply' | 'replace';
}

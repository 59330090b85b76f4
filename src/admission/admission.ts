import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Contracts } from './contracts/contract.ts';
import type { Denial } from './denial.ts';
import type { Unjudged } from './unjudged.ts';
import type { HubKinds } from './webhooks/hub-kinds.ts';

export interface Extras {
  /** Pointers whose text holds an unexpanded variable: nothing at them or below is judged. */
  readonly unresolved?: readonly string[];
  /** Pointers of keys written twice. Only JSON reaches the server with them: kubectl drops them from YAML. */
  readonly duplicateKeys?: readonly string[];
  /** Pointers of whole numbers written with a fraction or an exponent (`3.0`). Only raw requests have them: kubectl writes them as `3`. */
  readonly floats?: readonly string[];
  /** `Ignore` when the client lets unknown fields and duplicate keys pass; kubectl's default is `Strict`. */
  readonly fieldValidation?: 'Strict' | 'Ignore';
  /** Go on where the hub stops, after the schema and after CEL rules; what rests on a part they refuse is left out. */
  readonly goesOn?: boolean;
  /** `off` for a hub agent started with `--enable-webhook=false`. */
  readonly webhooks?: 'on' | 'off';
  /** What the hub itself says about its kinds; without it the contracts of the profile. */
  readonly contracts?: Contracts;
  /** The kinds the hub has; without them those that every hub has. */
  readonly kinds?: HubKinds;
}

export interface Admission {
  readonly denials: readonly Denial[];
  /** The object as the hub stores it: nulls dropped, mutated and defaulted, no status. As written after a 400. */
  readonly object: KubeObject;
  /** What the hub checks as well and is not judged here. Whoever reads no denial must not take that for a yes. */
  readonly unjudged: readonly Unjudged[];
}

/** What the hub has of an object that is written again. */
export interface Previous {
  /** The manifest that was applied last. */
  readonly manifest: KubeObject;
  /** The object on the hub; without it what the hub made of the manifest. */
  readonly live?: KubeObject;
  /** `apply`: as `kubectl apply` merges. `replace`: the manifest is the whole object. */
  readonly how: 'apply' | 'replace';
}

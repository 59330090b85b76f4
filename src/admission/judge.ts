import type { HubProfile } from '../fleet/kinds.ts';
import type { KubeObject } from '../fleet/object.ts';
import { celRules } from './cel/cel-rules.ts';
import { contractFor, type Contract } from './contracts/contract.ts';
import { applyDefaults, withoutNulls } from './defaulting.ts';
import { blocksCel, valueAt, type Denial } from './denial.ts';
import { decodingDenial } from './decoding-denial.ts';
import { decodingError } from './go-decoding.ts';
import { objectMeta } from './object-meta.ts';
import { OBJECT_META } from './object-meta-type.ts';
import { mutatedPlacement } from './placement-mutator.ts';
import { CLUSTER_RESOURCE_PLACEMENT } from './placement-type.ts';
import { storedObject } from './stored-object.ts';
import { strictDecoding } from './strict-decoding.ts';
import { structuralSchema } from './structural-schema.ts';
import { threeWayMerge } from './three-way-merge.ts';
import { isCertain, isJudged, type Judged } from './unresolved.ts';
import type { HubKinds } from './webhooks/hub-kinds.ts';
import { webhookRules } from './webhooks/webhook-rules.ts';

export type { Denial } from './denial.ts';

export interface Extras {
  /** Pointers whose text holds an unexpanded variable: nothing at them or below is judged. */
  readonly unresolved?: readonly string[];
  /** Pointers of keys written twice. Only JSON reaches the server with them: kubectl drops them from YAML. */
  readonly duplicateKeys?: readonly string[];
  /** Pointers of whole numbers written with a fraction or an exponent (`3.0`). Only raw requests have them: kubectl writes them as `3`. */
  readonly floats?: readonly string[];
  /** `Ignore` when the client lets unknown fields and duplicate keys pass; kubectl's default is `Strict`. */
  readonly fieldValidation?: 'Strict' | 'Ignore';
  /** `off` for a hub agent started with `--enable-webhook=false`. */
  readonly webhooks?: 'on' | 'off';
  /** The kinds the hub has; without them those that every hub has. */
  readonly kinds?: HubKinds;
}

export interface Admission {
  readonly denials: readonly Denial[];
  /** The object as the hub stores it: nulls dropped, mutated and defaulted, no status. As written after a 400. */
  readonly object: KubeObject;
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

/**
 * What the hub refuses when the object is created: decoding, schema, CEL rules and validating webhooks, in the hub's order, which ends
 * with the first layer that refuses. Empty when all let it pass, and for objects that have no contract (`contractFor`). Sorted by place.
 */
export function judgeCreate(object: KubeObject, profile: HubProfile, extras: Extras = {}): readonly Denial[] {
  return admitCreate(object, profile, extras).denials;
}

/** Like `judgeCreate`, with the object that would be stored. */
export function admitCreate(object: KubeObject, profile: HubProfile, extras: Extras = {}): Admission {
  return admit(object, profile, extras, undefined);
}

/** What the hub refuses when an object it has is written anew: transition rules are judged as well, and what was wrong before is forgiven. */
export function judgeUpdate(object: KubeObject, previous: Previous, profile: HubProfile, extras: Extras = {}): readonly Denial[] {
  return admit(object, profile, extras, previous).denials;
}

function admit(object: KubeObject, profile: HubProfile, extras: Extras, previous: Previous | undefined): Admission {
  const contract = contractFor(object, profile);
  if (contract === undefined) return { denials: [], object };
  const judged = isJudged(extras.unresolved ?? []);

  const undecodable = decodingError(object.metadata, OBJECT_META, '/metadata', judged);
  if (undecodable !== undefined) return { denials: [decodingDenial(object, undecodable)], object };
  if (extras.fieldValidation !== 'Ignore') {
    const denials = strictDecoding(object, contract, extras.duplicateKeys ?? []).filter(({ pointer }) => judged(pointer));
    if (denials.length > 0) return { denials: sorted(denials), object };
  }
  if (previous === undefined) return afterDecoding(object, contract, extras, judged, undefined);
  const old = previous.live ?? storedObject(admitCreate(previous.manifest, profile, webhooksOf(extras)).object);
  const written = previous.how === 'replace' ? object : (threeWayMerge(previous.manifest, object, old) as KubeObject);
  const { denials, object: stored } = afterDecoding(written, contract, extras, judged, old);
  return { denials: denials.map((denial) => withOrigin(denial, object, written)), object: stored };
}

/** Says so when a denial is about a field that the manifest does not have, and `kubectl apply` leaves as it is. */
function withOrigin(denial: Denial, manifest: KubeObject, written: KubeObject): Denial {
  const { pointer, field, message } = denial;
  if (valueAt(manifest, pointer) !== undefined || valueAt(written, pointer) === undefined) return denial;
  return { ...denial, message: `The hub keeps \`${field}\`, which the manifest does not have: ${message}` };
}

function afterDecoding(object: KubeObject, contract: Contract, extras: Extras, judged: Judged, old: KubeObject | undefined): Admission {
  const { schema } = contract;
  let stored = withoutNulls(object, schema) as KubeObject;
  applyDefaults(stored, schema);
  if (contract.kind === 'ClusterResourcePlacement' && extras.webhooks !== 'off') {
    const undecodable = decodingError(stored, CLUSTER_RESOURCE_PLACEMENT, '', judged);
    if (undecodable !== undefined) return { denials: [decodingDenial(object, undecodable)], object };
    stored = mutatedPlacement(stored);
    applyDefaults(stored, schema);
  }
  delete (stored as Record<string, unknown>)['status'];
  return { denials: sorted(denialsOf(stored, contract, extras, judged, old)), object: stored };
}

function denialsOf(stored: KubeObject, contract: Contract, extras: Extras, judged: Judged, old: KubeObject | undefined): readonly Denial[] {
  const ofSchema = [...objectMeta(stored), ...structuralSchema(stored, contract, old)].filter(({ pointer }) => judged(pointer));
  if (blocksCel(ofSchema)) return ofSchema;
  const certain = isCertain(extras.unresolved ?? []);
  const invalid = [
    ...ofSchema,
    ...celRules({ object: stored, contract, old, floats: floatsOf(extras, contract) }).filter(({ pointer }) => certain(pointer)),
  ];
  if (invalid.length > 0 || extras.webhooks === 'off') return invalid;
  return webhookRules({ object: stored, profile: contract.profile, old, kinds: extras.kinds }).filter(({ pointer }) => certain(pointer));
}

function webhooksOf({ webhooks = 'on' }: Extras): Extras {
  return { webhooks };
}

/** The mutating webhook writes all numbers back as Go does. */
function floatsOf({ floats = [], webhooks }: Extras, { kind }: Contract): readonly string[] {
  return kind === 'ClusterResourcePlacement' && webhooks !== 'off' ? [] : floats;
}

function sorted(denials: readonly Denial[]): readonly Denial[] {
  return denials.toSorted((a, b) => (a.pointer === b.pointer ? 0 : a.pointer < b.pointer ? -1 : 1));
}

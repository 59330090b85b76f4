import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Admission, Extras, Previous } from './admission.ts';
import { afterDecoding } from './after-decoding.ts';
import { profileContracts, type Contract } from './contracts/contract.ts';
import { valueAt, type Denial } from './denial.ts';
import { decodingDenial } from './wording/decoding-denial.ts';
import { decodingError } from './go-decoding.ts';
import { OBJECT_META } from './object-meta-type.ts';
import { storedObject } from './stored-object.ts';
import { strictDecoding } from './strict-decoding.ts';
import { threeWayMerge } from './three-way-merge.ts';
import { isJudged } from './unresolved.ts';
import { isObject } from '../fleet/json/json.ts';
import { setOwn } from '../fleet/json/set-own.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';

export type { Admission, Extras, Previous } from './admission.ts';
export type { Denial } from './denial.ts';

/**
 * What the hub refuses when the object is created. Decoding, schema, CEL rules and validating webhooks are checked in the hub's order, and
 * the first layer that refuses is the last one. Empty if all accept the object, and for objects without a contract (`Contracts`). Sorted by
 * place.
 * @throws {Error} `prepareAdmission` was not awaited for its kind: a bug.
 */
export function judgeCreate(object: KubeObject, profile: HubProfile, extras: Extras = {}): readonly Denial[] {
  return admitCreate(object, profile, extras).denials;
}

/** Like `judgeCreate`, with the object that would be stored. */
export function admitCreate(object: KubeObject, profile: HubProfile, extras: Extras = {}): Admission {
  return admit(object, profile, extras, undefined);
}

/**
 * What the hub refuses when an existing object is updated. Transition rules are checked too, and errors in unchanged values are accepted.
 */
export function judgeUpdate(object: KubeObject, previous: Previous, profile: HubProfile, extras: Extras = {}): readonly Denial[] {
  return admitUpdate(object, previous, profile, extras).denials;
}

/** Like `judgeUpdate`, with the object that would be stored. */
export function admitUpdate(object: KubeObject, previous: Previous, profile: HubProfile, extras: Extras = {}): Admission {
  return admit(object, profile, extras, previous);
}

function admit(object: KubeObject, profile: HubProfile, extras: Extras, previous: Previous | undefined): Admission {
  const contract = (extras.contracts ?? profileContracts(profile)).find(object);
  return contract === undefined ? { denials: [], object, unjudged: [] } : admitBy(contract, object, profile, extras, previous);
}

/** What an API server refuses in a new custom resource of a kind that no webhook of KubeFleet checks. Unknown fields are dropped. */
export function admitForeign(object: KubeObject, contract: Contract): Admission {
  return admitBy(contract, object, contract.profile, { webhooks: 'off', fieldValidation: 'Ignore' }, undefined);
}

function admitBy(contract: Contract, object: KubeObject, profile: HubProfile, extras: Extras, previous: Previous | undefined): Admission {
  const judged = isJudged(extras.unresolved ?? []);

  const undecodable = decodingError(object.metadata, OBJECT_META, '/metadata', judged);
  if (undecodable !== undefined) return { denials: [decodingDenial(object, undecodable)], object, unjudged: [] };
  const old = previous === undefined ? undefined : oldObject(previous, profile, extras);
  const written = previous === undefined || old === undefined || previous.how === 'replace' ? object : merged(previous, object, old);
  if (extras.fieldValidation !== 'Ignore') {
    const denials = strictDecoding(written, contract, extras.duplicateKeys ?? []).filter(({ pointer }) => judged(pointer));
    if (denials.length > 0) return { denials: sorted(denials), object, unjudged: [] };
  }
  const decoded = extras.fieldValidation === 'Ignore' ? withoutUnknown(written, contract) : written;
  const { denials, ...admission } = afterDecoding(decoded, contract, extras, old);
  return { ...admission, denials: sorted(denials).map((denial) => withOrigin(denial, object, written, previous, old)) };
}

/** Adds a note if a denial is about a field that the manifest does not have and that `kubectl apply` keeps. */
function withOrigin(denial: Denial, manifest: KubeObject, written: KubeObject, previous?: Previous, old?: KubeObject): Denial {
  const { pointer, field, message, hintIfKept } = denial;
  const has = (object: KubeObject | undefined): boolean => valueAt(object, pointer) !== undefined;
  const stays = hintIfKept !== undefined && previous?.how === 'apply' && has(old) && !has(previous.manifest);
  const fitting = stays ? { ...denial, hint: hintIfKept } : denial;
  if (has(manifest) || !has(written)) return fitting;
  return { ...fitting, message: `The hub keeps \`${field}\`, which the manifest does not have: ${message}` };
}

function oldObject({ live, manifest }: Previous, profile: HubProfile, { webhooks = 'on', contracts }: Extras): KubeObject {
  return live ?? storedObject(admitCreate(manifest, profile, { webhooks, ...(contracts === undefined ? {} : { contracts }) }).object);
}

function merged({ manifest }: Previous, object: KubeObject, old: KubeObject): KubeObject {
  return threeWayMerge(manifest, object, old) as KubeObject;
}

function sorted(denials: readonly Denial[]): readonly Denial[] {
  return denials.toSorted((a, b) => (a.pointer === b.pointer ? 0 : a.pointer < b.pointer ? -1 : 1));
}

/**
 * The object without unknown fields. The server removes them if the client does not ask it to refuse them. Source: apiextensions-apiserver,
 * `schema/pruning/algorithm.go`.
 */
function withoutUnknown({ apiVersion, kind, metadata, ...rest }: KubeObject, { schema }: Contract): KubeObject {
  return { apiVersion, kind, metadata, ...(pruned(rest, schema) as object) };
}

function pruned(value: unknown, schema: SchemaNode | undefined): unknown {
  if (Array.isArray(value))
    return schema?.preserve === true && schema.items === undefined ? value : value.map((entry) => pruned(entry, childNode(schema, 0)));
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = childNode(schema, key);
    if (child !== undefined) setOwn(kept, key, pruned(value[key], child));
    else if (schema?.preserve === true) setOwn(kept, key, value[key]);
  }
  return kept;
}

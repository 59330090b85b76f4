import { parentPointer, pointerKeys, childPointer } from '../fleet/json/json-pointer.ts';
import { isObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Contract } from './contracts/contract.ts';
import { decodingDenial } from './wording/decoding-denial.ts';
import { fieldPath, valueAt, type Denial } from './denial.ts';
import { decodingError } from './go-decoding.ts';
import { mutatedPlacement } from './placement-mutator.ts';
import { CLUSTER_RESOURCE_PLACEMENT } from './placement-type.ts';
import type { Unjudged } from './unjudged.ts';
import type { IsJudged } from './unresolved.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import type { GoType } from './go-type.ts';

interface Mutation {
  readonly object: KubeObject;
  /** Set if the webhook cannot decode the object. */
  readonly denial?: Denial;
  readonly unjudged: readonly Unjudged[];
}

/**
 * What the mutating webhook makes of a placement. If no profile has the hub's schema, its webhook may know other fields and types than this
 * program. In that case nothing that the schema accepts is reported as refused, and unknown fields are kept.
 */
export function mutation(written: KubeObject, defaulted: KubeObject, contract: Contract, judged: IsJudged): Mutation {
  const foreign = contract.origin === 'foreign hub';
  const mistyped = foreign ? mistypedIn(defaulted, contract) : undefined;
  const error = decodingError(defaulted, CLUSTER_RESOURCE_PLACEMENT, '', (at) => judged(at) && (mistyped?.has(at) ?? true));
  if (error !== undefined) return { object: written, denial: decodingDenial(written, error), unjudged: [] };
  const object = mutatedPlacement(defaulted);
  if (!foreign) return { object, unjudged: [] };
  const newer = [...newerFields(defaulted, CLUSTER_RESOURCE_PLACEMENT, contract.schema)];
  for (const { pointer, value } of newer) if (value !== undefined) put(object, pointer, value);
  const open = newer.filter(({ value }) => value === undefined || holdsEmpty(value));
  return { object, unjudged: open.map(({ pointer }) => mayChange(pointer, written)) };
}

function mistypedIn(defaulted: KubeObject, { validate }: Contract): ReadonlySet<string> {
  if (validate({ ...defaulted, status: undefined })) return new Set();
  return new Set((validate.errors ?? []).filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
}

function put(object: KubeObject, pointer: string, value: unknown): void {
  const parent = valueAt(object, parentPointer(pointer));
  if (isObject(parent)) (parent as Record<string, unknown>)[pointerKeys(pointer).at(-1) ?? ''] = value;
}

/** Go may rewrite such values, or leave them out. */
function holdsEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some(holdsEmpty);
  if (isObject(value)) return Object.keys(value).length === 0 || Object.values(value).some(holdsEmpty);
  return value === '' || value === 0 || value === false || value === null;
}

function mayChange(pointer: string, written: KubeObject): Unjudged {
  const place = `\`${fieldPath(written, pointer)}\``;
  return { pointer, reason: `${place} is newer than this program; the effect of the hub's webhook on it is not known.` };
}

/**
 * A field that a schema has and a Go type does not. `value` is `undefined` if the schema requires the field and the object does not have
 * it.
 */
interface NewerField {
  readonly pointer: string;
  readonly value: unknown;
}

/** The fields of an object that the hub's schema has, but the Go type known here does not. `status` is not included. */
function* newerFields(value: unknown, type: GoType, schema: SchemaNode | undefined, pointer = ''): Generator<NewerField> {
  if (type.kind === 'list' && Array.isArray(value)) {
    for (const [at, entry] of value.entries()) yield* newerFields(entry, type.of, schema?.items, childPointer(pointer, at));
  }
  if (type.kind !== 'struct' || !isObject(value)) return;
  for (const name of Object.keys(schema?.properties ?? {})) {
    const at = childPointer(pointer, name);
    const known = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (at === '/status') continue;
    if (known !== undefined) yield* newerFields(value[name], known.type, childNode(schema, name), at);
    else if (value[name] !== undefined || schema?.required?.includes(name) === true) yield { pointer: at, value: value[name] };
  }
}

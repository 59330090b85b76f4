import { onlyMeant } from '../fleet/text/nearest.ts';
import { childPointer, parentPointer, pointerKeys } from '../fleet/json/json-pointer.ts';
import { isObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Contract } from './contracts/contract.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { fieldPath, valueAt, type Denial } from './denial.ts';
import type { GoType } from './go-type.ts';
import { unknownFieldHint } from './wording/field-hints.ts';
import { OBJECT_META } from './object-meta-type.ts';

/** The fields that the server decodes itself, independent of the CRD. */
const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** A field that this hub does not know. `schema` is the schema of the object that holds it, if there is one. */
interface UnknownField {
  readonly pointer: string;
  readonly schema: SchemaNode | undefined;
}

/**
 * What `fieldValidation=Strict` (kubectl's default) refuses, all in one answer: first duplicate keys, then fields that the kind does not
 * have. Source: apiextensions-apiserver, `schema/pruning/algorithm.go` and `schema/objectmeta`.
 */
export function strictDecoding(object: KubeObject, contract: Contract, duplicateKeys: readonly string[]): readonly Denial[] {
  const duplicates = duplicateKeys.map((pointer): Denial => {
    const field = fieldPath(object, pointer);
    return {
      ...refusal(pointer, field, 'duplicate'),
      reason: 'FieldDuplicate',
      message: `Field \`${field}\` is written twice.`,
      hint: 'Remove one of the two.',
    };
  });
  const unknown: UnknownField[] = [];
  findUnknownMeta(unknown, object.metadata, OBJECT_META, '/metadata');
  findUnknown(unknown, object, contract.schema, '');
  return [...duplicates, ...unknown.map((found) => unknownFieldDenial(object, contract, found))];
}

function unknownFieldDenial(object: KubeObject, contract: Contract, { pointer, schema }: UnknownField): Denial {
  const field = fieldPath(object, pointer);
  return {
    ...fixOf(object, pointer, schema),
    ...refusal(pointer, field, 'unknown'),
    reason: 'FieldUnknown',
    message: `${contract.kind} ${contract.version} has no field \`${field}\`.`,
    hint:
      unknownFieldHint(object, contract, pointer, schema) ??
      'Remove it, or move its content to a field that the API reference of the kind has.',
  };
}

/** The fix if the field that was meant is not in the same object yet. */
function fixOf(object: KubeObject, pointer: string, schema: SchemaNode | undefined): Pick<Denial, 'fix'> {
  const beside = valueAt(object, parentPointer(pointer));
  const key = onlyMeant(pointerKeys(pointer).at(-1) ?? '', Object.keys(schema?.properties ?? {}));
  return key === undefined || !isObject(beside) || beside[key] !== undefined ? {} : { fix: { kind: 'key', at: pointer, key } };
}

function refusal(
  pointer: string,
  field: string,
  fault: 'duplicate' | 'unknown',
): Pick<Denial, 'pointer' | 'part' | 'field' | 'layer' | 'code' | 'serverMessage'> {
  return {
    pointer,
    part: 'key',
    field,
    layer: 'decoding',
    code: 400,
    serverMessage: `strict decoding error: ${fault} field ${JSON.stringify(field)}`,
  };
}

/** Objects and lists are searched even if the schema requires a scalar. Everything in them is unknown. */
function findUnknown(found: UnknownField[], value: unknown, schema: SchemaNode | undefined, pointer: string): void {
  if (Array.isArray(value) && (schema?.preserve !== true || schema.items !== undefined)) {
    for (const [at, entry] of value.entries()) findUnknown(found, entry, childNode(schema, at), childPointer(pointer, at));
  }
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (pointer === '' && META_FIELDS.has(key)) continue;
    const child = value[key];
    const childSchema = childNode(schema, key);
    if (childSchema !== undefined && typeof child === 'object') findUnknown(found, child, childSchema, childPointer(pointer, key));
    else if (childSchema === undefined && schema?.preserve !== true) found.push({ pointer: childPointer(pointer, key), schema });
  }
}

function findUnknownMeta(found: UnknownField[], value: unknown, type: GoType, pointer: string): void {
  if (type.kind === 'list' && Array.isArray(value)) {
    for (const [at, entry] of value.entries()) findUnknownMeta(found, entry, type.of, childPointer(pointer, at));
  }
  if (type.kind !== 'struct' || !isObject(value)) return;
  for (const key of Object.keys(value)) {
    const known = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
    const at = childPointer(pointer, key);
    if (known === undefined) found.push({ pointer: at, schema: undefined });
    else findUnknownMeta(found, value[key], known.type, at);
  }
}

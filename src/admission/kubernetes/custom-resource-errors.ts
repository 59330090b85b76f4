import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { onlyMeant } from '../../fleet/text/nearest.ts';
import { fitsScalar } from './scalars.ts';
import { isName, type StructuralError } from './structural-errors.ts';

/**
 * What an API server refuses about the structure of a custom resource, by the schema of its CustomResourceDefinition: values of another
 * type, missing required fields without a default, texts outside of an `enum`, and fields that the schema does not have. Bounds, patterns
 * and CEL rules are not checked, nor are `metadata` and `status`. A null is not checked, because the API server drops it if the field has a
 * default. Source: `k8s.io/apiextensions-apiserver`, `pkg/apiserver/validation/validation.go` and `pkg/apiserver/schema/pruning`.
 */
export function customResourceErrors(object: KubeObject, definition: KubeObject): readonly StructuralError[] {
  const version = listAt(definition, 'spec', 'versions').find((each) => stringAt(each, 'name') === versionOf(object.apiVersion));
  const schema = objectAt(version, 'schema', 'openAPIV3Schema');
  if (schema === undefined) return [];
  const { apiVersion: _a, kind: _k, metadata: _m, status: _s, ...authored } = objectAt(schema, 'properties') ?? {};
  const required = listAt(schema, 'required').filter((name) => !NOT_AUTHORED.has(name));
  const found = [...errorsIn(object, { ...schema, type: 'object', properties: authored, required }, '')];
  return keepsUnknown(definition) ? found.filter(({ fault }) => fault !== 'unknown') : found;
}

/** Definitions of the version that API servers served until 1.22 keep unknown fields by default. */
function keepsUnknown(definition: KubeObject): boolean {
  const keeps = objectAt(definition, 'spec')?.['preserveUnknownFields'];
  return keeps === true || (keeps !== false && versionOf(definition.apiVersion) === 'v1beta1');
}

const PRESERVE = 'x-kubernetes-preserve-unknown-fields';
const NOT_AUTHORED: ReadonlySet<unknown> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function* errorsIn(value: unknown, schema: JsonObject, pointer: string): Iterable<StructuralError> {
  const type = typeOf(schema);
  if (value === null || value === undefined || type === undefined) return;
  if (type === '{' || type === '[') {
    if (type === '{' && isObject(value)) yield* errorsOfFields(value, schema, pointer);
    else if (type === '[' && Array.isArray(value)) {
      const declared = objectAt(schema, 'items');
      // Newer API servers keep what is in a list that keeps unknown fields.
      const items = declared !== undefined && schema[PRESERVE] === true ? { ...declared, [PRESERVE]: true } : declared;
      for (const [index, entry] of value.entries()) if (items !== undefined) yield* errorsIn(entry, items, childPointer(pointer, index));
    } else yield { pointer, fault: 'type', value, type, allowed: [] };
  } else if (!fitsScalar(value, type)) yield { pointer, fault: 'type', value, type, allowed: [] };
  else if (typeof value === 'string') {
    const allowed = listAt(schema, 'enum').filter((each) => typeof each === 'string');
    if (allowed.length > 0 && !allowed.includes(value)) yield { pointer, fault: 'unlisted', value, type, allowed, isExact: true };
  }
}

function* errorsOfFields(value: JsonObject, schema: JsonObject, pointer: string): Iterable<StructuralError> {
  const fields = objectAt(schema, 'properties') ?? {};
  const others = objectAt(schema, 'additionalProperties');
  const required = listAt(schema, 'required');
  for (const [name, child] of Object.entries(value)) {
    const isDeclared = Object.hasOwn(fields, name);
    const its = isDeclared ? fields[name] : others;
    if (isObject(its)) yield* errorsIn(child, its, childPointer(pointer, name));
    else if (!isDeclared && !required.includes(name) && isName(name) && isDropped(name, schema, pointer))
      yield unknownField(name, value, fields, pointer);
  }
  for (const name of required) {
    if (typeof name !== 'string') continue;
    const its = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isUndeclared = its === undefined && isDropped(name, schema, pointer);
    if (!isUndeclared && isThere(value, name, its)) continue;
    const type = (isObject(its) ? typeOf(its) : undefined) ?? '*';
    const more = isUndeclared ? { isUndeclared } : {};
    yield { pointer: childPointer(pointer, name), fault: 'absent', value: undefined, type, allowed: [], ...more };
  }
}

function unknownField(name: string, value: JsonObject, fields: JsonObject, pointer: string): StructuralError {
  const meant = onlyMeant(name, Object.keys(fields));
  const allowed = meant === undefined || Object.hasOwn(value, meant) ? [] : [meant];
  return { pointer: childPointer(pointer, name), fault: 'unknown', value: undefined, type: '*', allowed };
}

/** API servers drop a field that is not declared, unless the schema allows others. */
function isDropped(name: string, schema: JsonObject, pointer: string): boolean {
  if ((pointer === '' || schema['x-kubernetes-embedded-resource'] === true) && NOT_AUTHORED.has(name)) return false;
  return schema[PRESERVE] !== true && (schema['additionalProperties'] ?? false) === false;
}

/** Whether the API server has a value for a required field: its own, a default, or a null that it keeps. */
function isThere(value: JsonObject, name: string, schema: unknown): boolean {
  if (schema !== undefined && (!isObject(schema) || schema['default'] !== undefined)) return true;
  return Object.hasOwn(value, name) && (value[name] !== null || schema === undefined || schema['nullable'] === true);
}

/** In the notation of `KubernetesFacts`; `undefined` if the schema allows several types. */
function typeOf(schema: JsonObject): string | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return 'x';
  const type = schema['type'];
  return typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
}

const TYPES: Readonly<Record<string, string>> = { object: '{', array: '[', string: 's', boolean: 'b', integer: 'l', number: 'f' };

import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, listAt, objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { isCelLoaded } from '../../cel/load-cel.ts';
import { schemaFault } from '../../contracts/schema-fault.ts';
import { areGoPatternsLoaded } from '../../go-pattern.ts';
import { mistyped, wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks the types in the schema of a CRD, and its patterns and rules if their engines are loaded. Source: `k8s.io/apiextensions-apiserver`, `pkg/apiserver/schema/validation.go`,
 * validateStructuralInvariants; `pkg/apis/apiextensions/validation/validation.go`, ValidateCustomResourceDefinitionOpenAPISchema.
 */
export function* schemaViolations(schema: JsonObject, at: string): Iterable<Violation> {
  const type = schema['type'] ?? '';
  if (typeof type === 'string' && type !== '' && type !== 'object')
    yield wrongValue(`${at}/type`, type, 'must be `object`', 'Write `object`.');
  const found = [...typeViolations(schema, at, true)];
  yield* found;
  const fault = found.length === 0 && isCelLoaded() && areGoPatternsLoaded() ? faultOf(schema) : undefined;
  if (fault !== undefined) yield wrongTogether(at, [], fault, 'Correct it.', [at]);
}

/** Kept, because objects are judged several times. */
const faultOf = oncePer((schema: JsonObject) => schemaFault(schema));

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

function* typeViolations(schema: JsonObject, at: string, isRoot: boolean): Iterable<Violation> {
  const isFree = schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if ((schema['type'] ?? '') === '' && (isRoot || !isFree))
    yield wrongTogether(`${at}/type`, [], 'is required', isRoot ? 'Write `object`.' : 'Write `string` or `object`, for example.', [at]);
  if (!isRoot) yield* mistyped(`${at}/type`, schema['type'], TYPES);
  if (schema['type'] === 'array' && (schema['items'] ?? undefined) === undefined)
    yield wrongTogether(`${at}/items`, [], 'is required with `type: array`', 'Write the schema of the entries.', [at]);
  if (typeof schema['$ref'] === 'string') yield wrongValue(`${at}/$ref`, schema['$ref'], 'cannot be set', 'Write the schema itself.');
  if (schema['uniqueItems'] === true)
    yield wrongValue(`${at}/uniqueItems`, true, 'cannot be true', 'Write `x-kubernetes-list-type: set` instead.');
  if (schema['x-kubernetes-list-type'] === 'map' && listAt(schema, 'x-kubernetes-list-map-keys').length === 0) {
    const says = 'is required with `x-kubernetes-list-type: map`';
    yield wrongTogether(`${at}/x-kubernetes-list-map-keys`, [], says, 'List the fields that identify an entry.', [at]);
  }
  const [chosen, allowed] = [schema['default'], listAt(schema, 'enum')];
  if (['boolean', 'number', 'string'].includes(typeof chosen) && allowed.length > 0 && !allowed.includes(chosen))
    yield wrongTogether(`${at}/default`, [chosen], 'is not in `enum`', 'Write one of the values in `enum`.', [`${at}/enum`]);
  const others = schema['additionalProperties'] ?? true;
  if (others !== true && Object.keys(objectAt(schema, 'properties') ?? {}).length > 0)
    yield wrongTogether(`${at}/additionalProperties`, [], 'cannot be set together with `properties`', 'Keep one of the two.', [at]);
  for (const [name, property] of Object.entries(objectAt(schema, 'properties') ?? {}))
    if (isObject(property)) yield* typeViolations(property, childPointer(`${at}/properties`, name), false);
  for (const name of ['items', 'additionalProperties']) {
    const child = objectAt(schema, name);
    if (child !== undefined) yield* typeViolations(child, `${at}/${name}`, false);
  }
}

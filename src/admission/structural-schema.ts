import { isDeepStrictEqual } from 'node:util';

import { field } from '../fleet/json.ts';
import type { KubeObject } from '../fleet/object.ts';
import type { Contract } from './contracts/contract.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { childPointer, fieldPath, pointerSegments, valueAt, type Denial } from './denial.ts';
import { causeOf } from './schema-cause.ts';
import type { Violation } from './validator.ts';

/**
 * What the CRD's schema refuses about an object (after nulls and defaults), with the causes and words of the API server.
 * With an old object, what is wrong in a value that did not change is forgiven (apiextensions-apiserver, `ratcheting.go`).
 */
export function structuralSchema(object: KubeObject, contract: Contract, old?: KubeObject): readonly Denial[] {
  const { validate } = contract;
  if (validate(object)) return [];
  const violations = (validate.errors ?? []).filter(({ instancePath }) => old === undefined || isChanged(instancePath, object, old));
  return reported(violations).map((violation) => denialFor(object, contract, violation));
}

/** Text of a wrong length is not matched against the pattern (kube-openapi `validation/validate/validator.go`). */
function reported(violations: readonly Violation[]): readonly Violation[] {
  const misfits = violations.filter(({ keyword }) => keyword === 'maxLength' || keyword === 'minLength');
  const places = new Set(misfits.map(({ instancePath }) => instancePath));
  return violations.filter(({ keyword, instancePath }) => keyword !== 'pattern' || !places.has(instancePath));
}

/** Lists are compared as a whole: all of them are atomic, so their entries have no counterparts. */
function isChanged(pointer: string, object: unknown, old: unknown): boolean {
  let [value, before] = [object, old];
  for (const segment of pointerSegments(pointer)) {
    if (Array.isArray(value)) return true;
    [value, before] = [field(value, segment), field(before, segment)];
    if (isDeepStrictEqual(value, before)) return false;
  }
  return true;
}

function denialFor(object: KubeObject, contract: Contract, violation: Violation): Denial {
  const missing = violation.params['missingProperty'];
  const pointer = typeof missing === 'string' ? childPointer(violation.instancePath, missing) : violation.instancePath;
  const place = fieldPath(object, pointer);
  const cause = causeOf(violation, place, valueAt(object, pointer), schemaAt(object, contract, violation.instancePath));
  return { pointer, part: 'value', field: place, layer: 'schema', code: 422, ...cause };
}

function schemaAt(object: unknown, contract: Contract, pointer: string): SchemaNode {
  let schema: SchemaNode | undefined = contract.schema;
  let value = object;
  for (const segment of pointerSegments(pointer)) {
    schema = childNode(schema, Array.isArray(value) ? Number(segment) : segment);
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return schema ?? {};
}

import { childPointer, pointerKeys } from '../fleet/json/json-pointer.ts';
import { field } from '../fleet/json/json.ts';
import { onlyMeant } from '../fleet/text/nearest.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Contract } from './contracts/contract.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { correspondent, doubledEntries } from './list-types.ts';
import { fieldNames, valueAt, type Denial } from './denial.ts';
import { otherHubHint } from './wording/other-hub-hint.ts';
import { isUnchanged } from './unchanged.ts';
import { oneOf } from './wording/value-hints.ts';
import { allowedIn, causeOf } from './wording/schema-cause.ts';
import type { Violation } from './validator.ts';

/**
 * What the CRD's schema refuses in an object (after nulls and defaults), with the API server's causes and texts. With an old object, errors
 * in unchanged values are accepted (apiextensions-apiserver, `ratcheting.go`).
 */
export function structuralSchema(object: KubeObject, contract: Contract, old?: KubeObject): readonly Denial[] {
  const { validate, schema } = contract;
  const violations = validate(object) ? [] : (validate.errors ?? []);
  const held = old === undefined ? violations : violations.filter(({ instancePath }) => isChanged(instancePath, object, old, schema));
  return [
    ...(contract.origin === 'profile' ? reported(held) : held).map((violation) => denialFor(object, contract, violation)),
    ...doubledEntries(object, schema, old),
  ];
}

/**
 * A text of a wrong length is not matched against the pattern (kube-openapi `validate/validator.go`). Validators of CRDs do this
 * themselves.
 */
function reported(violations: readonly Violation[]): readonly Violation[] {
  const misfits = violations.filter(({ keyword }) => keyword === 'maxLength' || keyword === 'minLength');
  const places = new Set(misfits.map(({ instancePath }) => instancePath));
  return violations.filter(({ keyword, instancePath }) => keyword !== 'pattern' || !places.has(instancePath));
}

/** Lists are compared as a whole, except those of type `map`, because other entries have no counterparts. */
function isChanged(pointer: string, object: unknown, old: unknown, schema: SchemaNode): boolean {
  let [value, before, node, at]: [unknown, unknown, SchemaNode | undefined, string] = [object, old, schema, ''];
  for (const segment of pointerKeys(pointer)) {
    const child = field(value, segment);
    const isList = Array.isArray(value);
    before = isList ? correspondent(child, before, node ?? {}) : field(before, segment);
    if (isList && before === undefined) return true;
    node = childNode(node, isList ? Number(segment) : segment);
    value = child;
    at = childPointer(at, segment);
    if (isUnchanged(value, before, node, at)) return false;
  }
  return true;
}

function denialFor(object: KubeObject, contract: Contract, violation: Violation): Denial {
  const { missingProperty, property = missingProperty } = violation.params;
  const pointer = typeof property === 'string' ? childPointer(violation.instancePath, property) : violation.instancePath;
  const names = fieldNames(object, pointer);
  const schema = schemaAt(object, contract, violation.instancePath);
  const cause = causeOf(violation, names, valueAt(object, pointer), schema);
  const denial: Denial = { pointer, part: 'value', field: names.join('.'), layer: 'schema', code: 422, ...cause };
  if (violation.keyword !== 'enum') return denial;
  const allowed = allowedIn(violation).map(String);
  const value = valueAt(object, pointer);
  const meant = typeof value === 'string' ? onlyMeant(value, allowed) : undefined;
  const fix = meant === undefined ? {} : { fix: { kind: 'value', at: pointer, value: meant } as const };
  return { ...denial, ...fix, hint: versionHint(object, contract, pointer) ?? cause.hint ?? oneOf(allowed) };
}

/** The hint if another version of the kind allows the value. */
function versionHint(object: unknown, contract: Contract, pointer: string): string | undefined {
  const value = valueAt(object, pointer);
  const other = contract.versions.find((each) => schemaAt(object, each, pointer).enum?.includes(value));
  if (other !== undefined) return `Version ${other.version} of the kind allows it.`;
  return otherHubHint(contract, (schema) => schemaBelow(object, schema, pointer).enum?.includes(value) === true);
}

function schemaAt(object: unknown, contract: Contract, pointer: string): SchemaNode {
  return schemaBelow(object, contract.schema, pointer);
}

function schemaBelow(object: unknown, root: SchemaNode, pointer: string): SchemaNode {
  let schema: SchemaNode | undefined = root;
  let value = object;
  for (const segment of pointerKeys(pointer)) {
    schema = childNode(schema, Array.isArray(value) ? Number(segment) : segment);
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return schema ?? {};
}

/**
 * Every constraint of every contract, fulfilled and violated. An object with all its fields is made from the schema, and one value of it is
 * spoilt.
 */
import { describe, expect, it } from 'vitest';

import { profileContracts, type Contract } from '../../src/admission/contracts/contract.ts';
import type { SchemaNode } from '../../src/admission/contracts/schema-node.ts';
import type { Denial } from '../../src/admission/denial.ts';
import { fieldPath } from '../../src/admission/denial.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import { structuralSchema } from '../../src/admission/structural-schema.ts';
import { AUTHORED_KINDS, HUB_PROFILES } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

/** One way to spoil a value, and what the hub says then. */
interface Breach {
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: Denial['reason'];
  /** The value instead; `undefined` takes the field away. */
  readonly value: unknown;
}

await loadEngines();

describe.each(HUB_PROFILES)('%s', (profile) => {
  const contracts = AUTHORED_KINDS.flatMap(({ kind }) => profileContracts(profile).of(kind));

  it.each(contracts.map((contract) => [`${contract.kind} ${contract.version}`, contract] as const))('%s', (_, contract) => {
    expect(structuralSchema(fullObject(contract), contract)).toEqual([]);
    const breaches = [...breachesOf(contract.schema, '')];
    // No constraint without its breach.
    const broken = new Set(breaches.map(({ keyword, pointer }) => `${keyword} ${pointer}`));
    expect([...constraintsOf(contract.schema, '')].filter((constraint) => !broken.has(constraint))).toEqual([]);
    for (const [pointer, value] of limitsOf(contract.schema, '')) {
      const kept = structuralSchema(spoilt(fullObject(contract), pointer, value), contract);
      expect(kept, `${pointer} at its limit`).toEqual([]);
    }
    for (const { pointer, keyword, reason, value } of breaches) {
      const object = spoilt(fullObject(contract), pointer, value);
      const denials = structuralSchema(object, contract).map((denial) => `${denial.reason} ${denial.field}`);
      expect(denials, `${keyword} of ${pointer}`).toContain(`${reason} ${fieldPath(fullObject(contract), pointer)}`);
    }
  });
});

function fullObject({ kind, schema }: Contract): KubeObject {
  return { apiVersion: 'x/v1', kind, metadata: { name: 'a' }, ...(valueOf(schema) as object) };
}

/** A value that keeps all constraints, with every field there is. */
function valueOf(node: SchemaNode): unknown {
  if (node.enum !== undefined) return node.enum[0];
  if (node.type === 'object') {
    const fields = Object.entries(node.properties ?? {}).filter(([name]) => name !== 'status');
    const free = node.values === undefined ? [] : [['key', valueOf(node.values)] as const];
    const kept = node.preserve === true && node.values === undefined ? [['kept', 1] as const] : [];
    return Object.fromEntries([...fields.map(([name, child]) => [name, valueOf(child)] as const), ...free, ...kept]);
  }
  if (node.type === 'array') {
    const length = Math.max(1, node.minItems ?? 0);
    return Array.from({ length }, () => (node.items === undefined ? 1 : valueOf(node.items)));
  }
  if (node.type === 'boolean') return true;
  if (node.type === 'integer' || node.type === 'number') return node.minimum ?? node.maximum ?? 1;
  if (node.type === 'int-or-string') return 1;
  if (node.type === undefined) return { any: 'thing' };
  return node.pattern === undefined ? 'a'.repeat(Math.max(1, node.minLength ?? 0)) : matching(node.pattern);
}

/** What each node demands, as keyword and pointer; the names of required fields one by one. */
function* constraintsOf(node: SchemaNode, pointer: string): Generator<string> {
  for (const keyword of Object.keys(node)) {
    if (keyword === 'required') for (const name of node.required ?? []) yield `required ${pointer}/${name}`;
    else if (!NO_CONSTRAINTS.has(keyword) && (keyword !== 'type' || pointer !== '')) yield `${keyword} ${pointer}`;
  }
  for (const [child, at] of childrenOf(node, pointer)) yield* constraintsOf(child, at);
}

const NO_CONSTRAINTS = new Set(['default', 'items', 'preserve', 'properties', 'rules', 'values']);

/** Values that just keep a constraint. */
function* limitsOf(node: SchemaNode, pointer: string): Generator<readonly [string, unknown]> {
  for (const value of node.enum ?? []) yield [pointer, value];
  for (const limit of [node.minimum, node.maximum]) if (limit !== undefined) yield [pointer, limit];
  for (const length of [node.minLength, node.maxLength]) if (length !== undefined) yield [pointer, 'a'.repeat(length)];
  for (const length of [node.minItems, node.maxItems]) if (length !== undefined) yield [pointer, listOf(length, node)];
  for (const size of [node.minProperties, node.maxProperties]) if (size !== undefined) yield [pointer, mapOf(size, node)];
  for (const [child, at] of childrenOf(node, pointer)) yield* limitsOf(child, at);
}

function* breachesOf(node: SchemaNode, pointer: string): Generator<Breach> {
  if (node.type !== undefined && pointer !== '')
    yield { pointer, keyword: 'type', reason: 'FieldValueTypeInvalid', value: otherType(node) };
  if (node.enum !== undefined) yield { pointer, keyword: 'enum', reason: 'FieldValueNotSupported', value: 'none of them' };
  if (node.pattern !== undefined) yield { pointer, keyword: 'pattern', reason: 'FieldValueInvalid', value: '\u0000 %' };
  if (node.minimum !== undefined) yield { pointer, keyword: 'minimum', reason: 'FieldValueInvalid', value: node.minimum - 1 };
  if (node.maximum !== undefined) yield { pointer, keyword: 'maximum', reason: 'FieldValueInvalid', value: node.maximum + 1 };
  if ((node.minLength ?? 0) > 0) yield { pointer, keyword: 'minLength', reason: 'FieldValueInvalid', value: '' };
  if (node.maxLength !== undefined)
    yield { pointer, keyword: 'maxLength', reason: 'FieldValueTooLong', value: 'a'.repeat(node.maxLength + 1) };
  if ((node.minItems ?? 0) > 0) yield { pointer, keyword: 'minItems', reason: 'FieldValueInvalid', value: [] };
  if (node.maxItems !== undefined)
    yield { pointer, keyword: 'maxItems', reason: 'FieldValueTooMany', value: listOf(node.maxItems + 1, node) };
  if (node.maxProperties !== undefined)
    yield { pointer, keyword: 'maxProperties', reason: 'FieldValueTooMany', value: mapOf(node.maxProperties + 1, node) };
  if ((node.minProperties ?? 0) > 0) yield { pointer, keyword: 'minProperties', reason: 'FieldValueInvalid', value: {} };
  for (const name of node.required ?? [])
    yield { pointer: `${pointer}/${name}`, keyword: 'required', reason: 'FieldValueRequired', value: undefined };
  for (const [child, at] of childrenOf(node, pointer)) yield* breachesOf(child, at);
}

function* childrenOf(node: SchemaNode, pointer: string): Generator<readonly [SchemaNode, string]> {
  for (const [name, child] of Object.entries(node.properties ?? {}))
    if (pointer !== '' || name !== 'status') yield [child, `${pointer}/${name}`];
  if (node.items !== undefined) yield [node.items, `${pointer}/0`];
  if (node.values !== undefined) yield [node.values, `${pointer}/key`];
}

function listOf(length: number, { items }: SchemaNode): readonly unknown[] {
  return Array.from({ length }, () => (items === undefined ? 1 : valueOf(items)));
}

function mapOf(size: number, { values }: SchemaNode): object {
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [`key${String(at)}`, values === undefined ? 1 : valueOf(values)]));
}

function otherType({ type }: SchemaNode): unknown {
  if (type === 'object') return 'text';
  return type === 'array' ? {} : [];
}

function spoilt(object: KubeObject, pointer: string, value: unknown): KubeObject {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  let parent = object as unknown as Record<string, unknown>;
  for (const name of names) parent = parent[name] as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return object;
}

function matching(pattern: string): string {
  const text = ['1%', '1s', 'a', '0', '1'].find((candidate) => new RegExp(pattern).test(candidate));
  if (text === undefined) throw new Error(`no sample for the pattern ${pattern}: add one`);
  return text;
}

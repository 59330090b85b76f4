import { childPointer, parentPointer, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Contract } from '../contracts/contract.ts';
import { childNode, type SchemaNode } from '../contracts/schema-node.ts';
import { fieldNames, valueAt } from '../denial.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { otherHubHint } from './other-hub-hint.ts';
import { OBJECT_META } from '../object-meta-type.ts';

const METADATA_FIELDS = OBJECT_META.kind === 'struct' ? Object.keys(OBJECT_META.fields) : [];

/** What the author of an unknown field probably meant. */
export interface MeantField {
  /** One sentence. */
  readonly hint: string;
  /** The intended field of the same object. */
  readonly sibling?: string;
  /** Dotted path of the intended field at another place of the kind. */
  readonly elsewhere?: string;
}

/** What the author of an unknown field probably meant, as one sentence; `undefined` if no name is similar. */
export function unknownFieldHint(
  object: KubeObject,
  contract: Contract,
  pointer: string,
  schema: SchemaNode | undefined,
): string | undefined {
  return meantField(object, contract, pointer, schema)?.hint;
}

/**
 * What the author of an unknown field probably meant; `undefined` if no name is similar. `schema` is the schema of the object that holds
 * the field.
 */
export function meantField(
  object: KubeObject,
  contract: Contract,
  pointer: string,
  schema: SchemaNode | undefined,
): MeantField | undefined {
  const names = pointerKeys(pointer);
  const name = names.at(-1) ?? '';
  if (names[0] === 'metadata') return meantSibling(nearest(name, METADATA_FIELDS)) ?? meantElsewhere(object, contract, pointer, name);
  if (names.length === 1 && METADATA_FIELDS.includes(name))
    return { hint: `\`${name}\` belongs to \`metadata\`.`, elsewhere: `metadata.${name}` };
  const siblings = Object.keys(schema?.properties ?? {});
  return (
    meantSibling(siblings.find((sibling) => sibling.toLowerCase() === name.toLowerCase())) ??
    hinted(misshapenHint(object, contract, names)) ??
    hinted(otherVersionHint(contract, names)) ??
    hinted(otherHubHint(contract, (other) => hasField(other, names))) ??
    hinted(mapHint(valueAt(object, pointer), name, schema)) ??
    meantElsewhere(object, contract, pointer, name) ??
    meantSibling(nearest(name, siblings))
  );
}

/** The hint for a field whose parent has the wrong shape: list, object or single value. */
function misshapenHint(object: KubeObject, contract: Contract, names: readonly string[]): string | undefined {
  let schema: SchemaNode | undefined = contract.schema;
  let value: unknown = object;
  let pointer = '';
  for (const name of names) {
    const isList = Array.isArray(value);
    if (schema?.type !== undefined && isList !== (schema.type === 'array')) return shapeHint(lastName(object, pointer), schema);
    if (schema?.type !== undefined && !isList && schema.type !== 'object') return shapeHint(lastName(object, pointer), schema);
    schema = childNode(schema, isList ? Number(name) : name);
    value = field(value, name);
    pointer = childPointer(pointer, name);
  }
  return undefined;
}

function lastName(object: unknown, pointer: string): string {
  return fieldNames(object, pointer).at(-1) ?? '';
}

function hinted(hint: string | undefined): MeantField | undefined {
  return hint === undefined ? undefined : { hint };
}

function meantSibling(name: string | undefined): MeantField | undefined {
  return name === undefined ? undefined : { hint: `Did you mean \`${name}\`?`, sibling: name };
}

/** The hint for a free name beside the map that is meant for such names, such as a label directly under `labelSelector`. */
function mapHint(value: unknown, name: string, schema: SchemaNode | undefined): string | undefined {
  const map = Object.entries(schema?.properties ?? {}).find(([, child]) => child.values !== undefined)?.[0];
  return typeof value === 'string' && map !== undefined ? `Put \`${name}\` under \`${map}\`.` : undefined;
}

/** The same name at another place of the kind: the place that shares most of the path. */
function meantElsewhere(object: KubeObject, contract: Contract, pointer: string, name: string): MeantField | undefined {
  const here = fieldNames(object, parentPointer(pointer)).map((part) => part.replaceAll(/\[\d+\]/g, '[]'));
  const places = (placesIn(contract.schema).get(name.toLowerCase()) ?? []).toSorted((a, b) => distance(here, a) - distance(here, b));
  const [place] = places;
  if (place === undefined) return undefined;
  const spelled = place.slice(place.lastIndexOf('.') + 1);
  const parent = place.includes('.') ? place.slice(0, place.lastIndexOf('.')) : '';
  const hint = parent === '' ? `\`${spelled}\` belongs at the top level.` : `\`${spelled}\` belongs to \`${parent}\`.`;
  return { hint, elsewhere: place };
}

/** All paths of a kind by the lower-case name of their last field. Built once, because an object can have many unknown names. */
const placesIn = oncePer((schema: SchemaNode): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(placesBelow(schema, ''), (place) => place.slice(place.lastIndexOf('.') + 1).toLowerCase()),
);

function* placesBelow(schema: SchemaNode, path: string): Generator<string> {
  for (const [property, child] of Object.entries(schema.properties ?? {})) {
    if (path === '' && property === 'status') continue;
    const place = path === '' ? property : `${path}.${property}`;
    yield place;
    yield* placesBelow(child, place);
  }
  if (schema.items !== undefined) yield* placesBelow(schema.items, `${path}[]`);
}

/** Steps from one place up and down to the parent of another. Field names in a schema contain no dots. */
function distance(from: readonly string[], place: string): number {
  const to = place.split('.').slice(0, -1);
  let common = 0;
  while (common < Math.min(from.length, to.length) && from[common] === to[common]) common++;
  return from.length + to.length - 2 * common;
}

/** The hint if another version of the kind has the same field. */
function otherVersionHint(contract: Contract, names: readonly string[]): string | undefined {
  const other = contract.versions.find(({ schema }) => schema !== contract.schema && hasField(schema, names));
  return other === undefined ? undefined : `Version ${other.version} of the kind has it.`;
}

function hasField(schema: SchemaNode, names: readonly string[]): boolean {
  let at: SchemaNode | undefined = schema;
  for (const name of names) at = childNode(at, at?.items !== undefined && /^\d+$/.test(name) ? Number(name) : name);
  return at !== undefined;
}

/** Explains how to write a value of that schema in YAML. */
export function shapeHint(name: string, schema: SchemaNode): string {
  if (schema.type === 'array') return `\`${name}\` is a list: start each of its entries with \`- \`.`;
  if (schema.type !== 'object') return `\`${name}\` is a single value.`;
  return schema.properties === undefined ? `\`${name}\` is a map of names to values.` : `\`${name}\` is an object with ${namesOf(schema)}.`;
}

function namesOf(schema: SchemaNode): string {
  return Object.keys(schema.properties ?? {})
    .map((name) => `\`${name}\``)
    .join(', ');
}

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
  /** As one sentence. */
  readonly hint: string;
  /** The field of the same object whose name this should be. */
  readonly sibling?: string;
  /** Dotted path of the field it is in another place of the kind. */
  readonly elsewhere?: string;
}

/** What the author of an unknown field probably meant, as one sentence; `undefined` when nothing is near. */
export function unknownFieldHint(
  object: KubeObject,
  contract: Contract,
  pointer: string,
  schema: SchemaNode | undefined,
): string | undefined {
  return meantField(object, contract, pointer, schema)?.hint;
}

/** What the author of an unknown field probably meant; `undefined` when nothing is near. `schema` is that of the value it stands in. */
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

/** The field stands in a list that should be an object, or the other way round, or in what should be a single value. */
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

/** A name of the author's own next to the map that is meant for such names: a label directly under `labelSelector`. */
function mapHint(value: unknown, name: string, schema: SchemaNode | undefined): string | undefined {
  const map = Object.entries(schema?.properties ?? {}).find(([, child]) => child.values !== undefined)?.[0];
  return typeof value === 'string' && map !== undefined ? `Put \`${name}\` under \`${map}\`.` : undefined;
}

/** The same name in another place of the kind, the one with most of the path in common. */
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

/** All paths of a kind, by the name of the field they end in, case aside; an object may have any number of names that are asked for. */
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

/** Steps from one place up and down to the parent of another; fields of a schema have no dots in their names. */
function distance(from: readonly string[], place: string): number {
  const to = place.split('.').slice(0, -1);
  let common = 0;
  while (common < Math.min(from.length, to.length) && from[common] === to[common]) common++;
  return from.length + to.length - 2 * common;
}

/** The same field in another version of the kind. */
function otherVersionHint(contract: Contract, names: readonly string[]): string | undefined {
  const other = contract.versions.find(({ schema }) => schema !== contract.schema && hasField(schema, names));
  return other === undefined ? undefined : `Version ${other.version} of the kind has it.`;
}

function hasField(schema: SchemaNode, names: readonly string[]): boolean {
  let at: SchemaNode | undefined = schema;
  for (const name of names) at = childNode(at, at?.items !== undefined && /^\d+$/.test(name) ? Number(name) : name);
  return at !== undefined;
}

/** How a value of that schema is written in YAML. */
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

import type { KubeObject } from '../fleet/object.ts';
import { childNode, contractsOf, schemaNode, type Contract, type SchemaNode } from './contracts/contract.ts';
import { fieldPath, pointerSegments } from './denial.ts';
import { nearest } from './nearest.ts';
import { OBJECT_META } from './object-meta-type.ts';

const METADATA_FIELDS = OBJECT_META.kind === 'struct' ? Object.keys(OBJECT_META.fields) : [];

/** What the author of an unknown field probably meant, as one sentence; `undefined` when nothing is near. */
export function unknownFieldHint(
  object: KubeObject,
  contract: Contract,
  pointer: string,
  schema: SchemaNode | undefined,
): string | undefined {
  const names = pointerSegments(pointer);
  const name = names.at(-1) ?? '';
  if (names[0] === 'metadata') return didYouMean(nearest(name, METADATA_FIELDS));
  const siblings = Object.keys(schema?.properties ?? {});
  const same = siblings.find((sibling) => sibling.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return didYouMean(same);
  return (
    otherVersionHint(contract, names) ??
    elsewhereHint(object, contract, pointer, name) ??
    didYouMean(nearest(name, siblings)) ??
    (schema?.type !== undefined && schema.properties === undefined
      ? shapeHint(fieldPath(object, pointer.slice(0, pointer.lastIndexOf('/'))), schema)
      : undefined)
  );
}

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean \`${name}\`?`;
}

/** The same name in another place of the kind, the one with most of the path in common. */
function elsewhereHint(object: KubeObject, contract: Contract, pointer: string, name: string): string | undefined {
  const here = fieldPath(object, pointer.slice(0, pointer.lastIndexOf('/'))).replaceAll(/\[\d+\]/g, '[]');
  const places = [...placesOf(name, schemaNode(contract.root), '')].toSorted((a, b) => distance(here, a) - distance(here, b));
  const [place] = places;
  if (place === undefined) return undefined;
  const parent = place.includes('.') ? place.slice(0, place.lastIndexOf('.')) : '';
  return parent === '' ? `\`${name}\` belongs at the top level.` : `\`${name}\` belongs to \`${parent}\`.`;
}

/** All paths of a kind that end in a field of that name, case aside. */
function* placesOf(name: string, schema: SchemaNode, path: string): Generator<string> {
  for (const [property, at] of Object.entries(schema.properties ?? {})) {
    if (path === '' && property === 'status') continue;
    const place = path === '' ? property : `${path}.${property}`;
    if (property.toLowerCase() === name.toLowerCase()) yield place;
    yield* placesOf(name, schemaNode(at), place);
  }
  if (schema.items !== undefined) yield* placesOf(name, schemaNode(schema.items), `${path}[]`);
}

/** Steps from one path up and down to the parent of another. */
function distance(here: string, place: string): number {
  const from = here.split('.');
  const to = place.split('.').slice(0, -1);
  let common = 0;
  while (common < Math.min(from.length, to.length) && from[common] === to[common]) common++;
  return from.length + to.length - 2 * common;
}

/** The same field in another version of the kind. */
function otherVersionHint(contract: Contract, names: readonly string[]): string | undefined {
  const other = contractsOf(contract.kind, contract.profile).find(
    ({ root }) => root !== contract.root && hasField(schemaNode(root), names),
  );
  return other === undefined ? undefined : `Version ${other.version} of the kind has it.`;
}

function hasField(schema: SchemaNode, names: readonly string[]): boolean {
  let at: SchemaNode | undefined = schema;
  for (const name of names) at = childNode(at, at?.items !== undefined && /^\d+$/.test(name) ? Number(name) : name);
  return at !== undefined;
}

/** How a value of that schema is written in YAML. */
export function shapeHint(field: string, schema: SchemaNode): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (schema.type === 'array') return `\`${name}\` is a list: start each of its entries with \`- \`.`;
  if (schema.type === 'object' && schema.properties !== undefined) return `\`${name}\` is an object with ${namesOf(schema)}, not a list.`;
  if (schema.type === 'object') return `\`${name}\` is a map of names to values.`;
  return `\`${name}\` is a single value.`;
}

function namesOf(schema: SchemaNode): string {
  return Object.keys(schema.properties ?? {})
    .map((name) => `\`${name}\``)
    .join(', ');
}

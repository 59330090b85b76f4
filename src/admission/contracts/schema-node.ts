import { oncePer } from '../../fleet/memo/once-per.ts';

/**
 * The constraints of a CRD on one value, with its children as nodes of their own. Equal nodes of the built-in contracts are one object.
 * Only authored fields have constraints: the fields of `status` have only names, because the hub drops the status on create.
 */
export interface SchemaNode {
  /** Absent if any value is allowed, such as the value of a JSON patch. */
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'int-or-string';
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  /** The values of a map with arbitrary keys. */
  readonly values?: SchemaNode;
  /** Fields that are not listed are kept. */
  readonly preserve?: true;
  readonly nullable?: true;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  /** A list whose entries must differ: as a whole (`set`), or in these fields (`map`). Other lists are atomic. */
  readonly distinct?: 'set' | readonly string[];
  /** A text that rules get as a time, a duration or bytes. */
  readonly isConverted?: true;
  /** CEL rules on the value itself. */
  readonly rules?: readonly CelRule[];
  /** Further constraints of the schema, in words, which are not evaluated here. */
  readonly unjudged?: readonly string[];
}

/** One `x-kubernetes-validations` entry: the expression, and the server's message if it is false. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
  /** An expression for the server's message, which replaces `message`. */
  readonly messageExpression?: string;
  /** The API server's cause; default: `FieldValueInvalid`. */
  readonly reason?: string;
  /** The child field that the violation is reported at. */
  readonly fieldPath?: string;
}

/** The schema of a child of a value: field, map entry or list item. `undefined` if the schema has none. */
export function childNode(node: SchemaNode | undefined, key: string | number): SchemaNode | undefined {
  if (node === undefined) return undefined;
  if (typeof key === 'number') return node.items;
  const { properties } = node;
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : node.values;
}

/** Whether there is a CEL rule at or below the node. */
export const hasRules: (node: SchemaNode) => boolean = oncePer((node) => node.rules !== undefined || childNodes(node).some(hasRules));

/** Whether a CEL rule at or below the node uses a regular expression. */
export const hasPatternRules: (node: SchemaNode) => boolean = oncePer(
  (node) => (node.rules ?? []).some(({ rule }) => rule.includes(MATCHES)) || childNodes(node).some(hasPatternRules),
);

/** The call in a CEL rule that uses one. */
export const MATCHES = '.matches(';

/** Fields, items and map values. */
export function childNodes({ properties = {}, items, values }: SchemaNode): readonly SchemaNode[] {
  return [...Object.values(properties), ...[items, values].filter((node) => node !== undefined)];
}

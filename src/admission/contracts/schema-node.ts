import { oncePer } from '../../fleet/memo/once-per.ts';

/**
 * What a CRD demands of one value, its children as nodes of their own. Equal nodes of the built-in contracts are one object.
 * Only what is authored has constraints: the fields of `status` are known and nothing else, as the hub drops it on create.
 */
export interface SchemaNode {
  /** Absent where anything goes, such as the value of a JSON patch. */
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'int-or-string';
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  /** The values of a map with free keys. */
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
  /** A list whose entries differ from each other: as a whole (`set`), or in these fields (`map`). Other lists are atomic. */
  readonly distinct?: 'set' | readonly string[];
  /** CEL rules on the value itself. */
  readonly rules?: readonly CelRule[];
  /** What the schema says beyond this, in words; nobody here can judge it. */
  readonly unjudged?: readonly string[];
}

/** One `x-kubernetes-validations` entry: the expression, and what the server says when it is not true. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
  /** An expression for what the server says instead of the message. */
  readonly messageExpression?: string;
  /** The API server's cause, `FieldValueInvalid` where it is left out. */
  readonly reason?: string;
  /** The field below the value that is to blame. */
  readonly fieldPath?: string;
}

/** The schema of a child of a value: field, map entry or list item. `undefined` when the schema knows none. */
export function childNode(node: SchemaNode | undefined, key: string | number): SchemaNode | undefined {
  if (node === undefined) return undefined;
  if (typeof key === 'number') return node.items;
  const { properties } = node;
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : node.values;
}

/** Whether any CEL rule stands at or below the node. */
export const hasRules: (node: SchemaNode) => boolean = oncePer((node) => node.rules !== undefined || childNodes(node).some(hasRules));

/** Whether a CEL rule at or below the node asks for a regular expression. */
export const hasPatternRules: (node: SchemaNode) => boolean = oncePer(
  (node) => (node.rules ?? []).some(({ rule }) => rule.includes(MATCHES)) || childNodes(node).some(hasPatternRules),
);

/** How a CEL rule asks for one. */
export const MATCHES = '.matches(';

/** Fields, items and map values. */
export function childNodes({ properties = {}, items, values }: SchemaNode): readonly SchemaNode[] {
  return [...Object.values(properties), ...[items, values].filter((node) => node !== undefined)];
}

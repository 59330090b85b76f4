import type { CompiledRule } from '../cel/cel-operators.ts';
import { COMPILED_RULES } from '../cel/compiled-rules.gen.ts';
import type { CelRule, SchemaNode } from './schema-node.ts';
import table from './schemas.gen.json' with { type: 'json' };

/** A stored node: children and rules by number, children before parents. */
export interface StoredNode extends Omit<SchemaNode, 'properties' | 'items' | 'values' | 'rules'> {
  readonly properties?: Readonly<Record<string, number>>;
  readonly items?: number;
  readonly values?: number;
  readonly rules?: readonly number[];
}

/** The number of the root node by hub profile, kind and version. */
export const ROOTS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> = table.roots;

/** Returns the schema with that number, built when it is first needed, because most runs need few kinds. Source: scripts/contracts.ts. */
export function storedSchema(at: number): SchemaNode {
  const known = nodes.get(at);
  if (known !== undefined) return known;
  const stored = (table.nodes as readonly StoredNode[])[at];
  if (stored === undefined) throw new Error(`the contracts have no node ${String(at)}`);
  const node = linked(stored);
  nodes.set(at, node);
  return node;
}

/** Whether KubeFleet has a CEL rule with that text in any of the profiles. */
export function isBuiltInRule(text: string): boolean {
  return table.rules.some(({ rule }) => rule === text);
}

/** The rule with that text as JavaScript; `undefined` if it is not one of KubeFleet's, or the engine of CEL must evaluate it. */
export function compiledRule(text: string): CompiledRule | undefined {
  return compiledRules.get(text);
}

const compiledRules = new Map(Object.entries(COMPILED_RULES).map(([at, compiled]) => [table.rules[Number(at)]?.rule, compiled]));

const nodes = new Map<number, SchemaNode>();

function linked({ properties, items, values, rules, ...node }: StoredNode): SchemaNode {
  return {
    ...node,
    ...(properties === undefined ? {} : { properties: linkedFields(properties) }),
    ...(items === undefined ? {} : { items: storedSchema(items) }),
    ...(values === undefined ? {} : { values: storedSchema(values) }),
    ...(rules === undefined ? {} : { rules: rules.map(storedRule) }),
  };
}

function linkedFields(properties: Readonly<Record<string, number>>): Readonly<Record<string, SchemaNode>> {
  const fields: Record<string, SchemaNode> = {};
  for (const [name, at] of Object.entries(properties)) fields[name] = storedSchema(at);
  return fields;
}

function storedRule(at: number): CelRule {
  const rule = table.rules[at];
  if (rule === undefined) throw new Error(`the contracts have no rule ${String(at)}`);
  return rule;
}

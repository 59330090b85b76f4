import { schemaOfCrd } from '../../src/admission/contracts/crd-schema.ts';
import { childNodes, type CelRule, type SchemaNode } from '../../src/admission/contracts/schema-node.ts';
import type { StoredNode } from '../../src/admission/contracts/table.ts';

interface ContractTable {
  add(profile: string, kind: string, version: string, schema: unknown): void;
  readonly size: number;
  toJson(): string;
}

/** A list of schema nodes in which equal ones are stored once, however many kinds, versions and profiles share them. */
export function contractTable(): ContractTable {
  const nodes: StoredNode[] = [];
  const known = new Map<string, number>();
  const rules: CelRule[] = [];
  const roots: Record<string, Record<string, Record<string, number>>> = {};

  const store = ({ properties, items, values, preserve, rules: found, ...node }: SchemaNode): number => {
    const stored: StoredNode = {
      ...node,
      ...(found === undefined ? {} : { rules: found.map((rule) => indexOf(rules, rule)) }),
      ...(properties === undefined ? {} : { properties: storeFields(properties) }),
      ...(items === undefined ? {} : { items: store(items) }),
      ...(values === undefined ? {} : { values: store(values) }),
      ...(preserve === undefined ? {} : { preserve }),
    };
    const key = JSON.stringify(stored);
    const at = known.get(key) ?? nodes.push(stored) - 1;
    known.set(key, at);
    return at;
  };
  const storeFields = (properties: Readonly<Record<string, SchemaNode>>): Record<string, number> =>
    Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, store(node)]));

  return {
    add(profile, kind, version, schema) {
      const root = schemaOfCrd(schema);
      assertKnown(root, `${kind} ${version} (${profile})`);
      ((roots[profile] ??= {})[kind] ??= {})[version] = store(root);
    },
    get size() {
      return nodes.length;
    },
    toJson: () =>
      `{"roots":${JSON.stringify(roots)},\n"rules":[\n${rules.map((rule) => JSON.stringify(rule)).join(',\n')}\n],\n"nodes":[\n${nodes.map((node) => JSON.stringify(node)).join(',\n')}\n]}\n`,
  };
}

/** The built-in contracts must contain all checks of the hub. */
function assertKnown(node: SchemaNode, name: string): void {
  if (node.unjudged !== undefined)
    throw new Error(`the CRD of ${name} has ${node.unjudged.join(', ')}, which the admission twin does not know`);
  for (const child of childNodes(node)) assertKnown(child, name);
}

function indexOf(rules: CelRule[], rule: CelRule): number {
  const text = JSON.stringify(rule);
  const at = rules.findIndex((known) => JSON.stringify(known) === text);
  return at === -1 ? rules.push(rule) - 1 : at;
}

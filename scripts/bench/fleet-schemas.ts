import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOTS, storedSchema } from '../../src/admission/contracts/table.ts';
import type { SchemaNode } from '../../src/admission/contracts/schema-node.ts';

/**
 * Writes a JSON schema for each authored kind of KubeFleet v0.3 into a folder, made from our contracts, and returns the location for
 * kubeconform. The schemas have no CEL rules.
 */
export function writeFleetSchemas(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [kind, versions] of Object.entries(ROOTS['v0.3'] ?? {}))
    for (const [version, root] of Object.entries(versions))
      writeFileSync(path.join(folder, `${kind.toLowerCase()}_${version}.json`), JSON.stringify(schemaOf(storedSchema(root))));
  return path.join(folder, '{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json');
}

function schemaOf(node: SchemaNode): object {
  const { type, properties, required, items, values, nullable, distinct, preserve, rules, unjudged, ...kept } = node;
  void [distinct, preserve, rules, unjudged];
  const types = type === 'int-or-string' ? ['integer', 'string'] : [type].flatMap((each) => each ?? []);
  return {
    ...kept,
    ...(types.length === 0 ? {} : { type: nullable === true ? [...types, 'null'] : types }),
    ...(properties === undefined ? {} : { properties: mapped(properties) }),
    ...(required === undefined ? {} : { required }),
    ...(items === undefined ? {} : { items: schemaOf(items) }),
    ...(values === undefined ? {} : { additionalProperties: schemaOf(values) }),
  };
}

function mapped(properties: Readonly<Record<string, SchemaNode>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, schemaOf(node)]));
}

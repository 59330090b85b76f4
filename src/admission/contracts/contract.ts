import { fleetKind, type HubProfile } from '../../fleet/kinds.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/object.ts';
import table from './schemas.gen.json' with { type: 'json' };

/**
 * What a CRD demands of one value. Children are numbers of other nodes; equal nodes are stored once.
 * Source: the CRDs of KubeFleet v0.3.1 (`v0.3`), of the same with Azure's changes (`aks`) and of main, by scripts/contracts.ts.
 */
export interface SchemaNode {
  /** Absent where anything goes: a JSON patch value, and all of `status`, which the hub drops on create. */
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'int-or-string';
  readonly properties?: Readonly<Record<string, number>>;
  readonly required?: readonly string[];
  readonly items?: number;
  /** The values of a map with free keys. */
  readonly values?: number;
  /** Fields that are not listed are kept. */
  readonly preserve?: true;
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
  /** CEL rules on the value itself, by their number. */
  readonly rules?: readonly number[];
}

/** One `x-kubernetes-validations` entry: KubeFleet's expression and what the server says when it is not true. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
}

/** The schema of one kind in one version on one hub. */
export interface Contract {
  readonly profile: HubProfile;
  readonly kind: string;
  readonly version: string;
  /** Number of the root node; the precompiled validator has the same one. */
  readonly root: number;
}

const roots: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> = table.roots;
const rules: readonly CelRule[] = table.rules;
const nodes: readonly SchemaNode[] = table.nodes as readonly SchemaNode[];

/** The contract an object is judged by; `undefined` when people do not author its kind, or the hub does not serve its group and version. */
export function contractFor(object: Pick<KubeObject, 'apiVersion' | 'kind'>, profile: HubProfile): Contract | undefined {
  if (fleetKind(object.kind)?.group !== groupOf(object.apiVersion)) return undefined;
  const version = versionOf(object.apiVersion);
  const versions = roots[profile]?.[object.kind] ?? {};
  const root = Object.hasOwn(versions, version) ? versions[version] : undefined;
  return root === undefined ? undefined : { profile, kind: object.kind, version, root };
}

/** All served versions of an authored kind. */
export function contractsOf(kind: string, profile: HubProfile): readonly Contract[] {
  return Object.entries(roots[profile]?.[kind] ?? {}).map(([version, root]) => ({ profile, kind, version, root }));
}

/** The number is that of `SchemaNode.rules`. */
export function celRule(at: number): CelRule {
  const rule = rules[at];
  if (rule === undefined) throw new Error(`contract table has no rule ${String(at)}`);
  return rule;
}

export function schemaNode(at: number): SchemaNode {
  const node = nodes[at];
  if (node === undefined) throw new Error(`contract table has no node ${String(at)}`);
  return node;
}

/** The schema of a child of a value: field, map entry or list item. `undefined` when the schema knows none. */
export function childNode(node: SchemaNode | undefined, key: string | number): SchemaNode | undefined {
  const at = typeof key === 'number' ? node?.items : (own(node?.properties, key) ?? node?.values);
  return at === undefined ? undefined : schemaNode(at);
}

function own(properties: SchemaNode['properties'], key: string): number | undefined {
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

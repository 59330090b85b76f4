import { isObject, listAt, stringAt, type JsonObject } from '../src/fleet/json.ts';
import type { CelRule, SchemaNode } from '../src/admission/contracts/contract.ts';

interface ContractTable {
  add(profile: string, kind: string, version: string, schema: unknown): void;
  readonly size: number;
  toJson(): string;
}

const COPIED = [
  'enum',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'pattern',
  'default',
];

/** Of these the hub checks nothing, or what they say is taken over in another way. */
const IGNORED = new Set([
  'additionalProperties',
  'anyOf',
  'description',
  'format',
  'items',
  'properties',
  'required',
  'type',
  'x-kubernetes-int-or-string',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
]);

/** A rule that says more than these could put its denial elsewhere, or word it otherwise. */
const RULE_KEYS = new Set(['rule', 'message']);

/** A list of schema nodes in which equal ones are stored once, however many kinds, versions and profiles share them. */
export function contractTable(): ContractTable {
  const nodes: SchemaNode[] = [];
  const known = new Map<string, number>();
  const rules: CelRule[] = [];
  const roots: Record<string, Record<string, Record<string, number>>> = {};

  const intern = (node: SchemaNode): number => {
    const key = JSON.stringify(node);
    const at = known.get(key) ?? nodes.push(node) - 1;
    known.set(key, at);
    return at;
  };
  const constraints = (schema: JsonObject): SchemaNode => {
    const found = rulesOf(schema);
    if (found.length === 0) return keywords(schema);
    return { ...keywords(schema), rules: found.map((rule) => indexOf(rules, rule)) };
  };
  const store = (schema: unknown, constrained: boolean): number => {
    if (!isObject(schema)) throw new Error('a schema must be an object');
    const children: Record<string, unknown> = {};
    if (isObject(schema['properties'])) children['properties'] = storeProperties(schema['properties'], constrained);
    if (isObject(schema['items'])) children['items'] = store(schema['items'], constrained);
    if (isObject(schema['additionalProperties'])) children['values'] = store(schema['additionalProperties'], constrained);
    if (schema['x-kubernetes-preserve-unknown-fields'] === true) children['preserve'] = true;
    return intern({ ...(constrained ? constraints(schema) : {}), ...children });
  };
  const storeProperties = (properties: JsonObject, constrained: boolean): Record<string, number> =>
    Object.fromEntries(
      Object.entries(properties)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) => [name, store(schema, constrained)]),
    );
  const storeRoot = (schema: unknown): number => {
    if (!isObject(schema) || !isObject(schema['properties'])) throw new Error('a kind must have fields');
    // The server decodes the metadata itself, by its own type.
    const { apiVersion: _a, kind: _k, metadata: _m, status, ...authored } = schema['properties'];
    const properties = { ...storeProperties(authored, true), ...(status === undefined ? {} : { status: store(status, false) }) };
    return intern({ ...constraints(schema), properties });
  };

  return {
    add(profile, kind, version, schema) {
      ((roots[profile] ??= {})[kind] ??= {})[version] = storeRoot(schema);
    },
    get size() {
      return nodes.length;
    },
    toJson: () =>
      `{"roots":${JSON.stringify(roots)},\n"rules":[\n${rules.map((rule) => JSON.stringify(rule)).join(',\n')}\n],\n"nodes":[\n${nodes.map((node) => JSON.stringify(node)).join(',\n')}\n]}\n`,
  };
}

/** Everything a schema demands of the value itself, its children aside. */
function keywords(schema: JsonObject): SchemaNode {
  const node: Record<string, unknown> = {};
  const anything = schema['x-kubernetes-preserve-unknown-fields'] === true && schema['type'] === undefined;
  if (!anything) node['type'] = schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : schema['type'];
  const required = listAt(schema, 'required');
  if (required.length > 0) node['required'] = required;
  for (const keyword of COPIED) if (schema[keyword] !== undefined) node[keyword] = schema[keyword];
  if (typeof schema['default'] === 'object') throw new Error('the CRDs have a default that is no scalar: defaulting would share it');
  const unknown = Object.keys(schema).find(
    (keyword) => !IGNORED.has(keyword) && keyword !== 'x-kubernetes-list-type' && !COPIED.includes(keyword),
  );
  if (unknown !== undefined) throw new Error(`the CRDs use \`${unknown}\`, which the admission twin does not know`);
  const listType = schema['x-kubernetes-list-type'];
  if (listType !== undefined && listType !== 'atomic')
    throw new Error(`the CRDs have a list of type ${JSON.stringify(listType)}, whose keys the admission twin does not check`);
  return node;
}

function rulesOf(schema: JsonObject): readonly CelRule[] {
  return listAt(schema, 'x-kubernetes-validations').map((entry) => {
    const unknown = Object.keys(isObject(entry) ? entry : {}).find((key) => !RULE_KEYS.has(key));
    if (unknown !== undefined) throw new Error(`a CEL rule of the CRDs has \`${unknown}\`, which the admission twin does not know`);
    return { rule: stringAt(entry, 'rule') ?? '', message: stringAt(entry, 'message') ?? '' };
  });
}

function indexOf(rules: CelRule[], { rule, message }: CelRule): number {
  const at = rules.findIndex((known) => known.rule === rule && known.message === message);
  return at === -1 ? rules.push({ rule, message }) - 1 : at;
}

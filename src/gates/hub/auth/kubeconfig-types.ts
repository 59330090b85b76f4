import { isObject, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';

/** The type of a value, as the decoder of kubectl requires it. Null is the zero value of each type, and unknown fields are ignored. */
type Shape = 'string' | 'boolean' | { readonly listOf: Shape } | { readonly mapOf: Shape } | { readonly fields: Fields };
type Fields = Readonly<Record<string, Shape>>;

interface Misfit {
  readonly path: readonly (string | number)[];
  readonly is: string;
  readonly shape: Shape;
}

/**
 * Which value of a kubeconfig has a type that kubectl refuses, without the value, because it may be a secret; `undefined` if none has. An
 * ignored `as: 1001` would let the login itself act instead of the user to impersonate.
 */
export function wrongType(document: JsonObject): string | undefined {
  const misfit = misfitIn(document, CONFIG, []);
  if (misfit === undefined) return undefined;
  const { path, is, shape } = misfit;
  const wanted = typeof shape === 'string' ? shape : 'listOf' in shape ? 'list' : 'mapping';
  const isScalar = is === 'number' || is === 'boolean';
  const remedy =
    shape === 'boolean'
      ? 'write true or false without quotes'
      : isScalar && shape === 'string'
        ? 'write it in quotes'
        : `write a ${wanted}`;
  return `${fieldName(document, path)} is a ${is}, not a ${wanted}: ${remedy}`;
}

/** `as-groups[1] of user u`; `users[0].name` for what has no named entry around it. */
function fieldName(document: JsonObject, path: Misfit['path']): string {
  const [list = '', index = 0, inner, ...rest] = path;
  const name = rest.length === 0 ? undefined : stringAt(document, list, index, 'name');
  return name === undefined ? shown(path) : `${shown(rest)} of ${String(inner)} ${name}`;
}

function shown(path: Misfit['path']): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

function misfitIn(value: unknown, shape: Shape, path: Misfit['path']): Misfit | undefined {
  if (value === null || value === undefined) return undefined;
  const is = Array.isArray(value) ? 'list' : isObject(value) ? 'mapping' : typeof value;
  if (typeof shape === 'string') return is === shape ? undefined : { path, is, shape };
  const children = childrenOf(value, shape);
  if (children === undefined) return { path, is, shape };
  for (const [key, child, childShape] of children) {
    const misfit = misfitIn(child, childShape, [...path, key]);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

/** The parts whose types are known; `undefined` if the value cannot have parts of this kind. */
function childrenOf(
  value: unknown,
  shape: Exclude<Shape, string>,
): readonly (readonly [key: string | number, child: unknown, shape: Shape])[] | undefined {
  if ('listOf' in shape) return Array.isArray(value) ? value.map((item, at) => [at, item, shape.listOf] as const) : undefined;
  if (!isObject(value)) return undefined;
  const fields = Object.entries(value);
  if ('mapOf' in shape) return fields.map(([key, child]) => [key, child, shape.mapOf] as const);
  return fields.flatMap(([key, child]) => {
    const known = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    return known === undefined ? [] : [[key, child, known] as const];
  });
}

function strings<const Name extends string>(...names: readonly Name[]): Readonly<Record<Name, 'string'>> {
  return Object.fromEntries(names.map((name) => [name, 'string'])) as Record<Name, 'string'>;
}

function named(inner: string, fields: Fields): Shape {
  return { listOf: { fields: { name: 'string', [inner]: { fields: { ...fields, extensions: EXTENSIONS } } } } };
}

const EXTENSIONS: Shape = { listOf: { fields: { name: 'string' } } };
const TEXTS: Shape = { listOf: 'string' };

const CLUSTER: Fields = {
  ...strings('server', 'tls-server-name', 'certificate-authority', 'certificate-authority-data', 'proxy-url'),
  'insecure-skip-tls-verify': 'boolean',
  'disable-compression': 'boolean',
};

const EXEC: Fields = {
  ...strings('command', 'apiVersion', 'installHint', 'interactiveMode'),
  args: TEXTS,
  env: { listOf: { fields: strings('name', 'value') } },
  provideClusterInfo: 'boolean',
};

const USER: Fields = {
  ...strings(
    'client-certificate',
    'client-certificate-data',
    'client-key',
    'client-key-data',
    'token',
    'tokenFile',
    'username',
    'password',
  ),
  ...strings('as', 'as-uid'),
  'as-groups': TEXTS,
  'as-user-extra': { mapOf: TEXTS },
  'auth-provider': { fields: { name: 'string', config: { mapOf: 'string' } } },
  exec: { fields: EXEC },
};

/** Source: client-go, `tools/clientcmd/api/v1/types.go`. */
const CONFIG: Shape = {
  fields: {
    ...strings('kind', 'apiVersion', 'current-context'),
    preferences: { fields: { colors: 'boolean', extensions: EXTENSIONS } },
    clusters: named('cluster', CLUSTER),
    users: named('user', USER),
    contexts: named('context', strings('cluster', 'user', 'namespace')),
    extensions: EXTENSIONS,
  },
};

import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { shortenTo } from '../../wording/value-hints.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks ConfigMaps and Secrets. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateConfigMap and ValidateSecret. */
export function* contentViolations(object: KubeObject): Iterable<Violation> {
  for (const name of object.kind === 'Secret' ? ['data', 'stringData'] : ['data', 'binaryData']) {
    for (const key of Object.keys(objectAt(object, name) ?? {})) {
      const fault = keyFault(key);
      // A key with invalid characters may be a line that holds a secret, so the pointer does not contain it.
      const at = object.kind === 'Secret' ? `/${name}` : childPointer(`/${name}`, key);
      if (fault !== undefined) yield wrongValue(at, key, ...fault);
    }
  }
  if (object.kind === 'Secret') yield* typeViolations(object);
  else
    for (const key of Object.keys(objectAt(object, 'binaryData') ?? {}))
      if (Object.hasOwn(objectAt(object, 'data') ?? {}, key))
        yield wrongTogether(childPointer('/binaryData', key), [key], 'is a key of `data` as well', 'Keep one of the two.');
}

/** What is wrong with a key, and what to write. Source: apimachinery `pkg/util/validation`, IsConfigMapKey. */
function keyFault(key: string): readonly [says: string, remedy: string] | undefined {
  if (key.length > 253) return ['has a key of more than 253 characters', shortenTo(253)];
  if (!/^[-._a-zA-Z0-9]+$/.test(key))
    return ["has a key with characters other than letters, digits, '-', '_' and '.'", 'Write another key.'];
  return key === '.' || key.startsWith('..') ? ['has a key that is not a file name', 'Write another key.'] : undefined;
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** The keys of credentials that are JSON. */
const JSON_KEYS: Readonly<Record<string, string>> = {
  'kubernetes.io/dockercfg': '.dockercfg',
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
};
const BASIC_AUTH = 'kubernetes.io/basic-auth';

function* typeViolations(secret: KubeObject): Iterable<Violation> {
  const type = stringAt(secret, 'type') ?? '';
  const there = { ...objectAt(secret, 'data'), ...objectAt(secret, 'stringData') };
  const keys = Object.keys(there);
  for (const key of Object.hasOwn(REQUIRED, type) ? (REQUIRED[type] ?? []) : [])
    if (!Object.hasOwn(there, key)) yield missing(childPointer('/data', key), keys, `is required in a Secret of type ${type}`);
  if (type === BASIC_AUTH && !['username', 'password'].some((key) => Object.hasOwn(there, key)))
    yield missing('/data', keys, `needs \`username\` or \`password\` in a Secret of type ${type}`);
  const key = Object.hasOwn(JSON_KEYS, type) ? (JSON_KEYS[type] ?? '') : '';
  for (const field of ['stringData', 'data']) {
    const value = objectAt(secret, field)?.[key];
    if (typeof value !== 'string') continue;
    if (!isJsonObject(field === 'data' ? Buffer.from(value, 'base64').toString() : value))
      yield wrongTogether(
        childPointer(`/${field}`, key),
        [value],
        `is not a JSON object, as a Secret of type ${type} needs`,
        field === 'data' ? 'Write the JSON of the credentials in base64, encoded once.' : 'Write the JSON of the credentials.',
        ['/type'],
      );
    // It replaces the same key of `data`.
    break;
  }
}

/** @param values of which one may be the missing key */
function missing(pointer: string, values: readonly unknown[], says: string): Violation {
  return wrongTogether(pointer, values, says, 'Add it, or write another `type`.', ['/type', '/data', '/stringData']);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || isObject(value);
  } catch {
    return false;
  }
}

import { pointerKeys } from '../fleet/json/json-pointer.ts';
import { isObject, stringAt, type JsonObject } from '../fleet/json/json.ts';
import { isCredential, isOpenValue, mayNameCredential } from './credential-names.ts';
import { isPlain } from './is-plain.ts';
import { isPathOfSecret } from './quoted-fields.ts';

/** The fields of a Secret other than its data. Any other field was probably meant as data. */
const OF_A_SECRET: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'type', 'status']);

const MISSPELT_FIELD = /^\s*(?:api-?version|kind)\s*$/i;

/** Whether a Secret has a field of this name and value. */
export function isFieldOfSecret(name: string, value: unknown): boolean {
  return name === 'immutable' ? typeof value === 'boolean' : OF_A_SECRET.has(name) || MISSPELT_FIELD.test(name);
}

/**
 * Whether the object is an override of Secrets (its patches contain their values), or a Work condition whose `identifier` names a Secret.
 */
export function selectsSecrets(value: JsonObject): boolean {
  return [value['identifier'], ...selectorsOf(value)].some((entry) => isObject(entry) && entry['kind'] === 'Secret');
}

/** The selectors of a placement or an override. */
export function selectorsOf(value: JsonObject): readonly JsonObject[] {
  return [value['resourceSelectors'], value['clusterResourceSelectors']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]).filter(isObject) : [],
  );
}

/** Whether a field of a JSON patch is none that it has, and so probably its value. */
export function isMisspeltValue(object: JsonObject, name: string): boolean {
  return stringAt(object, 'path')?.startsWith('/') === true && object['op'] !== undefined && name !== 'op' && name !== 'path';
}

/** Whether the object is a patch of a field that is never secret, even of a Secret. */
export function isOpenField(object: JsonObject): boolean {
  return /^\/(?:type|immutable|metadata\/labels(?:\/.*)?)$/.test(stringAt(object, 'path') ?? '');
}

/** Whether the object is a variable with a telling name, or a patch of a field that is one or may be in a Secret. */
export function namesSecretValue(object: JsonObject, value: unknown): boolean {
  const path = stringAt(object, 'path');
  const name = path === undefined ? (stringAt(object, 'name') ?? stringAt(object, 'key') ?? '') : '';
  if (path !== undefined && isPathOfSecret(path)) return true;
  // The name of the variable is in the object that is patched.
  if (path !== undefined && VARIABLE.test(path) && holdsMoreThanWords(value)) return true;
  return isCredential(
    path === undefined ? name : (pointerKeys(path).at(-1) ?? ''),
    isScalar(value) ? String(value) : JSON.stringify(value ?? ''),
  );
}

/** A patch of a variable that is given by its place. */
const VARIABLE = /\/env\/(?:\d+|-)\/[^/]*$/;

/** Whether any text in a value is more than a word, a number or a path. */
function holdsMoreThanWords(value: unknown): boolean {
  if (typeof value === 'string') return !isPlain(value) && !isOpenValue(value);
  return (Array.isArray(value) || isObject(value)) && Object.values(value).some(holdsMoreThanWords);
}

/** Whether the value of a field may be a credential because of its name. The key of a Secret in an ExternalSecret is a name. */
export function namesValue(name: string, object: JsonObject): boolean {
  return mayNameCredential(name) && !(name === 'secretKey' && isObject(object['remoteRef'] ?? object['sourceRef']));
}

/** Whether the object is a patch of a kustomization for Secrets. */
export function isPatchOfSecret(object: JsonObject): boolean {
  return stringAt(object, 'target', 'kind') === 'Secret';
}

export function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

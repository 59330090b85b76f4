import { isObject, stringAt } from '../fleet/json/json.ts';

/**
 * Whether a value is a Secret, or may be meant as one: its kind is miswritten or lost, and it has data. Of the kinds in `v1` only ConfigMaps
 * and Secrets have a field `data`.
 */
export function isSecretLike(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, apiVersion, metadata } = value;
  if (Object.entries(value).some(([name, own]) => /^\s*kind\s*$/i.test(name) && typeof own === 'string' && NEARLY_SECRET.test(own)))
    return true;
  if (kind === 'ConfigMap' || !Object.keys(value).some(isData)) return false;
  if (apiVersion === 'v1') return true;
  // A template of other objects has metadata and data too, and a name only if it is an object.
  return (
    (apiVersion === undefined || apiVersion === null || apiVersion === '') && isObject(metadata) && stringAt(metadata, 'name') !== undefined
  );
}

/** `Secret`, also with letters that are missing, doubled or in another order. */
const NEARLY_SECRET = /^\s*s[ecrt]{4,6}s?\s*$/i;

/** Whether a field is the data of a Secret or a ConfigMap, in any spelling. */
export function isData(name: string): boolean {
  return /^\s*(?:string|binary)?[-_]?data\s*$/i.test(name);
}

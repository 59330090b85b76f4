import { fieldsOf, kubernetesFacts } from '../../../admission/kubernetes/facts.ts';
import { isObject, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { onlyMeant } from '../../../fleet/text/nearest.ts';

/**
 * Whether a value that lacks apiVersion or kind can hardly be anything but an object of Kubernetes, which kubectl refuses: it has a name, the
 * other of the two, or a misspelt one, is one of Kubernetes, and a kind that fits has all its fields. Values of charts, parts of OpenAPI
 * documents and files of other programs have fields of their own.
 */
export function isHalfNamedObject(value: JsonObject): boolean {
  if (stringAt(value, 'metadata', 'name') === undefined) return false;
  const meant = { apiVersion: typeAt(value, 'apiVersion'), kind: typeAt(value, 'kind') };
  if (meant.apiVersion !== undefined && meant.kind !== undefined) return false;
  const fields: string[] = [];
  for (const key of Object.keys(value)) {
    const type = typeKey(key);
    if (type === undefined) fields.push(key);
    // A misspelt key, such as `Kind`, has the missing half.
    else meant[type] ??= typeAt(value, key);
  }
  if (meant.apiVersion === undefined && meant.kind === undefined) return false;
  const { kinds } = kubernetesFacts();
  return Object.entries(kinds).some(([known, at]) => {
    const slash = known.lastIndexOf('/');
    const [apiVersion, kind] = [known.slice(0, slash), known.slice(slash + 1)];
    if ((meant.apiVersion ?? apiVersion) !== apiVersion || (meant.kind ?? kind) !== kind) return false;
    const has = fieldsOf(at) ?? {};
    return fields.every((field) => Object.hasOwn(has, field));
  });
}

/**
 * Whether a value has an apiVersion and a kind as an object or a list of any type has them, and one of the two keys is misspelt, mostly in
 * its case. Its fields may be in another case as well.
 */
export function hasMisspeltType(value: unknown): boolean {
  if (!isObject(value) || !Object.keys(value).some((key) => /^(?:metadata|items)$/i.test(key))) return false;
  const keys = new Map(Object.keys(value).map((key) => [TYPE.includes(key) ? key : typeKey(key), key]));
  const texts = TYPE.map((type) => stringAt(value, keys.get(type) ?? type) ?? '');
  return TYPE.some((type) => keys.get(type) !== type) && /^(?:[^\s/]+\/)?v\d\w*$/.test(texts[0] ?? '') && /^[A-Z]\w+$/.test(texts[1] ?? '');
}

const TYPE: readonly string[] = ['apiVersion', 'kind'];

/** An empty text is no type, as for kubectl. */
function typeAt(value: JsonObject, key: string): string | undefined {
  const text = stringAt(value, key);
  return text === '' ? undefined : text;
}

/** The key of the type that a key is, also if it is misspelt, or a comment in JSON precedes it, which YAML reads as a part of the key. */
function typeKey(key: string): 'apiVersion' | 'kind' | undefined {
  const word = /(?:^|["\s])(apiVersion|kind)"?$/.exec(key)?.[1] ?? onlyMeant(key, ['apiVersion', 'kind']);
  return word === 'apiVersion' || word === 'kind' ? word : undefined;
}

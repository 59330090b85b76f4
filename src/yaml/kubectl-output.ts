import { field, isObject, stringAt } from '../fleet/json/json.ts';

/**
 * Why a value that kubectl wrote is not all that was asked for, in a sentence; `undefined` for any other value. kubectl writes its errors
 * beside the objects that it could read (`2>&1`), and the kind of a list behind its items.
 */
export function incompleteOutput(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const error = Object.keys(value).find((key) => KUBECTL_ERROR.test(key) && typeof value[key] === 'string');
  if (error !== undefined) return `kubectl reports here that it did not read everything (${error}: ${String(value[error])}).`;
  if (value['kind'] === undefined && Array.isArray(field(value, 'items')))
    return 'This list has no kind, so the file is probably cut short: kubectl writes the kind behind the items.';
  if (DESCRIBED.every((key) => key in value) && stringAt(value, 'kind') === undefined)
    return 'This is the text of `kubectl describe`, which leaves fields out. Use `kubectl get` with `-o yaml`.';
  return undefined;
}

/** kubectl 1.32: `Error from server (NotFound): …`, `error: the server doesn't have a resource type "works"`. */
const KUBECTL_ERROR = /^(?:Error from server\b|error$)/;

/** The first lines of every `kubectl describe`. */
const DESCRIBED = ['Name', 'Labels', 'Annotations'];

import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { isAbsent } from './is-absent.ts';
import type { TypeRules } from './type-rules.ts';

/**
 * Where a value of the hub has a field that the wanted value lacks, as a JSON pointer; `undefined` if there is none. Only for lists and maps
 * that one manager owns as a whole, in types of Kubernetes and KubeFleet: there an API server adds nothing but defaults.
 */
export function extraIn(live: unknown, wanted: unknown, pointer: string, type: TypeRules): string | undefined {
  if (Array.isArray(live) && Array.isArray(wanted)) {
    for (const [index, item] of live.entries()) {
      const found = extraIn(item, wanted[index], `${pointer}/${index}`, type);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(live) || !isObject(wanted)) return undefined;
  for (const [key, held] of Object.entries(live)) {
    const at = childPointer(pointer, key);
    const isLacking = !Object.hasOwn(wanted, key) || wanted[key] === null;
    if (isLacking && isMeant(key, held, at, type)) return at;
    const found = isLacking ? undefined : extraIn(held, wanted[key], at, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Neither a default nor a value that equals an absent one. An empty selector selects everything. Any JSON has no defaults. */
function isMeant(key: string, held: unknown, pointer: string, type: TypeRules): boolean {
  if (held === undefined || held === null) return false;
  if (!type.hasGoType(pointer)) return true;
  if (isAbsent(held)) return isObject(held) && key.endsWith('Selector');
  if (held === '' || held === false) return UNLIKE_ABSENT.has(key);
  return !type.isFilledInItem(held, pointer);
}

/** Fields whose empty text or `false` is not what an absent field says: in schemas, and the conditions of an endpoint. */
const UNLIKE_ABSENT = new Set(['additionalProperties', 'default', 'ready', 'serving']);

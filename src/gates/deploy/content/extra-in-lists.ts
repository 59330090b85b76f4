import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, isObject } from '../../../fleet/json/json.ts';
import { extraIn } from './extra-in.ts';
import type { TypeRules } from './type-rules.ts';

/**
 * Where an item of a list on the hub has a field that the wanted item lacks, as a JSON pointer; `undefined` if there is none. Every apply
 * replaces such a list as a whole, so the field is an edit on the hub that the next apply takes back. Only for types of Kubernetes and
 * KubeFleet, where it is known what an API server adds.
 */
export function extraInLists(live: unknown, wanted: unknown, type: TypeRules, pointer = ''): string | undefined {
  if (Array.isArray(live) && Array.isArray(wanted)) {
    if (!type.isMerged(pointer)) return extraIn(live, wanted, pointer, type);
    for (const [index, item] of live.entries()) {
      const name: unknown = field(item, 'name');
      const own: unknown = field(wanted[index], 'name') === name ? wanted[index] : wanted.find((each) => field(each, 'name') === name);
      const found = extraInLists(item, own, type, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(live) || !isObject(wanted)) return undefined;
  for (const key of Object.keys(wanted)) {
    const found = extraInLists(live[key], wanted[key], type, childPointer(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../../../admission/denial.ts';
import { childPointer } from '../../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../../fleet/json/json.ts';

/** Pointers to the fields of a mapping that the source has not, or with another value. What is inside of mappings is not compared. */
export function changedFields(rendered: unknown, source: unknown, mapping: string): readonly string[] {
  const [now, before] = [valueAt(rendered, mapping), valueAt(source, mapping)];
  if (!isObject(now) || !isObject(before)) return [];
  const fields = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...fields].flatMap((key) => {
    const isInside = isObject(now[key]) && isObject(before[key]);
    return isInside || isDeepStrictEqual(now[key], before[key]) ? [] : [childPointer(mapping, key)];
  });
}

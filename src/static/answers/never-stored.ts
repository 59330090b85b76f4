import { structuralErrorsOf } from '../../admission/kubernetes/structural-errors.ts';
import { violationsOf } from '../../admission/kubernetes/violations-of.ts';
import { field, isObject } from '../../fleet/json/json.ts';
import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** Whether every API server refuses an object because of the old value of a field, so that none has stored it: the new value has fewer faults. */
export function isNeverStored(before: KubeObject, after: KubeObject, pointer: string): boolean {
  const old = faultsOf(before);
  return old > 0 && faultsOf(withValueOf(before, after, pointerKeys(pointer)) as KubeObject) < old;
}

function faultsOf(object: KubeObject): number {
  return structuralErrorsOf(object).length + [...violationsOf(object)].length;
}

function withValueOf(target: unknown, source: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || !isObject(target)) return source;
  return { ...target, [key]: withValueOf(target[key], field(source, key), rest) };
}

import { setOwn } from './set-own.ts';

/**
 * A copy of a JSON value in which no map or list is shared. `structuredClone` keeps a map shared if two places hold it (a YAML alias does
 * that). A patch of one place would then change the other one.
 */
export function ownCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ownCopy) as Value;
  const copy = {};
  for (const [key, held] of Object.entries(value)) setOwn(copy, key, ownCopy(held));
  return copy as Value;
}

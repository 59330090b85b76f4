import { setOwn } from './set-own.ts';

/**
 * A copy of a JSON value in which every map and list is there once. `structuredClone` keeps it if two places hold the same map (as they do
 * where YAML has an alias), and then a patch of one place changes the other one.
 */
export function ownCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ownCopy) as Value;
  const copy = {};
  for (const [key, held] of Object.entries(value)) setOwn(copy, key, ownCopy(held));
  return copy as Value;
}

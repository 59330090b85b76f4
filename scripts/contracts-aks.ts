import { field, isObject, listAt } from '../src/fleet/json.ts';

/**
 * The schema of Azure's managed hub: that of KubeFleet v0.3.1 with two later changes, as its code base has them
 * (Azure/fleet at 942238f3, 2026-06-29): `waitTime` already has main's pattern, and `selectionScope` main's values in all versions.
 * The result was compared with the CRDs of that commit: the authored kinds have no structural difference.
 */
export function azureSchema(released: unknown, main: unknown, name = ''): unknown {
  if (Array.isArray(released)) return released.map((entry, at) => azureSchema(entry, listAt(main)[at]));
  if (!isObject(released)) return released;
  if (name === 'waitTime' || name === 'selectionScope') return main ?? released;
  return Object.fromEntries(Object.entries(released).map(([key, value]) => [key, azureSchema(value, field(main, key), key)]));
}

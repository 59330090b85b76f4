import { isDeepStrictEqual } from 'node:util';

import { throughFloat } from '../fleet/json/int64.ts';
import { field, isObject, type JsonObject } from '../fleet/json/json.ts';
import { setOwn } from '../fleet/json/set-own.ts';

/**
 * What client-side `kubectl apply` makes of a custom resource. The live object gets all fields of the manifest, and loses fields that only
 * the last applied manifest has. Fields that only the live object has, such as defaults, stay. Lists are replaced. Source:
 * k8s.io/apimachinery `pkg/util/jsonmergepatch/patch.go`.
 */
export function threeWayMerge(applied: JsonObject, manifest: JsonObject, live: JsonObject): JsonObject {
  const changes = withoutNulls(difference(live, manifest));
  const deletions = onlyNulls(difference(applied, manifest));
  return patched(patched(live, changes), deletions);
}

/** The merge patch from one object to another. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(to)) {
    const before = field(from, key);
    if (isObject(before) && isObject(value)) {
      const below = difference(before, value);
      if (Object.keys(below).length > 0) setOwn(patch, key, below);
    } else if (!Object.hasOwn(from, key) || !isDeepStrictEqual(before, value)) setOwn(patch, key, value);
  }
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) setOwn(patch, key, null);
  return patch;
}

/** Removes each explicit `null` of the manifest. It returns as a deletion if the last manifest did not have it. */
function withoutNulls(patch: JsonObject): JsonObject {
  const kept = Object.entries(patch).flatMap(([key, value]): [string, unknown][] => {
    if (value === null) return [];
    if (!isObject(value) || Object.keys(value).length === 0) return [[key, value]];
    const below = withoutNulls(value);
    return Object.keys(below).length > 0 ? [[key, below]] : [];
  });
  return Object.fromEntries(kept);
}

function onlyNulls(patch: JsonObject): JsonObject {
  const kept = Object.entries(patch).flatMap(([key, value]): [string, unknown][] => {
    if (value === null) return [[key, null]];
    const below = isObject(value) ? onlyNulls(value) : {};
    return Object.keys(below).length > 0 ? [[key, below]] : [];
  });
  return Object.fromEntries(kept);
}

function patched(value: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...value };
  for (const [key, change] of Object.entries(patch)) {
    const before = field(result, key);
    if (change === null) delete result[key];
    else setOwn(result, key, isObject(change) ? patched(isObject(before) ? before : {}, change) : pruned(change));
  }
  return result;
}

/** Lists are replaced, and their objects lose nulls. The code that makes the patch reads all numbers as floats (`evanphx/json-patch`). */
function pruned(change: unknown): unknown {
  if (typeof change === 'number') return throughFloat(change);
  if (Array.isArray(change)) return change.map(pruned);
  return isObject(change) ? patched({}, change) : change;
}

import { isObject, type JsonObject } from '../../fleet/json/json.ts';

/**
 * The patch that brings an object to `wanted` and removes the fields of `before` that it lacks. A list with a merge key gets a directive
 * for each removed item; any other list is replaced. Only for a request that is never stored: it repeats fields that do not change, which
 * the API server merges to the same object. Source: apimachinery `pkg/util/strategicpatch`, CreateThreeWayMergePatch.
 * @param isStrategic false for a JSON merge patch, which knows no list items
 */
export function applyPatch(before: JsonObject, wanted: JsonObject, isStrategic: boolean): JsonObject {
  return patchOf(before, wanted, '', isStrategic);
}

function patchOf(before: JsonObject, wanted: JsonObject, name: string, isStrategic: boolean): JsonObject {
  const removed = Object.keys(before).filter((key) => before[key] !== undefined && !Object.hasOwn(wanted, key));
  const kept = Object.entries(wanted).map(([key, value]) => {
    const former = before[key];
    if (isObject(value) && isObject(former)) return [key, patchOf(former, value, key, isStrategic)];
    if (isStrategic && Array.isArray(value) && Array.isArray(former))
      return [key, listPatch(former, value, mergeKey(key, name), isStrategic)];
    return [key, value];
  });
  return Object.fromEntries([...kept, ...removed.map((key) => [key, null])]) as JsonObject;
}

function listPatch(
  before: readonly unknown[],
  wanted: readonly unknown[],
  key: string | undefined,
  isStrategic: boolean,
): readonly unknown[] {
  if (key === undefined) return wanted;
  const idOf = (item: unknown): unknown => (isObject(item) ? item[key] : undefined);
  const former = new Map(before.map((item) => [idOf(item), item]));
  const ids = new Set(wanted.map(idOf));
  const kept = wanted.map((item) => {
    const old = former.get(idOf(item));
    return isObject(item) && isObject(old) ? patchOf(old, item, '[]', isStrategic) : item;
  });
  const removed = [...former.keys()].filter((id) => id !== undefined && !ids.has(id));
  return [...kept, ...removed.map((id) => ({ $patch: 'delete', [key]: id }))];
}

/** The `patchMergeKey` of the fields of workloads, Services and ServiceAccounts. Source: the types of k8s.io/api. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  env: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  imagePullSecrets: 'name',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
  resourceClaims: 'name',
  schedulingGates: 'name',
  secrets: 'name',
};

/** Ports of a container are keyed otherwise than ports of a Service. */
function mergeKey(field: string, parent: string): string | undefined {
  if (field === 'ports') return parent === '[]' ? 'containerPort' : 'port';
  return MERGE_KEYS[field];
}

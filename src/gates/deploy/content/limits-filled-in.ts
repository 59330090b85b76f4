import { isObject, objectAt, type JsonObject } from '../../../fleet/json/json.ts';

/**
 * The spec of a LimitRange as the API server stores it: for containers, `default` is filled in from `max`, and `defaultRequest` from
 * `default` and `min` (Kubernetes pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem).
 */
export function withLimitsFilledIn(spec: unknown): unknown {
  if (!isObject(spec) || !Array.isArray(spec['limits'])) return spec;
  return {
    ...spec,
    limits: spec['limits'].map((item: unknown) => (isObject(item) && item['type'] === 'Container' ? filledIn(item) : item)),
  };
}

function filledIn(item: JsonObject): JsonObject {
  const limits = { ...given(item, 'max'), ...given(item, 'default') };
  const requests = { ...given(item, 'min'), ...limits, ...given(item, 'defaultRequest') };
  return { ...item, default: limits, defaultRequest: requests };
}

function given(item: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(objectAt(item, name) ?? {}).filter(([, value]) => value !== null));
}

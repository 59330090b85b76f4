import { isObject } from '../../../fleet/json.ts';

/**
 * A manifest's spec without what asks for nothing. The mutating webhook of ClusterResourcePlacements reads them into Go types and writes
 * them back (KubeFleet pkg/webhook). After that an empty string or `false` marked `omitempty` is missing, or a default stands there.
 */
export function withoutZeroValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutZeroValues(item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== '' && field !== false);
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutZeroValues(field)]));
}

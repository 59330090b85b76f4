import { isObject } from '../../../fleet/json/json.ts';
import { FLEET_DEFAULTS } from './fleet-defaults.ts';

/**
 * A placement's spec without values that have no effect beside the hub's spec. KubeFleet reads placements into Go types and writes them
 * back. It does so in the mutating webhook of ClusterResourcePlacements and when the hub agent adds finalizers (pkg/webhook,
 * pkg/controllers/placement). Then an empty string or `false` marked `omitempty` is missing, or is replaced by the default. Any other value
 * is a difference.
 */
export function withoutZeroValues(wanted: unknown, live: unknown): unknown {
  if (Array.isArray(wanted)) {
    const items: readonly unknown[] = Array.isArray(live) ? live : [];
    return wanted.map((item, index) => withoutZeroValues(item, items[index]));
  }
  if (!isObject(wanted)) return wanted;
  const beside = isObject(live) ? live : {};
  const kept = Object.entries(wanted).filter(([key, value]) => !isWrittenBack(key, value, beside[key]));
  // A structure of which nothing is left has no effect either.
  if (kept.length === 0 && Object.keys(wanted).length > 0) return undefined;
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutZeroValues(value, beside[key])]));
}

function isWrittenBack(key: string, wanted: unknown, live: unknown): boolean {
  if (wanted !== '' && wanted !== false) return false;
  if (live === undefined || live === null) return true;
  return wanted === '' && typeof live === 'string' && FLEET_DEFAULTS.get(key)?.includes(live) === true;
}

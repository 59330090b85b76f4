import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { isAbsent } from './is-absent.ts';

/**
 * Where a value of the hub has a field that the wanted value lacks, as a JSON pointer below it; `undefined` if there is none. Only for
 * lists and maps that one manager owns as a whole, in types of Kubernetes and KubeFleet: there an API server adds nothing but defaults.
 */
export function extraIn(live: unknown, wanted: unknown, pointer = ''): string | undefined {
  if (Array.isArray(live) && Array.isArray(wanted)) {
    for (const [index, item] of live.entries()) {
      const found = extraIn(item, wanted[index], `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(live) || !isObject(wanted)) return undefined;
  for (const [key, held] of Object.entries(live)) {
    const at = childPointer(pointer, key);
    const isLacking = !Object.hasOwn(wanted, key) || wanted[key] === null;
    if (isLacking && isMeant(key, held)) return at;
    const found = isLacking || FILLED_UP.has(key) ? undefined : extraIn(held, wanted[key], at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Neither a default nor a value that equals an absent one. An empty selector selects everything. */
function isMeant(key: string, held: unknown): boolean {
  if (held === '' || held === false || held === 0 || DEFAULTED.has(key)) return false;
  return !isAbsent(held) || (isObject(held) && key.endsWith('Selector'));
}

/** In a LimitRange, resources that these lack get the value of `max` or `default`. */
const FILLED_UP = new Set(['default', 'defaultRequest']);

/**
 * Fields that get a default in items of lists that apply replaces, by name: `defaults.go` of the kinds in Kubernetes pkg/apis, and the
 * `+kubebuilder:default` of KubeFleet's kinds.
 */
const DEFAULTED = new Set([
  ...'allocationMode apiGroup apiVersion count creationTimestamp dataSource dataSourceRef default defaultMode defaultRequest divisor expirationSeconds'.split(
    ' ',
  ),
  ...'kind matchPolicy max min name namespace protocol resources scope status timeoutSeconds volumeMode'.split(' '),
  ...'comparisonOption maxConcurrency maxSkew operator overrideType placementType propagationPolicy selectionScope sortOrder type'.split(
    ' ',
  ),
  ...'whenToApply whenToTakeOver whenUnsatisfiable'.split(' '),
]);

import { compareQuantities, quantityOf } from '../../../fleet/kubernetes/quantity.ts';
import type { Quantity } from '../../../fleet/kubernetes/quantity.ts';
import { UNKNOWN_TYPE, type TypeRules } from './type-rules.ts';

/**
 * Maps of resources to quantities, in which the API server rounds up to thousandths (Kubernetes pkg/apis/core/v1/defaults.go,
 * SetDefaults_ResourceList).
 */
const RESOURCE_LIST = /\/(limits|requests|hard|capacity|overhead|default|defaultRequest|max|min|maxLimitRequestRatio)\/[^/]+$/;

/** Other fields whose values it stores in canonical form (`0.5` becomes `500m`), without rounding. */
const QUANTITY = /\/(allocatable|podFixed)\/[^/]+$|\/(sizeLimit|divisor|averageValue)$|\/target\/value$/;

/**
 * Whether the API server stores the quantity `wanted` as `live`, in a field that holds quantities. A custom resource keeps the text, but
 * its controller may write a map of resources back in canonical form. Only the name of a resource shows that it is a quantity there:
 * `limits` may also hold a version.
 */
export function sameQuantity(live: unknown, wanted: unknown, pointer: string, type: TypeRules = UNKNOWN_TYPE): boolean {
  const isRounded = RESOURCE_LIST.test(pointer);
  if (isRounded && !type.hasGoType(pointer) && !isResourceName(pointer.slice(pointer.lastIndexOf('/') + 1))) return false;
  if (!isRounded && !(QUANTITY.test(pointer) && type.hasGoType(pointer))) return false;
  const stored = quantityOf(live);
  const asked = quantityOf(wanted);
  if (stored === undefined || asked === undefined) return false;
  return compareQuantities(stored, asked) === 0 || (isRounded && compareQuantities(stored, roundedUp(asked)) === 0);
}

/** Names of resources are Kubernetes' own or have a domain (`nvidia.com/gpu`, whose slash is `~1` in a pointer). */
function isResourceName(name: string): boolean {
  return NAMES.has(name) || name.startsWith('hugepages-') || (name.includes('.') && name.includes('~1'));
}

const NAMES = new Set(['cpu', 'ephemeral-storage', 'memory', 'pods', 'storage']);

const MILLI = -3;

/** A value below a thousandth is rounded away from zero. */
function roundedUp({ mantissa, exponent }: Quantity): Quantity {
  if (exponent >= MILLI) return { mantissa, exponent };
  const unit = 10n ** BigInt(MILLI - exponent);
  const whole = mantissa / unit;
  const rest = mantissa % unit;
  const more = rest === 0n ? 0n : rest > 0n ? 1n : -1n;
  return { mantissa: whole + more, exponent: MILLI };
}

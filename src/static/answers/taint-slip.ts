import type { Taint, Toleration } from '../../fleet/kubernetes/taint.ts';
import { mistyped } from './mistyped.ts';

/** Whether only a slip in key or value keeps the toleration from its taint. */
export function isTaintSlip(toleration: Toleration, taint: Taint): boolean {
  const isSameKey = toleration.key === taint.key;
  const isMeant = isSameKey || mistyped(toleration.key, [taint.key]) !== undefined;
  if (!isMeant || (toleration.effect !== '' && toleration.effect !== taint.effect)) return false;
  const isSameValue = toleration.operator === 'Exists' || toleration.value === taint.value;
  return isSameKey ? mistyped(toleration.value, [taint.value]) !== undefined : isSameValue;
}

/** As people write it: `key=value`. */
export function taintText({ key, value }: Pick<Taint, 'key' | 'value'>): string {
  return value === '' ? key : `${key}=${value}`;
}

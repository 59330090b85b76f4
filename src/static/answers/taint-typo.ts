import type { Taint, Toleration } from '../../fleet/kubernetes/taint.ts';
import { mistyped } from './mistyped.ts';

/** Whether the toleration differs from the taint only by a typing error in the key or value. */
export function isTaintTypo(toleration: Toleration, taint: Taint): boolean {
  const isSameKey = toleration.key === taint.key;
  const isMeant = isSameKey || mistyped(toleration.key, [taint.key]) !== undefined;
  if (!isMeant || (toleration.effect !== '' && toleration.effect !== taint.effect)) return false;
  const isSameValue = toleration.operator === 'Exists' || toleration.value === taint.value;
  return isSameKey ? mistyped(toleration.value, [taint.value]) !== undefined : isSameValue;
}

/** In the form `key=value`. */
export function taintText({ key, value }: Pick<Taint, 'key' | 'value'>): string {
  return value === '' ? key : `${key}=${value}`;
}

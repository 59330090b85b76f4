import { isBase64 } from '../../fleet/text/is-base64.ts';
import { parseQuantity } from '../../fleet/kubernetes/quantity.ts';
import { isGoTime } from '../go-time.ts';

/**
 * Whether a typed decoding accepts a value, by the letter of its type (`KubernetesFacts`). An unknown letter accepts everything. A whole
 * number may be written with a fraction of zero or an exponent, because clients send it as a whole number. Source: `encoding/json` as
 * `sigs.k8s.io/json` has it, and the decoders of apimachinery's IntOrString, Quantity and Time.
 */
export function fitsScalar(value: unknown, letter: string): boolean {
  switch (letter) {
    case 's':
      return typeof value === 'string';
    case 'b':
      return typeof value === 'boolean';
    case 'i':
      return isWhole(value, 2 ** 31);
    case 'l':
      return isWhole(value, 2 ** 63);
    case 'f':
      return typeof value === 'number';
    case 'x':
      return typeof value === 'string' || isWhole(value, 2 ** 31);
    case 'q':
      return typeof value === 'number' || (typeof value === 'string' && parseQuantity(value.trim()) !== undefined);
    case 'y':
      return Array.isArray(value) ? value.every(isByte) : typeof value === 'string' && isBase64(value);
    case 't':
      return typeof value === 'string' && isGoTime(value);
    default:
      return true;
  }
}

function isWhole(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit;
}

/** A list is accepted instead of base64: it holds the bytes themselves. */
function isByte(value: unknown): boolean {
  return value === null || (isWhole(value, 256) && Number(value) >= 0);
}

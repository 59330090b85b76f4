import { BELOW_INT64, FIRST_INT64, LAST_INT64 } from '../fleet/json/int64.ts';

/**
 * The value of a plain scalar as sigs.k8s.io/yaml (go-yaml v2) reads it before it converts it to JSON. It has YAML 1.1 booleans, octals
 * `0777` and `0o17`, and underscores in numbers. It has no base 60, dates are strings, and integers beyond 64 bits are floats. Source:
 * go.yaml.in/yaml/v2 `resolve.go`; the tests hold recorded answers of the real decoder.
 * A number that a double cannot hold stays on its side of the limits of int64, by which the hub recognizes whole numbers. A float is never
 * the smallest int64: kubectl sends it in its shortest digits, -9223372036854776000 (Go's `encoding/json`).
 */
export function resolvePlain(text: string): string | number | boolean | null {
  if (NULLS.has(text)) return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  return /^[-+.0-9]/.test(text) ? resolveNumber(text) : text;
}

const NULLS = new Set(['', '~', 'null', 'Null', 'NULL']);
const TRUE = new Set(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']);
const FALSE = new Set(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']);

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
/** Digits of the longest 64-bit number, in base 2. */
const MAX_BITS = 64;

/** The form of nearly all numbers. */
const SHORT = /^(?:0|[1-9][0-9]{0,14})$/;

function resolveNumber(text: string): string | number {
  if (SHORT.test(text)) return Number(text);
  // A scalar that starts with a dot is parsed only as a float, and keeps its underscores.
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  const integer = INTEGER.test(digits) ? integerOf(digits) : undefined;
  if (integer !== undefined) return integer;
  if (FLOAT.test(digits)) {
    const float = Number(digits);
    if (!Number.isFinite(float)) return text;
    if (float === FIRST_INT64) return BELOW_INT64;
    return float === 0 ? 0 : float;
  }
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^\.(?:nan|NaN|NAN)$/.test(text) ? Number.NaN : text;
}

function integerOf(digits: string): number | undefined {
  const negative = digits.startsWith('-');
  const unsigned = digits.replace(/^[-+]/, '').toLowerCase();
  // It would take a minute to parse a number of a million digits. Leading zeros matter only for the base.
  if (unsigned.replace(/^0[xbo]?0*/, '').length > MAX_BITS) return undefined;
  const magnitude = BigInt(/^0[0-7]+$/.test(unsigned) ? `0o${unsigned.slice(1)}` : unsigned);
  const value = negative ? -magnitude : magnitude;
  // Go does not accept a number with a plus sign as a uint64.
  if (value > (digits.startsWith('+') ? MAX_INT64 : MAX_UINT64) || value < MIN_INT64) return undefined;
  return value > MAX_INT64 ? Number(value) : Math.min(Number(value), LAST_INT64);
}

/**
 * Exact Kubernetes quantities (`500m`, `1.5Gi`, `2e3`). The grammar, the rounding up to a nano unit and the float that KubeFleet's sorter
 * uses are those of `k8s.io/apimachinery/pkg/api/resource` (v0.34).
 */

/** `mantissa · 10^exponent`, in the two numbers of Go's type. They decide which float `approximate` returns. */
export interface Quantity {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const GRAMMAR = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]+[+-]?\d*)?$/;
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const NANO = -9;
/** More digits than any float, or any difference that matters, has. */
const MOST_DIGITS = 1000;
/** Go keeps up to this many digits in an int64. Longer numbers become its big decimals. */
const FAST_DIGITS = 18;
const MAX_INT64 = 2n ** 63n - 1n;

/** The quantity of a field of an object; `undefined` if it has none. */
export function quantityOf(value: unknown): Quantity | undefined {
  return typeof value === 'number' || typeof value === 'string' ? parseQuantity(value) : undefined;
}

/** `undefined` if `text` is not a quantity. A number is read as its decimal notation, as the API server does. */
export function parseQuantity(text: string | number): Quantity | undefined {
  const parts = quantityParts(String(text));
  if (parts === undefined) return undefined;
  const { number, places, exponent, binary, fits } = parts;
  if (binary !== undefined) return fromBinary(number, binary, fits, places);
  return fits ? { mantissa: number, exponent } : toNano(number, exponent);
}

/** The parts into which Go splits a text first: `number · 10^exponent · 2^binary`. */
interface QuantityParts {
  readonly number: bigint;
  /** The digits of the text, without leading zeros. */
  readonly digits: string;
  readonly places: number;
  readonly exponent: number;
  readonly suffix: string;
  /** The power of two of a binary suffix. */
  readonly binary: number | undefined;
  /** Whether Go reads it into an int64 instead of a big decimal. */
  readonly fits: boolean;
}

export function quantityParts(text: string): QuantityParts | undefined {
  const match = GRAMMAR.exec(text);
  if (match === null || text === '') return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const digits = `${whole.replace(/^0+/, '') || '0'}${fraction}`;
  const { value, places } = decimal(whole + fraction, fraction.length);
  const binary = BINARY[suffix];
  const scale = binary === undefined ? (DECIMAL[suffix] ?? decimalExponent(suffix)) : 0;
  if (scale === undefined) return undefined;
  const exponent = scale - places;
  const fits = binary === undefined ? digits.length <= FAST_DIGITS && exponent >= NANO : isShort(digits.length, places, binary);
  // A number without digits, as in `Ki`, is 0. Go's big decimals do not accept it.
  if (!fits && whole + fraction === '') return undefined;
  return { number: signed(sign, value), digits, places, exponent, suffix, binary, fits };
}

/** Exact order of two quantities: -1, 0 or 1. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  if (a.exponent === b.exponent) return order(a.mantissa, b.mantissa);
  const signs = Math.sign(signOf(a.mantissa) - signOf(b.mantissa));
  if (signs !== 0 || a.mantissa === 0n) return signs;
  // Only numbers of the same magnitude are converted to one exponent, because `1e999999999` would take a gigabyte.
  const magnitudes = magnitude(a) - magnitude(b);
  if (magnitudes !== 0) return Math.sign(magnitudes) * signOf(a.mantissa);
  const least = Math.min(a.exponent, b.exponent);
  return order(a.mantissa * 10n ** BigInt(a.exponent - least), b.mantissa * 10n ** BigInt(b.exponent - least));
}

/** The sum. If the sizes are too far apart to write out the sum, the larger quantity. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const exponent = Math.min(a.exponent, b.exponent);
  if (Math.abs(a.exponent - b.exponent) > MOST_DIGITS) return compareQuantities(a, b) < 0 ? b : a;
  const scaled = (each: Quantity): bigint => each.mantissa * 10n ** BigInt(each.exponent - exponent);
  return { mantissa: scaled(a) + scaled(b), exponent };
}

/** @param times a whole number */
export function timesQuantity({ mantissa, exponent }: Quantity, times: number): Quantity {
  return { mantissa: mantissa * BigInt(times), exponent };
}

/** For people: in binary units if it is a whole number of them, otherwise in thousandths, plain numbers or powers of ten. */
export function quantityText({ mantissa, exponent }: Quantity): string {
  if (exponent < -3 || exponent > MOST_SHOWN) return `${mantissa}e${exponent}`;
  if (exponent < 0) {
    const milli = mantissa * 10n ** BigInt(exponent + 3);
    return milli % 1000n === 0n ? String(milli / 1000n) : `${milli}m`;
  }
  const whole = mantissa * 10n ** BigInt(exponent);
  const unit = UNITS.find(([, size]) => whole !== 0n && whole % size === 0n);
  return unit === undefined ? String(whole) : `${whole / unit[1]}${unit[0]}`;
}

const MOST_SHOWN = 18;
const UNITS = [
  ['Gi', 2n ** 30n],
  ['Mi', 2n ** 20n],
  ['Ki', 2n ** 10n],
] as const;

/** Go's `AsApproximateFloat64`: `0.3` gives 0.30000000000000004 and `300m` 0.3, as in KubeFleet's sorter. */
export function approximate({ mantissa, exponent }: Quantity): number {
  return exponent === 0 ? Number(mantissa) : Number(mantissa) * powerOfTen(exponent);
}

function signed(sign: string, value: bigint): bigint {
  return sign === '-' ? -value : value;
}

/**
 * The digits as a number with that many decimal places. Numbers of millions of digits take minutes. Only the first digits are therefore
 * used, and one more that says whether anything follows, which rounding needs.
 */
function decimal(digits: string, places: number): { readonly value: bigint; readonly places: number } {
  const significant = digits.replace(/^0+/, '');
  if (significant.length <= MOST_DIGITS) return { value: BigInt(`0${significant}`), places };
  const dropped = significant.length - MOST_DIGITS;
  const kept = significant.slice(0, MOST_DIGITS);
  if (!/[1-9]/.test(significant.slice(MOST_DIGITS))) return { value: BigInt(kept), places: places - dropped };
  return { value: BigInt(`${kept}1`), places: places - dropped + 1 };
}

/** Go parses an int64 and keeps its lower half. */
function decimalExponent(suffix: string): number | undefined {
  const [, sign = '', digits] = /^[eE]([+-]?)(\d+)$/.exec(suffix) ?? [];
  // An int64 has at most 19 digits.
  const significant = digits?.replace(/^0+/, '') ?? '';
  if (digits === undefined || significant.length > 19) return undefined;
  const exponent = signed(sign, BigInt(`0${significant}`));
  return BigInt.asIntN(64, exponent) === exponent ? Number(BigInt.asIntN(32, exponent)) : undefined;
}

/** Whether Go reads a number with a binary suffix into an int64. */
function isShort(digits: number, places: number, power: number): boolean {
  return places === 0 && 15 - digits - Math.trunc((power * 3) / 10) - 1 >= 0;
}

/** Binary suffixes: fractions are rounded up to a nano unit, and the value is limited to the largest int64. */
function fromBinary(number: bigint, power: number, fits: boolean, places: number): Quantity {
  const value = number * 2n ** BigInt(power);
  if (fits) return { mantissa: value, exponent: 0 };
  const rounded = toNano(value, -places);
  const limit: Quantity = { mantissa: MAX_INT64, exponent: 0 };
  const absolute = { ...rounded, mantissa: value < 0n ? -rounded.mantissa : rounded.mantissa };
  if (compareQuantities(absolute, limit) <= 0) return rounded;
  return value < 0n ? { mantissa: -MAX_INT64, exponent: 0 } : limit;
}

/** Values smaller than a nano unit are rounded away from zero. Larger numbers are written in nano units as well. */
function toNano(mantissa: bigint, exponent: number): Quantity {
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  const shift = exponent - NANO;
  // Beyond the range of floats the nano form only takes memory, because readers cannot tell the difference.
  if (shift > 400) return { mantissa, exponent };
  if (shift >= 0) return { mantissa: mantissa * 10n ** BigInt(shift), exponent: NANO };
  if (-shift > mantissa.toString().length) return { mantissa: mantissa < 0n ? -1n : 1n, exponent: NANO };
  const unit = 10n ** BigInt(-shift);
  const truncated = mantissa / unit;
  if (truncated * unit === mantissa) return { mantissa: truncated, exponent: NANO };
  return { mantissa: truncated + (mantissa < 0n ? -1n : 1n), exponent: NANO };
}

function order(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function signOf(value: bigint): number {
  return order(value, 0n);
}

/** Position of the first digit before the decimal point. */
function magnitude({ mantissa, exponent }: Quantity): number {
  return mantissa.toString().replace('-', '').length + exponent;
}

/** Go's `math.Pow10` multiplies two entries of its tables, so from `1e32` on the result is not always the nearest float. */
function powerOfTen(exponent: number): number {
  const rest = Math.abs(exponent) % POWERS;
  const whole = Number(`1e${String(exponent - Math.sign(exponent) * rest)}`);
  return exponent < 0 ? whole / Number(`1e${String(rest)}`) : whole * Number(`1e${String(rest)}`);
}

const POWERS = 32;

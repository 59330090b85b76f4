import { parseQuantity, type Quantity, quantityParts } from './quantity.ts';

/**
 * A quantity as Go prints it; `undefined` for a text that is not a quantity. Go keeps the written text only if it reads the number into an
 * int64 and the text looks canonical: `1.500` stays, `0.5` becomes `500m`. Go drops the suffix of `1000E`, because it has none for 10^21.
 * Source: apimachinery `pkg/api/resource/quantity.go` (v0.34), `ParseQuantity` and `CanonicalizeBytes`.
 */
export function goQuantity(text: string): string | undefined {
  const parts = quantityParts(text);
  const quantity = parseQuantity(text);
  if (parts === undefined || quantity === undefined) return undefined;
  if (quantity.mantissa === 0n) return '0';
  const { number, digits, exponent, suffix, binary, fits } = parts;
  const isCanonical = binary === undefined ? exponent % 3 === 0 && !/^0|000$/.test(digits) : number % 8n !== 0n;
  if (fits && isCanonical) return text;
  return (binary === undefined ? undefined : inBinary(quantity)) ?? inDecimal(quantity, /^[eE][-+0-9]/.test(suffix));
}

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
/** The power of ten of the first suffix. */
const FIRST_DECIMAL = -9;

/** Fractions, and numbers between -1024 and 1024, are written in decimal units. */
function inBinary({ mantissa, exponent }: Quantity): string | undefined {
  const unit = 10n ** BigInt(-exponent);
  let number = mantissa / unit;
  if (mantissa % unit !== 0n || (number > -1024n && number < 1024n)) return undefined;
  let times = 0;
  for (; number % 1024n === 0n; times += 1) number /= 1024n;
  return `${number}${BINARY[times] ?? ''}`;
}

function inDecimal({ mantissa, exponent }: Quantity, withExponent: boolean): string {
  let [number, power] = [mantissa, exponent];
  for (; number % 10n === 0n; power += 1) number /= 10n;
  for (; power % 3 !== 0; power -= 1) number *= 10n;
  if (withExponent) return power === 0 ? String(number) : `${number}e${power}`;
  return `${number}${DECIMAL[(power - FIRST_DECIMAL) / 3] ?? ''}`;
}

/** Fields whose values the API server stores in canonical form (`0.5` becomes `500m`). */
const QUANTITY_PARENTS =
  /\/(limits|requests|hard|capacity|allocatable|overhead|default|defaultRequest|max|min|maxLimitRequestRatio)\/[^/]+$|\/(sizeLimit|divisor|averageValue)$/;

/** Two spellings of one quantity at a place where a quantity stands. */
export function sameQuantity(a: unknown, b: unknown, pointer: string): boolean {
  if (!QUANTITY_PARENTS.test(pointer)) return false;
  const left = quantityOf(a);
  const right = quantityOf(b);
  return left !== undefined && right !== undefined && Math.abs(left - right) <= Math.abs(left) * 1e-12;
}

const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

function quantityOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const match = /^([+-]?[0-9]*\.?[0-9]+|[+-]?[0-9]+\.)(?:[eE]([+-]?[0-9]+)|(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?)$/.exec(value);
  if (match === null) return undefined;
  return Number(match[1]) * (match[2] === undefined ? (SUFFIXES[match[3] ?? ''] ?? Number.NaN) : 10 ** Number(match[2]));
}

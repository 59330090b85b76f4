/** Nanoseconds of the units that Go knows. */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const LONGEST = 2n ** 63n;

/** The longest duration that Go holds, without its fraction of a second. */
export const LONGEST_GO_DURATION = '2562047h47m16s';

/**
 * Nanoseconds of a text such as `1h30m`, `-1.5s` or `0`; `tooLong` if Go's `time.Duration` cannot hold them, `undefined` if it is not a
 * duration. Source: `time.ParseDuration` of Go, which refuses both.
 */
export function goDuration(text: string): bigint | 'tooLong' | undefined {
  const unsigned = text.replace(/^[-+]/, '');
  if (unsigned === '0') return 0n;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(unsigned)) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of unsigned.matchAll(/(\d*)(?:\.(\d*))?([a-zµμ]+)/gy)) {
    // Digits after these change nothing: the result is too long in any case.
    const size = UNITS[unit] ?? 0n;
    total +=
      BigInt(whole.replace(/^0+/, '').slice(0, 30) || '0') * size + BigInt(Math.trunc(Number(`0.${fraction || '0'}`) * Number(size)));
    if (total > LONGEST) return 'tooLong';
  }
  if (text.startsWith('-')) return -total;
  return total === LONGEST ? 'tooLong' : total;
}

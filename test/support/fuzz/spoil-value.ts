import type { Random } from './random.ts';

/** A copy of a JSON value in which a few places cannot be read: removed, null, of another type, or a huge number. */
export function spoiltValue<T>(value: T, random: Random, most = 5): T {
  let spoilt: unknown = value;
  for (let left = 1 + random.int(most); left > 0; left -= 1) spoilt = spoiltSomewhere(spoilt, random);
  return spoilt as T;
}

const GONE = Symbol('gone');
const ODD: unknown = JSON.parse('{"__proto__": null, "constructor": {}}');

function spoiltSomewhere(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return spoiltLeaf(value, random);
  const keys = Object.keys(value);
  if (keys.length === 0 || random.oneIn(12)) return spoiltLeaf(value, random);
  const key = random.pick(keys);
  const inner = spoiltSomewhere((value as Record<string, unknown>)[key], random);
  if (Array.isArray(value)) return value.flatMap((entry: unknown, at) => (String(at) !== key ? [entry] : inner === GONE ? [] : [inner]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => (name !== key ? [[name, entry]] : inner === GONE ? [] : [[name, inner]])),
  );
}

function spoiltLeaf(value: unknown, random: Random): unknown {
  const others: readonly unknown[] = [GONE, GONE, null, {}, [], [null], 1e21, -1, '', '\uFFFD', ODD, [[]], 0.5];
  const other = random.pick(others);
  return typeof other === typeof value && typeof other === 'string' && random.oneIn(2) ? `${String(value)}\uFFFD` : other;
}

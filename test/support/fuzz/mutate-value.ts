import { hostileWord } from './hostile-words.ts';
import type { Random } from './random.ts';

/**
 * A copy of a JSON value with a few random changes: fields removed, duplicated, of another type, or named as properties of every object.
 */
export function mutatedValue<T>(value: T, random: Random, most = 4): T {
  let mutated: unknown = value;
  for (let left = 1 + random.int(most); left > 0; left -= 1) mutated = changedSomewhere(mutated, random, 0);
  return mutated as T;
}

/** A random JSON value, most often a hostile text or an extreme number. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.int(depth > 4 ? 6 : 9);
  if (kind < 3) return hostileWord(random);
  if (kind < 5) return random.pick(NUMBERS);
  if (kind === 5) return random.pick([null, true, false]);
  if (kind === 6) return random.some(0, 3, () => hostileValue(random, depth + 1));
  const value: Record<string, unknown> = {};
  for (const key of random.some(0, 3, () => hostileWord(random))) setOwn(value, key, hostileValue(random, depth + 1));
  return value;
}

const NUMBERS = [0, -0, 1, -1, 0.5, 1e21, -1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 99_999_999_999, 5e-324];

function changedSomewhere(value: unknown, random: Random, depth: number): unknown {
  const isDeeper = !random.oneIn(depth === 0 ? 50 : 6);
  if (Array.isArray(value) && value.length > 0 && isDeeper) {
    const at = random.int(value.length);
    return value.map((entry, index) => (index === at ? changedSomewhere(entry, random, depth + 1) : (entry as unknown)));
  }
  if (isRecord(value) && isDeeper && Object.keys(value).length > 0) {
    const key = random.pick(Object.keys(value));
    return withKey(value, key, changedSomewhere(value[key], random, depth + 1));
  }
  return changed(value, random);
}

function changed(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && random.oneIn(2)) {
    const list = [...(value as unknown[])];
    const at = random.int(list.length + 1);
    const how = random.int(4);
    if (how === 0) list.splice(at, 1);
    else if (how === 1) list.splice(at, 0, list[at]);
    else if (how === 2) list.splice(at, 0, hostileValue(random, 3));
    else list.reverse();
    return list.map((entry) => entry ?? null);
  }
  if (isRecord(value) && random.oneIn(2)) {
    const how = random.int(4);
    const key = random.pick([...Object.keys(value), 'x']);
    if (how < 2) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    return withKey(value, how === 2 ? hostileWord(random) : key, hostileValue(random, 2));
  }
  if (typeof value === 'string' && value !== '' && random.oneIn(2)) {
    const at = random.int(value.length);
    return value.slice(0, at) + (random.oneIn(2) ? hostileWord(random) : '') + value.slice(at + random.int(3));
  }
  if (typeof value === 'number' && random.oneIn(2)) return value + random.pick([1, -1, 0.5, 1e18]);
  return hostileValue(random, 2);
}

function withKey(value: Readonly<Record<string, unknown>>, key: string, entry: unknown): unknown {
  const copy = Object.fromEntries(Object.entries(value));
  setOwn(copy, key, entry);
  return copy;
}

function setOwn(value: object, key: string, entry: unknown): void {
  Object.defineProperty(value, key, { value: entry, enumerable: true, configurable: true, writable: true });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every value with the way to it. */
export function* valuesOf(value: Json, way: readonly string[] = []): Generator<{ readonly way: readonly string[]; readonly value: Json }> {
  if (way.length > 0) yield { way, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) yield* valuesOf(entry, [...way, key]);
}

/** A copy with another value at the end of the way. */
export function withValue(value: Json, [key, ...rest]: readonly string[], replaced: Json): Json {
  if (key === undefined) return replaced;
  const copy = structuredClone(value) as { [key: string]: Json };
  copy[key] = withValue(copy[key] ?? null, rest, replaced);
  return copy;
}

/** `null`, `list`, or what `typeof` says. */
export function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

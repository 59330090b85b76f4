const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** The newest RFC 3339 time anywhere in the values: when a dump was taken, as near as it tells; `undefined` when it holds none. */
export function newestTimeIn(value: unknown): Date | undefined {
  let newest = -Infinity;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && TIME.test(next)) newest = Math.max(newest, Date.parse(next));
    else if (typeof next === 'object' && next !== null) for (const below of Object.values(next)) open.push(below);
  }
  return Number.isFinite(newest) ? new Date(newest) : undefined;
}

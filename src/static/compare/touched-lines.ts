/**
 * The numbers, from 1, of the lines that the previous text does not have: those between the common start and the common end, except for
 * lines that only moved. `undefined` if there was no previous text.
 */
export function touchedLines(before: string | undefined, now: string): ReadonlySet<number> | undefined {
  if (before === undefined) return undefined;
  const [old, own] = [linesOf(before), linesOf(now)];
  const most = Math.min(old.length, own.length);
  let first = 0;
  while (first < most && old[first] === own[first]) first += 1;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === own.at(-1 - last)) last += 1;
  const known = new Map<string, number>();
  for (const line of old.slice(first, old.length - last)) known.set(line, (known.get(line) ?? 0) + 1);
  const touched = new Set<number>();
  for (const [index, line] of own.slice(first, own.length - last).entries()) {
    const times = known.get(line) ?? 0;
    if (times === 0) touched.add(first + index + 1);
    else known.set(line, times - 1);
  }
  return touched;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}

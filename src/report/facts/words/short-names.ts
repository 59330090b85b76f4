import { oneLine } from './visible.ts';

/** The longest name a cluster may have. */
const LONGEST = 63;

/**
 * Names in at most `most` UTF-16 units, cut in the middle, because names of clusters often differ only at their end. Names that would look
 * the same are cut less; names that still look the same are numbered. Equal names stay equal.
 */
export function shortNames(names: readonly string[], most: number): readonly string[] {
  const lines = names.map((name) => oneLine(name));
  const shown = new Map([...new Set(lines)].map((line) => [line, clipMiddle(line, most)]));
  for (const same of ambiguousGroups(shown)) {
    for (const line of same) shown.set(line, clipMiddle(line, widthToTell(same, most)));
  }
  for (const same of ambiguousGroups(shown))
    for (const [index, line] of same.entries()) shown.set(line, `${shown.get(line)} (${index + 1})`);
  return lines.map((line) => shown.get(line) ?? line);
}

/** The names of which at least two have the same short form. */
function ambiguousGroups(shown: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const groups = Map.groupBy(shown.keys(), (line) => shown.get(line));
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The smallest width at which all of them differ, or the greatest possible one. */
function widthToTell(lines: readonly string[], from: number): number {
  for (let width = from; width < LONGEST; width += 1) {
    if (new Set(lines.map((line) => clipMiddle(line, width))).size === lines.length) return width;
  }
  return LONGEST;
}

/** `aks-prod-we…europe-1`, never cut inside a code point. */
function clipMiddle(line: string, most: number): string {
  if (line.length <= most) return line;
  const tail = Math.floor((most - 1) / 2);
  const head = line.slice(0, most - 1 - tail).replace(/[\uD800-\uDBFF]$/, '');
  return `${head}…${line.slice(line.length - tail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

import { isObject } from '../../../../fleet/json/json.ts';
import { valuesIn } from '../../../../yaml/documents.ts';

/**
 * The values of a chart with objects in them, as `extraObjects` has them: the texts of each, by its name. A value of a chart within the chart is
 * also below the name of that chart.
 * @param texts of the files of the chart
 */
export function objectsOfValues(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const look = (value: unknown, depth: number): void => {
    if (!isObject(value)) return;
    for (const [name, item] of Object.entries(value)) {
      const all = textsIn(item).filter((text) => /\bkind["']?\s*:/.test(text));
      if (all.length === 0) continue;
      found.set(name, [...(found.get(name) ?? []), ...all]);
      if (depth < MOST_CHARTS) look(item, depth + 1);
    }
  };
  for (const [file, text] of texts)
    if (IS_VALUES.test(file) && !IN_CHART.test(file) && text.includes('kind')) for (const value of valuesIn(text)) look(value, 0);
  return found;
}

/** The texts of values with objects that a part of a template names. */
export function valuesNamedIn(block: string, objects: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (objects.size === 0) return [];
  const names = new Set([...block.matchAll(NAME)].flatMap(([, path = '']) => path.split('.')));
  return [...names].flatMap((name) => objects.get(name) ?? []);
}

/** Objects as they would be written, and the texts in them, which may be objects too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return [
    JSON.stringify(value, null, 1),
    ...Object.values(value)
      .filter((item) => typeof item === 'string' && item.includes('\n'))
      .map(String),
  ];
}

const IS_VALUES = /\.ya?ml$/;
const IN_CHART = /(?:^|\/)(?:templates|crds)\/|(?:^|\/)Chart\.yaml$/;
/** Charts within charts. */
const MOST_CHARTS = 2;
// linear: a name starts behind its own dot.
const NAME = /\.Values\.([\w.]+)/g;

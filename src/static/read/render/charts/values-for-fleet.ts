import { isObject, stringAt, type JsonObject } from '../../../../fleet/json/json.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { ALL_BY_NAME, ALL_VALUES, definitionsIn, FILES, isTemplate, templatesWithFleet, includedIn } from './templates/chart-templates.ts';
import { makesFleetObjects } from '../../placeholders/names-fleet.ts';
import type { Overlay } from '../overlay.ts';
import type { Sources } from '../sources.ts';

/** The names of values at the top; `any` if they are not known. */
export type ValueNames = ReadonlySet<string> | 'any';

/**
 * The values that decide what the KubeFleet objects of a chart are, and whether it makes them. Values of a chart within a chart, and those
 * of which a template takes more than one by name, are `any`. Empty for a chart without KubeFleet objects.
 * @param files of the chart
 * @param made the number of KubeFleet objects of each template that was rendered @param packed see `packedCharts`
 */
export function valuesForFleet(
  files: ReadonlySet<string>,
  sources: Sources,
  { directory }: Overlay,
  made: ReadonlyMap<string, number>,
  packed: ReadonlyMap<string, string> = new Map(),
): ValueNames {
  const named = templatesWithFleet(files, sources, directory);
  const templates = `${directory === '' ? '' : `${directory}/`}templates/`;
  // A definition in `crds/` is no template. Others compute the objects, or are in a packed chart.
  const isComputed = [...made].some(([file, count]) => count > 0 && !named.includes(file) && (file === '' || isTemplate(file, directory)));
  const isPacked = packed.entries().some(([file, text]) => isTemplate(file, directory) && makesFleetObjects(text));
  if (isComputed || isPacked || named.some((file) => !file.startsWith(templates))) return 'any';
  const bodies = new Map([...files].flatMap((file) => definitionsIn(sources.text(file) ?? '')).map(({ name, body }) => [name, body]));
  const found = new Set<string>();
  const texts = new Set(named.map((file) => sources.text(file) ?? ''));
  // Texts that are added during the loop come last.
  for (const text of texts) {
    if (OPEN.test(text) || ALL_VALUES.test(text) || ALL_BY_NAME.test(text) || text.includes(FILES)) return 'any';
    for (const [, name = ''] of text.matchAll(VALUE)) found.add(name);
    for (const name of includedIn(text)) {
      const body = bodies.get(name);
      // A packed chart may define it.
      if (body === undefined) return 'any';
      texts.add(body);
    }
  }
  return found;
}

// linear: each alternative starts at a word, and looks at the signs behind it.
const OPEN = /\btpl\b|\b(?:include|template)\s(?!\s*")/;
// linear: a name starts behind its own dot.
const VALUE = /\.Values\.(\w+)/g;

/** Whether values that are given may decide about KubeFleet objects. */
export function mayDecide(forFleet: ValueNames, given: ValueNames): boolean {
  if (forFleet === 'any') return true;
  return given === 'any' ? forFleet.size > 0 : !forFleet.isDisjointFrom(given);
}

/**
 * The names in values that a file gives to a chart: a mapping or its text, parameters with names, and paths of files.
 * @param textOf the text of a file at a path; `undefined` if it is not known
 */
export function namesOfValues(value: unknown, textOf: (path: string) => string | undefined): ValueNames {
  if (Array.isArray(value)) return joined(value.map((item) => (isObject(item) ? ofItem(item) : namesOfValues(item, textOf))));
  if (isObject(value)) return namesFrom(Object.keys(value));
  if (typeof value !== 'string') return new Set();
  const text = /[\n:]\s|\n|^\s*\{/.test(value) ? value : textOf(value);
  if (text === undefined) return 'any';
  const documents = [...readDocuments(text)];
  return joined(
    documents.map((each) => (each.kind === 'read' ? (isObject(each.value) ? namesOfValues(each.value, textOf) : NONE) : 'any')),
  );
}

const NONE: ValueNames = new Set<string>();

/** A parameter (`image.tag`), or a mapping of values. */
function ofItem(item: JsonObject): ValueNames {
  const name = stringAt(item, 'name');
  return namesFrom(name === undefined ? Object.keys(item) : [name]);
}

/** The names at the top. A variable, or a value in place of a name, may name any. */
function namesFrom(paths: readonly string[]): ValueNames {
  const names = paths.map((path) => path.split(/[.[]/, 1)[0] ?? path);
  return names.some((name) => /\$|^\{/.test(name)) ? 'any' : new Set(names);
}

export function joined(all: readonly ValueNames[]): ValueNames {
  return all.reduce<ValueNames>((one, other) => (one === 'any' || other === 'any' ? 'any' : one.union(other)), NONE);
}

import { isObject } from '../../../../fleet/json/json.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { hasPartsOfFleet } from '../../placeholders/parts-of-fleet.ts';

/** A value of a chart that may become an object of KubeFleet, or a part of one. */
export interface FleetValue {
  readonly file: string;
  /** With dots. A list is a value as a whole. */
  readonly path: string;
  /** The texts in it, which `tpl` may evaluate. */
  readonly texts: readonly string[];
  /** It is only an apiVersion or a kind: a template has to write the rest. */
  readonly isPart: boolean;
}

/** The values with objects of KubeFleet, also in pieces and in base64, and the values around them. @param texts of the files of a chart */
export function fleetValues(texts: ReadonlyMap<string, string>): readonly FleetValue[] {
  const found: FleetValue[] = [];
  const look = (file: string, value: unknown, path: string, depth: number): void => {
    const written = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    if (!hasPartsOfFleet(written)) return;
    const isPart = !/\bkind["']?\s*:/.test(written) && (typeof value !== 'string' || value.length < ENCODED);
    if (path !== '') found.push({ file, path, texts: textsIn(value), isPart });
    if (isObject(value) && depth < DEEPEST)
      for (const [name, item] of Object.entries(value))
        if (item !== null) look(file, item, path === '' ? name : `${path}.${name}`, depth + 1);
  };
  for (const [file, text] of texts)
    if (IS_VALUES.test(file) && !IN_CHART.test(file) && hasPartsOfFleet(text))
      for (const document of readDocuments(text)) if (document.kind === 'read') look(file, document.value, '', 0);
  return found;
}

/** The values that a part of a template names. A chart within a chart names its values without the names of the charts around it. */
export function namedIn(text: string, values: readonly FleetValue[]): readonly FleetValue[] {
  if (values.length === 0) return [];
  const paths = new Set([...text.matchAll(NAME)].map(([, path = '']) => path));
  return values.filter(({ path }) => {
    const names = path.split('.');
    return [0, 1, MOST_CHARTS].some((from) => paths.has(names.slice(from).join('.')));
  });
}

/** Whether a part of a template that has all values takes one of these by a name, or takes all that there are. */
export function takenIn(text: string, values: readonly FleetValue[]): boolean {
  if (values.length === 0 || !ALL.test(text)) return false;
  if (EACH.test(text)) return true;
  const names = new Set(values.flatMap(({ path }) => path.split('.')));
  return [...text.matchAll(WORD)].some(([, word = '']) => names.has(word));
}

/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** An apiVersion or a kind is shorter than a whole object in base64. */
const ENCODED = 100;
const DEEPEST = 6;
/** Charts within charts. */
const MOST_CHARTS = 2;
const IS_VALUES = /\.ya?ml$/;
const IN_CHART = /(?:^|\/)(?:templates|crds)\/|(?:^|\/)Chart\.yaml$/;
// linear: a name starts behind its own dot.
const NAME = /\.Values\.([\w.]*\w)/g;
/** All values. */
const ALL = /\.Values\b(?!\.\w)/;
/** A loop over them, all of them as a text, or one with a name that is computed. */
// linear: the words between are few.
const EACH =
  /\b(?:range|to[A-Z]\w{3,12}|must[A-Z]\w{3,12}|values)\s+(?:[^\s{}]{1,40}\s+){0,4}\(?\$?\.Values(?![.\w])|\b(?:index|get|dig|pluck)\s+\(?\$?\.Values\s+[^"\s]|\.Values\s*\|/;
const WORD = /[."`](\w+)/g;

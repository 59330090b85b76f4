import { isObject } from '../../../../fleet/json/json.ts';
import { ALL_VALUES } from './templates/chart-templates.ts';
import { withoutCommentLines } from '../../placeholders/names-fleet.ts';
import { commentsHoldFleet, hasPartsOfFleet } from '../../placeholders/parts-of-fleet.ts';
import { valuesIn } from '../../../../yaml/documents.ts';

/** What a template calls the values of its chart, and its description in `Chart.yaml`. */
type Root = 'Values' | 'Chart';

/** A value of a chart that may become an object of KubeFleet, or a part of one. */
export interface FleetValue {
  readonly file: string;
  readonly root: Root;
  /** With dots. A list is a value as a whole. */
  readonly path: string;
  /** The texts in it, which `tpl` may evaluate. */
  readonly texts: readonly string[];
  /** It is only an apiVersion or a kind: a template has to write the rest. */
  readonly isPart: boolean;
  /** The object is in comments of a text: a template has to remove their signs. */
  readonly isComment: boolean;
}

/** The values with objects of KubeFleet, also in pieces and in base64, and the values around them. @param texts of the files of a chart */
export function fleetValues(texts: ReadonlyMap<string, string>): readonly FleetValue[] {
  const found: FleetValue[] = [];
  const look = (file: string, root: Root, value: unknown, path: string, depth: number): void => {
    const own = textsIn(value);
    const written = typeof value === 'string' ? value : JSON.stringify(value, withoutCommentsOfText, 1);
    const isOpen = hasPartsOfFleet(written);
    if (!isOpen && !own.some(commentsHoldFleet)) return;
    const isWhole = KIND.test(written) || own.some((text) => KIND.test(text) && hasPartsOfFleet(text));
    const isPart = isOpen && !isWhole && (typeof value !== 'string' || value.length < ENCODED);
    if (path !== '') found.push({ file, root, path, texts: own, isPart, isComment: !isOpen });
    if (isObject(value) && depth < DEEPEST)
      for (const [name, item] of Object.entries(value))
        if (item !== null) look(file, root, item, path === '' ? name : `${path}.${name}`, depth + 1);
  };
  for (const [file, text] of texts) {
    const root = IN_DESCRIPTION.test(file) ? 'Chart' : 'Values';
    if (!IS_VALUES.test(file) || IN_CHART.test(file) || !(hasPartsOfFleet(text) || commentsHoldFleet(text))) continue;
    for (const value of valuesIn(text)) look(file, root, root === 'Chart' ? asFields(value) : value, '', 0);
  }
  return found;
}

function withoutCommentsOfText(_: string, item: unknown): unknown {
  return typeof item === 'string' ? withoutCommentLines(item) : item;
}

/** A description as templates have it. The name of a chart about KubeFleet is no part of an object, if it is not a group. */
function asFields(description: unknown): unknown {
  if (!isObject(description)) return {};
  const fields = Object.entries(description).filter(([name, value]) => name !== 'name' || String(value).includes('.'));
  return Object.fromEntries(fields.map(([name, value]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]));
}

/** The values that a part of a template names. A chart within a chart names its values without the names of the charts around it. */
export function namedIn(text: string, values: readonly FleetValue[]): readonly FleetValue[] {
  if (values.length === 0) return [];
  const paths = new Set([...text.matchAll(NAME)].map(([, path = '']) => path));
  return values.filter(({ root, path }) => {
    const names = path.split('.');
    return [0, 1, MOST_CHARTS].some((from) => paths.has([root, ...names.slice(from)].join('.')));
  });
}

/** Whether a part of a template that has all values takes one of these by a name, or takes all that there are. */
export function takenIn(text: string, values: readonly FleetValue[]): boolean {
  return [...Map.groupBy(values, ({ root }) => root)].some(([root, those]) => {
    if (!ALL[root].test(text)) return false;
    if (EACH[root].test(text)) return true;
    const names = new Set(those.flatMap(({ path }) => path.split('.')));
    return [...text.matchAll(WORD)].some(([, word = '']) => names.has(word));
  });
}

/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

const KIND = /\bkind["']?\s*:/;
/** An apiVersion or a kind is shorter than a whole object in base64. */
const ENCODED = 100;
const DEEPEST = 6;
/** Charts within charts. */
const MOST_CHARTS = 2;
const IS_VALUES = /\.ya?ml$/;
const IN_CHART = /(?:^|\/)(?:templates|crds)\//;
const IN_DESCRIPTION = /(?:^|\/)Chart\.yaml$/;
// linear: a name starts behind its own dot.
const NAME = /\.((?:Values|Chart)\.[\w.]*\w)/g;
/** All values. */
const ALL: Readonly<Record<Root, RegExp>> = { Values: ALL_VALUES, Chart: /\.Chart\b(?!\.\w)/ };
/** A loop over them, all of them as a text, or one with a name that is computed. */
const EACH: Readonly<Record<Root, RegExp>> = { Values: eachOf(String.raw`Values(?:\.AsMap)?`), Chart: eachOf('Chart') };
const WORD = /[."`](\w+)/g;

function eachOf(root: string): RegExp {
  // linear: the words between are few.
  return new RegExp(
    String.raw`\b(?:range|to[A-Z]\w{3,12}|must[A-Z]\w{3,12}|values)\s+(?:[^\s{}]{1,40}\s+){0,4}\(?\$?\.${root}(?![.\w])|\b(?:index|get|dig|pluck)\s+\(?\$?\.${root}\s+[^"\s]|\.${root}\s*\|`,
  );
}

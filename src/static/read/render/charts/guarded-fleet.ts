import { makesFleetObjects } from '../../placeholders/names-fleet.ts';
import { commentsHoldFleet, hasPartsOfFleet } from '../../placeholders/parts-of-fleet.ts';
import { ALL_BY_NAME, expressionsIn, FILES, includedTexts, COMPUTED_NAME } from './templates/chart-templates.ts';
import { type FleetValue, namedIn, takenIn } from './fleet-values.ts';
import { type SharedChange, sharedChanges } from './shared-changes.ts';

/** What the templates of a chart can make objects of KubeFleet from, beside their own text. */
export interface FleetOrigins {
  readonly values: readonly FleetValue[];
  /** Files that they can read have objects of KubeFleet. */
  readonly isInFiles: boolean;
  /** Comments of files that they can read have some. */
  readonly isInComments: boolean;
  /** The named templates. */
  readonly bodies: ReadonlyMap<string, string>;
  /** The names of values that templates with objects of KubeFleet use; `undefined` if the chart has none. */
  readonly used: ReadonlySet<string> | 'any' | undefined;
}

/** A part of a template. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** The expressions that open the blocks around it. */
  readonly around: readonly string[];
}

/** A chart that has nothing of KubeFleet needs no further look. */
export function hasOrigins({ values, isInFiles, isInComments, bodies, used }: FleetOrigins, texts: Iterable<string>): boolean {
  if (values.length > 0 || isInFiles || isInComments || used !== undefined) return true;
  return bodies.values().some(makesFleetObjects) || [...texts].some((text) => mayWriteFleet(text) || commentsHoldFleet(text));
}

/** It computes a kind, or decodes a text. */
function mayWriteFleet(text: string): boolean {
  return (TYPED.test(text) || text.includes(DECODES)) && hasPartsOfFleet(text);
}

/**
 * Returns whether a part of a template may make an object of KubeFleet that is not written in it, decide about a part of one, or change
 * values for one. It can take the object from values, files and named templates, also by a variable or a block around the part. What is
 * printed within an object of another kind is no object. A template with very many such parts is not read to its end: the rest may.
 */
export function guardedFleet(text: string, origins: FleetOrigins): (part: Part) => boolean {
  const assigned = new Map<string, Set<string>>();
  for (const { expression } of expressionsIn(text))
    for (const [, name = ''] of expression.matchAll(ASSIGNED)) assigned.set(name, (assigned.get(name) ?? new Set()).add(expression));
  const { bodies, isInFiles, isInComments, used } = origins;
  const values = origins.values.filter(({ isComment }) => !isComment);
  const whole = values.filter(({ isPart }) => !isPart);
  const inComments = origins.values.filter(({ isComment }) => isComment);

  /** The expressions that give values to the variables of a text, and to those in these expressions. */
  const givenTo = (...texts: readonly string[]): readonly string[] => {
    const found = new Set(texts);
    // Texts that are added during the loop come last.
    for (const each of found)
      if (found.size < MOST_EXPRESSIONS)
        for (const [, name = ''] of each.matchAll(VARIABLE)) for (const expression of assigned.get(name) ?? []) found.add(expression);
    return [...found].slice(texts.length);
  };

  const inBodies = new Map<string, readonly SharedChange[]>();
  const inBody = (body: string): readonly SharedChange[] => {
    const known = inBodies.get(body) ?? sharedChanges(body, body);
    inBodies.set(body, known);
    return known;
  };

  let left = MOST_READ;
  return ({ start, end, around }) => {
    left -= text.length + origins.values.length;
    if (left < 0) return true;
    const block = text.slice(start, end);
    const [own = '', ...included] = includedTexts(block, bodies);
    if (COMPUTED_NAME.test(block) && bodies.values().some(makesFleetObjects)) return true;
    if (included.some(makesFleetObjects) || namedIn([own, ...included].join('\n'), whole).length > 0) return true;
    const given = givenTo(block, ...around);
    const all = [own, ...included, ...around, ...given].join('\n');
    if (used !== undefined && [...sharedChanges(block, text), ...included.flatMap(inBody)].some((each) => changesUsed(each, used)))
      return true;
    const { before, after } = documentAround(text, start, end);
    if (!isWithinOther(before + block)) {
      const derived = includedTexts([...around, ...given].join('\n'), bodies).join('\n');
      if (namedIn(derived, whole).length > 0 || takenIn(all, whole) || (isInFiles && all.includes(FILES))) return true;
      if (all.includes(DECODES) && hasPartsOfFleet(all)) return true;
      if (
        REMOVES_MARKS.test(all) &&
        (namedIn(`${all}\n${derived}`, inComments).length > 0 ||
          takenIn(all, inComments) ||
          (isInComments && all.includes(FILES)) ||
          [...included, ...[...own.matchAll(QUOTED)].map(([, quoted = '']) => quoted)].some(commentsHoldFleet))
      )
        return true;
    }
    const document = [before + block + after, ...included].join('\n');
    if (!TYPED.test(document)) return false;
    const typed = includedTexts([all, document, ...givenTo(document)].join('\n'), bodies).join('\n');
    return hasPartsOfFleet(typed) || namedIn(typed, values).length > 0 || isTyped(typed, values);
  };
}

/** Whether a document writes its kind by a name that a value with a part of KubeFleet has. */
function isTyped(document: string, values: readonly FleetValue[]): boolean {
  const names = new Set(
    values.flatMap(({ path, isPart, texts }) => (isPart && texts.length === 1 ? [path.slice(path.lastIndexOf('.') + 1)] : [])),
  );
  const inLists = values.some(({ isPart, texts }) => isPart && texts.length > 1);
  const kinds = [...document.matchAll(EACH_TYPED)].map(([line]) => line.replaceAll(/\.(?:Values|Chart)\.[\w.]+/g, ''));
  return kinds.some((line) => [...line.matchAll(/\.(\w+)/g)].some(([, name = '']) => inLists || names.has(name)));
}

/** Whether a change may concern objects of KubeFleet. One of values does if it names a value that they use, or none. */
function changesUsed({ expression, given }: SharedChange, used: ReadonlySet<string> | 'any'): boolean {
  const all = [expression, ...given].join('\n');
  if (!all.includes('.Values') || used === 'any') return true;
  const names = [...all.matchAll(/[."](\w+)/g)].flatMap(([, name = '']) => (name === 'Values' ? [] : name));
  return names.length === 0 || names.some((name) => used.has(name));
}

/** The text of the document or the named template around a part. */
function documentAround(text: string, start: number, end: number): { readonly before: string; readonly after: string } {
  const before = text.slice(0, start).split(BETWEEN_DOCUMENTS).at(-1) ?? '';
  const after = text.slice(end).split(BETWEEN_DOCUMENTS, 1)[0] ?? '';
  return { before, after };
}

/** Whether a text has documents with the name of their kind, and prints nothing elsewhere. */
function isWithinOther(text: string): boolean {
  return WITH_KIND.test(text) && text.split(BETWEEN_DOCUMENTS).every((document) => WITH_KIND.test(document) || !PRINTS.test(document));
}

/** The names of values that texts use, also in named templates. */
export function valuesUsedIn(texts: readonly string[], bodies: ReadonlyMap<string, string>): ReadonlySet<string> | 'any' {
  const all = texts.flatMap((text) => includedTexts(text, bodies));
  if (all.some((text) => ALL_BY_NAME.test(text))) return 'any';
  return new Set(all.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].flatMap(([, path = '']) => path.split('.'))));
}

const DECODES = 'b64dec';
/** A function that can remove the sign of a comment. A plain text without this sign cannot, as in `replace "+" "_"`. */
// linear: a text ends at its quote, and is short.
const REMOVES_MARKS =
  /\b(?:(?:r|mustR)egex(?:ReplaceAll|Find|Split)\w{0,12}|substr|slice|mustSlice|wrap|wrapWith|trunc\s{1,9}-\d{1,9})\b|\b(?:replace|trimPrefix|trimAll|split|splitn|splitList)\s{1,9}(?:[^"`\s]|["`]["`]|["`][^"`\n]{0,100}[#\\])/;
// linear: a text ends at its quote.
const QUOTED = /`([^`]*)`/g;
const BETWEEN_DOCUMENTS = /^---|\{\{-?[^\S\n]*define\b/m;
// linear: it matches within one line.
const WITH_KIND = /^kind:[^\S\n]*["']?[A-Z]\w*/m;
/** An expression that is not only a part of a block. */
// linear: it looks only a few signs ahead, but for one name.
const PRINTS = /\{\{-?\s*(?!(?:if|else|with|range|end|define|block|fail|-)\b|\/\*|\$\w+\s*:?=|-?\}\})\S/;
/** A kind that an expression makes. */
// linear: it matches within one line.
const TYPED = /\bkind["']?[^\S\n]*:[^\n{]{0,100}\{\{|["'`]kind["'`]\s+[.$("]/;
// linear: it matches within one line.
const EACH_TYPED = /\b(?:kind|apiVersion)["']?[^\S\n]*:[^\n{]{0,100}\{\{[^\n}]{0,300}/g;
const VARIABLE = /\$(\w+)/g;
// linear: a name is followed by few signs.
const ASSIGNED = /\$(\w+)\s{0,9}(?=:?=|,\s{0,9}\$\w+\s{0,9}:?=)/g;
/** Signs in all. The largest real templates have a tenth. */
const MOST_READ = 20_000_000;
/** Real templates have fewer variables in one expression. */
const MOST_EXPRESSIONS = 200;

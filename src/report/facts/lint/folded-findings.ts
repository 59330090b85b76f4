import type { Finding } from '../../../finding.ts';
import { pointerKeys } from '../../../fleet/json/json-pointer.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { placeOf } from '../words/words.ts';

/** A finding, and the other places of which the same is said. */
export interface FoldedFinding {
  readonly finding: Finding;
  readonly others: readonly OtherPlace[];
}

/** Another place of a finding. */
export interface OtherPlace {
  readonly finding: Finding;
  /** The words of its message that are not in the message shown, such as the name of the object. */
  readonly name?: string;
  /** Its remedy, if it is not the one shown. */
  readonly remedy?: string;
}

/** Fewer are easier to read one by one. */
const LEAST = 4;
/** The number of places in a sentence, and of those that have a name. */
const SHOWN = 5;
const NAMED = 20;

/**
 * Findings with the same rule, message and remedy as one, where at least four have them, or where they name one another's places. Messages may differ in the name of the object, in
 * the index of an entry of a list, and in the number or boolean that the entry is. Findings of one rule about entries of one list of one
 * object are one too, if their messages differ in a few words only, such as the name in the entry. The order is that of the first of each.
 * If the hub reports some of them only after the other errors are fixed, one that it reports first is shown.
 */
export function foldedFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  const equal = [...Map.groupBy(findings, keyOf).values()];
  const few = equal.filter((same) => !isOne(same)).flat();
  const ofLists = [...Map.groupBy(few, (finding) => listOf(finding) ?? finding).values()].flatMap(likeSentences);
  const places = new Map(findings.map((finding, index) => [finding, index]));
  return [...equal.filter(isOne), ...ofLists]
    .flatMap((same) => (isOne(same) ? [same] : same.map((each) => [each])))
    .toSorted(([a], [b]) => indexOf(a, places) - indexOf(b, places))
    .flatMap(folded);
}

/** Whether equal findings are shown as one. Findings about the same objects, such as placements that overlap, name one another's places. */
function isOne(same: readonly Finding[]): boolean {
  const [first, ...others] = same;
  return same.length >= LEAST || (first !== undefined && others.length > 0 && others.every((other) => isRelated(other, first)));
}

function isRelated({ related }: Finding, to: Finding): boolean {
  return related.some((place) => placeOf(place) === placeOf(to));
}

function indexOf(finding: Finding | undefined, places: ReadonlyMap<Finding, number>): number {
  return (finding === undefined ? undefined : places.get(finding)) ?? 0;
}

function folded(same: readonly Finding[]): readonly FoldedFinding[] {
  const [finding, ...others] = same.toSorted((a, b) => Number(a.later === true) - Number(b.later === true));
  if (finding === undefined) return [];
  return [{ finding, others: others.map((other) => otherPlace(other, finding)) }];
}

function otherPlace(finding: Finding, shown: Finding): OtherPlace {
  const different = differences(withoutEntry(shown.message), withoutEntry(finding.message))?.map(bare).join(' ') ?? '';
  const name = different === '' && isRelated(finding, shown) && finding.object !== undefined ? displayName(finding.object) : different;
  const isSame = remedyOf(finding) === remedyOf(shown);
  return { finding, ...(name === '' ? {} : { name }), ...(isSame ? {} : { remedy: finding.remedy }) };
}

/** Whether a sentence has room for all other places. */
export function areFew({ others }: FoldedFinding): boolean {
  return others.length <= SHOWN && others.every(({ remedy }) => remedy === undefined);
}

/** `also at a.yaml:3, b.yaml:5 and 20 more places`. Places with another remedy have a line for each remedy. */
export function otherPlaces({ others }: FoldedFinding): readonly string[] {
  return [...Map.groupBy(others, ({ remedy }) => remedy)].map(([remedy, places]) => {
    const most = places.some(({ name }) => name !== undefined) ? NAMED : SHOWN;
    const text = listed(places.map(otherPlaceText), most, 'places');
    return `also at ${text}${remedy === undefined ? '' : `: ${remedy}`}`;
  });
}

/** `a.yaml:3:1 (berlim)`. */
function otherPlaceText({ finding, name }: OtherPlace): string {
  return `${placeOf(finding)}${name === undefined ? '' : ` (${name})`}`;
}

function keyOf(finding: Finding): string {
  return JSON.stringify([...kindOf(finding), withoutOwnName(withoutEntry(finding.message), finding), remedyOf(finding)]);
}

function kindOf({ rule, severity, effect, state, open }: Finding): readonly unknown[] {
  return [rule, severity, effect, state, open];
}

/** The list with the entry that a finding is about; `undefined` if it is about none. */
function listOf(finding: Finding): string | undefined {
  const { object, file, pointer } = finding;
  const keys = pointerKeys(pointer);
  if (object === undefined || !keys.some(isIndex)) return undefined;
  return JSON.stringify([...kindOf(finding), file, object, keys.map((key) => (isIndex(key) ? '-' : key))]);
}

function isIndex(key: string): boolean {
  return /^\d+$/.test(key);
}

/** Findings whose messages differ in a few words from the first of them. */
function likeSentences(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const groups: Finding[][] = [];
  for (const finding of findings) {
    const isLike = ([first]: readonly Finding[]): boolean =>
      first !== undefined && differences(withoutEntry(first.message), withoutEntry(finding.message)) !== undefined;
    const group = groups.slice(0, MOST_SENTENCES).find(isLike);
    if (group === undefined) groups.push([finding]);
    else group.push(finding);
  }
  return groups;
}

/** The sentences of one rule about one list that are compared. */
const MOST_SENTENCES = 20;

/** The words of the second text that differ from those of the first, each once; `undefined` if these are more than a third. */
function differences(first: string, second: string): readonly string[] | undefined {
  const words = first.split(' ');
  const others = second.split(' ');
  const different = others.filter((word, index) => word !== words[index]);
  return words.length === others.length && 3 * different.length <= words.length ? [...new Set(different)] : undefined;
}

/** A word without the quotes around it, and the sign after it. */
function bare(word: string): string {
  return word.replaceAll(/^["'`(]{1,3}|["'`.,:;)]{1,3}$/g, '');
}

/** The remedy, without what the object or the entry decides. */
function remedyOf(finding: Finding): string {
  const { message, remedy } = finding;
  return withoutOwnName(INDEX.test(message) ? withoutValue(remedy) : remedy, finding);
}

function withoutOwnName(text: string, { object }: Finding): string {
  if (object === undefined) return text;
  return text.replaceAll(WORD, (word) => (word === object.name ? '[name]' : word === object.namespace ? '[namespace]' : word));
}

// linear: a sign between two parts of a word is in neither.
const WORD = /\w+(?:[.-]+\w+)*/g;

const INDEX = /\[\d+\]/;

/** Without the index of an entry of a list, and the value of such an entry in brackets. Names are in quotes or code, and stay. */
function withoutEntry(message: string): string {
  // linear: a digit is not a bracket.
  return INDEX.test(message) ? message.replaceAll(/\[\d+\]|\((?:-?\d[-+.\de]*|true|false)\)/g, '[]') : message;
}

function withoutValue(remedy: string): string {
  // linear: no sign of the value is a quote.
  return remedy.replaceAll(/\[\d+\]|"(?:-?\d[-+.\de]*|true|false)"/g, '[]');
}

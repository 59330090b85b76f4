import type { NotEvaluated } from '../../../../finding.ts';
import type { Overlay } from '../overlay.ts';
import type { Sources } from '../sources.ts';
import { makesFleetObjects } from '../../placeholders/names-fleet.ts';
import {
  definitionsIn,
  executedText,
  EXPRESSION,
  expressionsIn,
  FILES,
  isTemplate,
  OF_RELEASE,
  includedIn,
  COMPUTED_NAME,
} from './templates/chart-templates.ts';
import { archiveOf } from './packed-charts.ts';
import { textsForTpl } from './templates/texts-for-tpl.ts';
import { withoutKnownKinds } from './kinds-of-hubs.ts';
import { readsOfAll } from './reads-of-all.ts';
import { ENDS, OPENS, ASSIGNMENT, CONDITION, VARIABLE } from './templates/template-blocks.ts';
import { forReaders, namesWithChance, ORDER, valuesOfChance } from './values-of-chance.ts';

/**
 * Templates about KubeFleet objects with a condition that a rendering cannot decide. Without a hub, `lookup` finds no object and helm
 * always renders an installation. The version of Kubernetes, its kinds, the release, the time and the files of the chart may differ. The
 * condition may also be in a comment, in a template that another one includes, and in a value that `tpl` evaluates. The same for values that come
 * from the time or from chance.
 */
export function undecidedTemplates(
  files: ReadonlySet<string>,
  sources: Sources,
  { directory }: Overlay,
  command: string,
  isReleaseKnown: boolean,
  { readable = new Map(), read = new Map(), packed = new Map() }: Beside = {},
): readonly NotEvaluated[] {
  const written = new Map([...[...files].map((file) => [file, sources.text(file) ?? ''] as const), ...packed]);
  const named = new Set([...written].flatMap(([file, text]) => (isTemplate(file, directory) && makesFleetObjects(text) ? [file] : [])));
  const texts = new Map([...written].map(([file, text]) => [file, isTemplate(file, directory) ? executedText(text) : text] as const));
  const templates = [...texts].filter(([file]) => isTemplate(file, directory));
  const reading = templates.flatMap(([file, text]) => (readable.size > 0 && text.includes(FILES) ? [file] : []));
  const judged = named.union(new Set(reading));
  if (judged.size === 0) return [];
  const values = [...texts].filter(([file]) => /\.ya?ml$/.test(file) && !/(?:^|\/)templates\//.test(file));
  const inFiles = [...read, ...readable];
  const readsOf = readsOfAll([...texts.values(), ...inFiles.map(([, text]) => text)]);
  const known: Known = {
    isReleaseKnown,
    ofValues: guardOfTexts(values, isReleaseKnown, readsOf),
    ofFiles: guardOfTexts(inFiles, isReleaseKnown, readsOf),
    readsOf,
  };
  const included = undecidedNames(texts.values(), known);
  const withChance = namesWithChance(texts.values());
  const deciding = includesThatDecide(texts.values(), included, readsOf);
  return [...judged].flatMap((file) => {
    const text = texts.get(file) ?? '';
    // What it reads is known in this chart.
    const isOfFleet = placesOfFleet(text);
    const isOpen = named.has(file) ? filesDecideIn(text, isOfFleet) : () => false;
    const guards = [...guardsOf(text, included, known, isOpen), ...(named.has(file) ? deciding(text) : [])];
    const ofChance = valuesOfChance(text, withChance).filter(({ index }) => isOfFleet(index));
    const [first] = [...guards, ...ofChance.map(({ word, index }) => ({ guard: word, index }))].toSorted((a, b) => a.index - b.index);
    if (first === undefined) return [];
    const line = packed.has(file) ? 1 : text.slice(0, first.index).split('\n').length;
    const reason = `${packed.has(file) ? file.slice(archiveOf(file).length + 1) : 'It'} ${named.has(file) ? 'has' : 'reads files with'} KubeFleet objects and depends on ${first.guard}, ${whyOpen(first.guard, command)}: what it makes there was not checked.`;
    return [{ file: archiveOf(file), line, reason, fleetObject: true }];
  });
}

function whyOpen(guard: string, command: string): string {
  if (guard.startsWith(ORDER)) return 'which changes from run to run';
  return guard === FILES ? 'and a deploy step may change these files' : `which ${command} does not know from the hub`;
}

/** Returns whether a place may be in an object of KubeFleet. A document with another apiVersion holds none. */
function placesOfFleet(text: string): (index: number) => boolean {
  const known = new Map<number, boolean>();
  return (index) => {
    const start = text.lastIndexOf('\n---', index);
    const isKnown = known.get(start);
    if (isKnown !== undefined) return isKnown;
    const end = text.indexOf('\n---', index);
    const document = text.slice(Math.max(start, 0), end < 0 ? undefined : end);
    const isOfFleet = makesFleetObjects(document) || !WITH_VERSION.test(document);
    known.set(start, isOfFleet);
    return isOfFleet;
  };
}

type FilesDecide = (expression: string, index: number) => boolean;

/**
 * Returns whether the files that an expression reads may decide about an object of KubeFleet. Those of a value, or of a block, within a document
 * of another object do not.
 */
function filesDecideIn(text: string, isOfFleet: (index: number) => boolean): FilesDecide {
  return (expression, index) => {
    if (!expression.includes(FILES) || isOfFleet(index) || ASSIGNMENT.test(expression)) return true;
    if (!CONDITION.test(expression)) return false;
    const end = OPENS.test(expression) ? blockEnd(text, index) : undefined;
    return end === undefined || text.slice(index, end).includes('\n---');
  };
}

/** Where the block ends that starts at a place; `undefined` if it does not. */
function blockEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { expression, index } of expressionsIn(text.slice(start))) {
    if (OPENS.test(expression)) depth += 1;
    if (ENDS.test(expression)) depth -= 1;
    if (depth === 0) return start + index;
  }
  return undefined;
}

/** Texts that belong to a chart beside its own templates and values, by file. */
interface Beside {
  /** Files with objects of KubeFleet that its templates can read. */
  readonly readable?: ReadonlyMap<string, string>;
  /** All other files that its templates can read. */
  readonly read?: ReadonlyMap<string, string>;
  /** See `packedCharts`. */
  readonly packed?: ReadonlyMap<string, string>;
}

interface Known {
  readonly isReleaseKnown: boolean;
  /** What the values that `tpl` may evaluate depend on. */
  readonly ofValues: string | undefined;
  /** What the files that `tpl` may evaluate depend on. */
  readonly ofFiles: string | undefined;
  /** See `readsOfAll`. */
  readonly readsOf: (text: string) => ReadonlyMap<number, string>;
}

interface Guard {
  readonly guard: string;
  readonly index: number;
}

/**
 * What a rendering cannot decide of a template, in the order of the text.
 * @param included named templates with such a part @param isOpen whether the files that an expression reads may be others
 */
function guardsOf(text: string, included: ReadonlySet<string>, known: Known, isOpen: FilesDecide = () => true): readonly Guard[] {
  const variables = new Map<string, string>();
  const found: Guard[] = [];
  const reads = known.readsOf(text);
  for (const { expression, index } of expressionsIn(text)) {
    const guard =
      alwaysIn(isOpen(expression, index) ? expression : expression.replaceAll(FILES, '')) ??
      reads.get(index) ??
      conditionIn(expression, included, variables, known);
    const [, variable] = ASSIGNMENT.exec(expression) ?? [];
    const kept = variable === undefined ? undefined : (guard ?? mayDecideIn(expression, included, known.isReleaseKnown));
    if (variable !== undefined && kept !== undefined) variables.set(variable, kept);
    if (guard !== undefined) found.push({ guard, index });
  }
  const evaluated = textsForTpl(text);
  const ofTpl = evaluated.isComputed
    ? 'a text that it computes for `tpl`'
    : ((evaluated.isOfFiles ? known.ofFiles : undefined) ?? (evaluated.isOfValues ? known.ofValues : undefined));
  if (ofTpl !== undefined) found.push({ guard: ofTpl, index: evaluated.index });
  return found;
}

/** These also say what is in an object. */
const UNDECIDED = /\blookup\b|\.Release\.(?:IsUpgrade|IsInstall|Revision)\b|\.Capabilities\.KubeVersion\b|\.Files\b/;
/** All that is known of the release or the hub at once; helpers are given it by that name. */
// linear: the look behind ends at the quote.
const WHOLE = /(?<!"(?:Release|Capabilities)"\s{1,9})\.(?:Release|Capabilities)\b(?!\.\w)/;
// linear: the name after its prefix ends at the first other sign.
const MAY_DECIDE =
  /\.Capabilities\.(?:HelmVersion|APIVersions)\b|\b(?:now|ago|rand[A-Z]\w+|uuidv4|getHostByName|shuffle|encryptAES|htpasswd|bcrypt|gen[A-Z]\w+|dateInZone|date_in_zone|htmlDate\w*|dateModify|date_modify|mustDateModify|mustToDate|toDate|date)\b(?!:)/;
// linear: it matches within one line.
const WITH_VERSION = /^[^\S\n]*(?:- )?apiVersion:/m;
/** Functions that choose between texts. */
const CHOICE = /\b(?:ternary|coalesce|default|and|or|index|get|dict|eq|ne|lt|gt)\b/;

/** What an expression of any kind cannot have. */
function alwaysIn(expression: string): string | undefined {
  return (UNDECIDED.exec(expression) ?? WHOLE.exec(expression))?.[0];
}

function conditionIn(
  expression: string,
  included: ReadonlySet<string>,
  variables: ReadonlyMap<string, string>,
  known: Known,
): string | undefined {
  if (!CONDITION.test(expression) && !CHOICE.test(expression)) return undefined;
  const [ofVariable] = (expression.match(VARIABLE) ?? []).flatMap((each) => variables.get(each) ?? []);
  return ofVariable ?? mayDecideIn(expression, included, known.isReleaseKnown);
}

/** What decides, if the expression is a condition. */
function mayDecideIn(expression: string, included: ReadonlySet<string>, isReleaseKnown: boolean): string | undefined {
  const name = includedIn(expression).find((each) => included.has(each));
  const ofRelease = isReleaseKnown ? undefined : OF_RELEASE.exec(expression)?.[0];
  const [word] = MAY_DECIDE.exec(withoutKnownKinds(expression)) ?? [];
  if (word !== undefined || ofRelease !== undefined) return word ?? ofRelease;
  if (name !== undefined) return `the template "${name}"`;
  return included.size > 0 && COMPUTED_NAME.test(expression) ? 'a template whose name it computes' : undefined;
}

// linear: it matches at the start.
const WITHOUT_TEXT = /^\{\{-?\s*(?:define|block|else|end|fail|\/\*|\$\w+\s*:?=)/;

/** Returns the places of a text that print a named template with a condition or a `lookup`. Annotations are left out, and checks that only fail. */
function includesThatDecide(
  texts: Iterable<string>,
  included: ReadonlySet<string>,
  readsOf: Known['readsOf'],
): (text: string) => readonly Guard[] {
  const bodies = [...texts].flatMap(definitionsIn);
  const known: Known = { isReleaseKnown: true, ofValues: undefined, ofFiles: undefined, readsOf };
  const deciding = bodies.filter(({ body }) => !isCheck(body) && guardsOf(body, included, known, () => false).length > 0);
  const names = new Set(deciding.map(({ name }) => name));
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { name, body } of bodies) if (includedIn(body).some((each) => names.has(each))) names.add(name);
  }
  return (text) => {
    if (names.size === 0) return [];
    const isForReaders = forReaders(text);
    return [...expressionsIn(text)].flatMap(({ expression, index }) => {
      const name = includedIn(expression).find((each) => names.has(each));
      return name === undefined || isForReaders(index) ? [] : [{ guard: `the template "${name}"`, index }];
    });
  };
}

/** Whether a named template prints nothing, and only fails. */
function isCheck(body: string): boolean {
  if (body.replaceAll(EXPRESSION, '').trim() !== '') return false;
  return [...expressionsIn(body)].every(({ expression }) => CONDITION.test(expression) || WITHOUT_TEXT.test(expression));
}

/** Names of templates with something that a rendering cannot decide, or that include one of these. */
function undecidedNames(texts: Iterable<string>, known: Known): ReadonlySet<string> {
  const bodies = [...texts].flatMap(definitionsIn);
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { name, body } of bodies) if (!names.has(name) && isUndecided(body, names, known)) names.add(name);
  }
  return names;
}

function isUndecided(body: string, names: ReadonlySet<string>, known: Known): boolean {
  if (MAY_DECIDE.test(withoutKnownKinds(body)) || includedIn(body).some((each) => names.has(each))) return true;
  // Nearly every chart has a template that makes names of its release.
  return guardsOf(body, names, { ...known, isReleaseKnown: true }).length > 0;
}

/** What an expression in one of these texts depends on. `tpl` may evaluate each of them. */
function guardOfTexts(texts: Iterable<readonly [string, string]>, isReleaseKnown: boolean, readsOf: Known['readsOf']): string | undefined {
  for (const [file, text] of texts) {
    const reads = readsOf(text);
    for (const { expression, index } of expressionsIn(text)) {
      const guard = alwaysIn(expression) ?? reads.get(index) ?? mayDecideIn(expression, new Set(), isReleaseKnown);
      if (guard !== undefined) return `${guard} in ${file}`;
    }
  }
  return undefined;
}

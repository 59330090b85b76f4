import { readDocuments } from '../../../../yaml/documents.ts';
import { LineIndex } from '../../../../yaml/lines.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { Manifest } from '../../../world/manifest.ts';
import type { Sources } from '../sources.ts';
import { withoutKnownKinds } from './kinds-of-hubs.ts';
import { makesFleetObjects } from '../../placeholders/names-fleet.ts';
import { archiveOf } from './packed-charts.ts';
import { objectsOfValues, valuesNamedIn } from './objects-of-values.ts';
import { textsForTpl } from './texts-for-tpl.ts';
import { namesWithChance, valuesOfChance } from './values-of-chance.ts';
import { valueAt } from './values-of-release.ts';
import { namespacesOfValues, writtenNamespaces } from './written-namespaces.ts';
import {
  definitionsIn,
  expressionsIn,
  includedTexts,
  INCLUDE,
  isTemplate,
  MOST_TEXTS,
  OF_RELEASE,
  templatesWithFleet,
  withinChart,
  executedText,
  withoutComments,
} from './chart-templates.ts';
import { type FleetValue, fleetValues } from './fleet-values.ts';
import { type FleetOrigins, hasOrigins, guardedFleet, valuesUsedIn } from './guarded-fleet.ts';

/** A condition of a template about other objects than those of KubeFleet that a rendering cannot decide. */
export interface UndecidedContent {
  readonly file: string;
  readonly line: number;
  /** What it depends on. */
  readonly guard: string;
  /** The kinds of objects in it of which its template has made none. */
  readonly hidden: readonly string[];
  /** No value of the chart decides whether these are made. */
  readonly isAlone: boolean;
  /** The namespaces that are written in it. */
  readonly namespaces: readonly string[];
  /** It decides about an object of KubeFleet that its template does not write itself. */
  readonly isOfFleet?: true;
  /** It is a value that comes from the time or from chance, and no condition. */
  readonly isValue?: true;
}

/** What was rendered of a chart. */
interface RenderedChart {
  readonly directory: string;
  readonly manifests: readonly Manifest[];
  readonly overlayFile: string;
  /** See `packedCharts`. */
  readonly packed: ReadonlyMap<string, string>;
  /** The texts of other files that its templates can evaluate, by name. */
  readonly evaluated: ReadonlyMap<string, string>;
  /** Some of these files have objects of KubeFleet. */
  readonly isReadingFleet?: boolean;
  /** Comments of some of these files have objects of KubeFleet. */
  readonly isReadingComments?: boolean;
  /** See `valuesOfRelease`. */
  readonly values?: unknown;
  /** Name and namespace of the release are known. */
  readonly isReleaseKnown: boolean;
  /** It was also rendered as an upgrade. */
  readonly isUpgradeKnown: boolean;
}

/** Conditions, and variables that conditions use. Templates with objects of KubeFleet are reported as a whole. */
export function undecidedContent(files: ReadonlySet<string>, sources: Sources, chart: RenderedChart): readonly UndecidedContent[] {
  const inHelpers = { ...chart, isReleaseKnown: true };
  const texts = new Map(
    [...[...files].map((file) => [file, sources.text(file) ?? ''] as const), ...chart.packed].map(([file, text]) => [
      file,
      isTemplate(file, chart.directory) ? executedText(text) : withoutComments(text),
    ]),
  );
  const bodies = new Map([...texts.values()].flatMap(definitionsIn).map(({ name, body }) => [name, body]));
  const ofValues = guardOfValues(texts, inHelpers);
  const inValues = objectsOfValues(texts);
  const included = guardedNames(bodies, inHelpers);
  const withChance = namesWithChance(texts.values());
  const ofFleet = templatesWithFleet(files, sources, chart.directory);
  const withFleet = new Set(ofFleet);
  const origins: FleetOrigins = {
    values: fleetValues(texts),
    isInFiles: chart.isReadingFleet === true,
    isInComments: chart.isReadingComments === true,
    bodies,
    used:
      ofFleet.length === 0
        ? undefined
        : valuesUsedIn(
            ofFleet.map((file) => texts.get(file) ?? ''),
            bodies,
          ),
  };
  const mayHaveFleet = hasOrigins(origins, texts.values());
  const kinds = Map.groupBy(chart.manifests, ({ file }) => file);
  const templates = [...texts].filter(
    ([file, text]) => isTemplate(file, chart.directory) && !withFleet.has(file) && !makesFleetObjects(text) && !file.endsWith('NOTES.txt'),
  );
  const ofTemplates = templates.flatMap(([file, text]) => {
    const isPacked = chart.packed.has(file);
    // What packed charts make is at the chart that holds them.
    const made = new Set(kinds.get(isPacked ? chart.overlayFile : file)?.map(({ object }) => object.kind));
    const known = isHelper(file) || isPacked ? inHelpers : chart;
    const isOfFleet = mayHaveFleet ? guardedFleet(text, origins) : undefined;
    const contentIn = (found: readonly Condition[], line?: number): readonly UndecidedContent[] =>
      found.map((each) => ({
        ...(line === undefined && isOfFleet?.(each) === true ? { isOfFleet: true } : {}),
        file: archiveOf(file),
        line: isPacked ? 1 : (line ?? each.line),
        guard: each.guard,
        hidden: isHelper(file) ? [] : kindsMadeBy(each.block, bodies, inValues).filter((kind) => !made.has(kind)),
        isAlone:
          each.isOutermost && !includedTexts(each.expression.replaceAll(EVALUATED, ''), bodies).some((one) => one.includes('.Values')),
        namespaces: [...writtenNamespaces(each.block), ...namespacesOfValues(each.block, bodies, valuesFor(file))],
      }));
    // What it asks for is named with the conditions.
    const ofChance = isHelper(file)
      ? undefined
      : valuesOfChance(text, withChance).find(({ word, expression }) => !(word === OF_KINDS && isChoice(expression)));
    const ofIncluded = isHelper(file) ? [] : alwaysIncluded(text, bodies);
    return [
      ...contentIn(conditionsIn(text, included, known, ofValues)),
      ...(mayHaveFleet ? contentIn(guardedExpressions(text, included, known)).filter((each) => each.isOfFleet) : []),
      ...(ofChance === undefined ? [] : [valueOf(file, isPacked ? 1 : new LineIndex(text).position(ofChance.index).line, ofChance.word)]),
      ...ofIncluded.flatMap(({ body, line }) => contentIn(conditionsIn(body, included, inHelpers, ofValues, 1), line).filter(isHiding)),
    ];
  });
  /** Those of the release; for a chart within the chart, those for it and its own. */
  function valuesFor(file: string): readonly unknown[] {
    const [, inner, name = ''] = WITHIN.exec(withinChart(file, chart.directory) ?? '') ?? [];
    if (inner === undefined) return [chart.values];
    const [own] = readDocuments(sources.text(joinPath(chart.directory, `${inner}values.yaml`)) ?? '');
    return [valueAt(chart.values, name), own?.kind === 'read' ? own.value : undefined];
  }
  const all = new Set(chart.manifests.map(({ object }) => object.kind));
  const isEvaluating = templates.some(([, text]) => textsForTpl(text).isOfFiles);
  const ofEvaluated = [...(isEvaluating ? chart.evaluated : [])].flatMap(([file, text]) =>
    conditionsIn(text, included, inHelpers, ofValues)
      .map(({ guard, line, block, isOutermost, expression }) => ({
        file,
        line,
        guard,
        hidden: kindsIn(block, bodies).filter((kind) => !all.has(kind)),
        isAlone: isOutermost && !expression.includes('.Values'),
        namespaces: writtenNamespaces(block),
      }))
      .filter(isHiding),
  );
  const evaluates = [...texts].some(([file, text]) => isTemplate(file, chart.directory) && /\btpl\b/.test(text));
  const ofFleetValues = evaluates ? origins.values.flatMap((value) => guardedValue(value, texts, included, chart) ?? []) : [];
  return [...ofTemplates, ...ofEvaluated, ...ofFleetValues];
}

/** A value with an object of KubeFleet that `tpl` evaluates, if it depends on what is not known. */
function guardedValue(
  { file, texts, isComment }: FleetValue,
  files: ReadonlyMap<string, string>,
  included: ReadonlyMap<string, string>,
  known: Known,
): UndecidedContent | undefined {
  if (isComment) return undefined;
  for (const text of texts)
    for (const { expression } of expressionsIn(text)) {
      const guard = guardIn(expression, known) ?? includedGuard(expression, included);
      if (guard === undefined) continue;
      const at = files.get(file)?.indexOf(expression.slice(2, -2).split('"', 1)[0] ?? '') ?? 0;
      const { line } = new LineIndex(files.get(file) ?? '').position(Math.max(0, at));
      return { file: archiveOf(file), line, guard, hidden: [], isAlone: false, namespaces: [], isOfFleet: true };
    }
  return undefined;
}

type ObjectsOfValues = ReturnType<typeof objectsOfValues>;

/** The kinds of the objects in a part of a template; in one without any, those of the values that it prints. */
function kindsMadeBy(block: string, bodies: ReadonlyMap<string, string>, inValues: ObjectsOfValues): readonly string[] {
  const own = kindsIn(block, bodies);
  return own.length > 0 ? own : [...new Set(valuesNamedIn(block, inValues).flatMap((text) => kindsIn(text, bodies)))];
}

function valueOf(file: string, line: number, guard: string): UndecidedContent {
  return { file: archiveOf(file), line, guard, hidden: [], isAlone: false, namespaces: [], isValue: true };
}

function isHiding({ hidden }: UndecidedContent): boolean {
  return hidden.length > 0;
}

/** The named templates that a template includes in no condition, and those that these include so. Each with the line of the template. */
function alwaysIncluded(text: string, bodies: ReadonlyMap<string, string>): readonly { readonly body: string; readonly line: number }[] {
  const lines = new LineIndex(text);
  const found = new Map<string, number>();
  const look = (one: string, within: number, at?: number): void => {
    let depth = 0;
    for (const { expression, index } of expressionsIn(one)) {
      if (OPENS.test(expression)) depth += 1;
      if (ENDS.test(expression)) depth -= 1;
      if (depth !== within) continue;
      for (const [, name = ''] of expression.matchAll(INCLUDE))
        if (bodies.has(name) && !found.has(name)) found.set(name, at ?? lines.position(index).line);
    }
  };
  look(text, 0);
  // Names that are added during the loop come last.
  for (const [name, line] of found) if (found.size < MOST_TEXTS) look(bodies.get(name) ?? '', 1, line);
  return [...found].map(([name, line]) => ({ body: bodies.get(name) ?? '', line }));
}

/** What the values depend on, which `tpl` may evaluate. */
function guardOfValues(texts: ReadonlyMap<string, string>, known: Known): string | undefined {
  for (const [file, text] of texts) {
    if (!/(?:^|\/)values[^/]*\.ya?ml$/.test(file)) continue;
    const guards = [...expressionsIn(text)].flatMap(({ expression }) => guardIn(expression, known) ?? []);
    const guard = guards.find((each) => DECIDING.has(each)) ?? guards[0];
    if (guard !== undefined) return guard;
  }
  return undefined;
}

/** A value that `tpl` evaluates. */
// linear: the words before the value are few.
const EVALUATED = /\btpl\s{1,9}\(?(?:\w{1,20}\s{1,9}){0,3}[$]?\.Values[\w.]*/g;

/** Most charts ask for kinds that not every cluster has. */
export const DECIDING: ReadonlySet<string> = new Set(['lookup', '.Release.Revision', '.Release.IsUpgrade', '.Release.IsInstall']);

function isHelper(file: string): boolean {
  return file.slice(file.lastIndexOf('/') + 1).startsWith('_');
}

function isChoice(expression: string): boolean {
  return CONDITION.test(expression) || TERNARY.test(expression);
}

interface Condition {
  readonly guard: string;
  readonly line: number;
  readonly expression: string;
  /** It is in no other condition. */
  readonly isOutermost: boolean;
  /** The text up to its end, with all its branches. */
  readonly block: string;
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
  /** The expressions that open the blocks around it. */
  readonly around: readonly string[];
}

type Known = Pick<RenderedChart, 'isReleaseKnown' | 'isUpgradeKnown'>;

/**
 * The outermost conditions. @param included what named templates depend on @param ofValues what the values depend on
 * @param named the blocks around the text that are no condition: that of its name
 */
function conditionsIn(
  text: string,
  included: ReadonlyMap<string, string>,
  known: Known,
  ofValues?: string,
  named = 0,
): readonly Condition[] {
  const variables = new Map<string, string>();
  const found: Condition[] = [];
  const lines = new LineIndex(text);
  let open: (Pick<Condition, 'isOutermost' | 'expression' | 'start' | 'around'> & { guard: string; readonly depth: number }) | undefined;
  let depth = 0;
  const opened: string[] = [];
  // Blocks that are always there, such as `with .Release`.
  let always = named;
  for (const { expression, index } of expressionsIn(text)) {
    const guard =
      guardIn(expression, known) ??
      (ofValues !== undefined && expression.search(EVALUATED) >= 0 ? ofValues : undefined) ??
      includedGuard(expression, included) ??
      [...expression.matchAll(VARIABLE)].map(([each]) => variables.get(each)).find((each) => each !== undefined);
    const [, variable] = ASSIGNMENT.exec(expression) ?? [];
    if (guard !== undefined && variable !== undefined) variables.set(variable, guard);
    const around = opened.slice(-MOST_BLOCKS);
    if (OPENS.test(expression)) {
      depth += 1;
      opened.push(expression);
    }
    if (ALWAYS.test(expression) && depth === always + 1) always += 1;
    if (ENDS.test(expression)) {
      if (open?.depth === depth) close(index);
      depth -= 1;
      opened.pop();
      always = Math.max(named, Math.min(always, depth));
    }
    if (guard === undefined || !isChoice(expression)) continue;
    if (open === undefined) open = { guard, expression, start: index, depth, around, isOutermost: depth === always + 1 };
    else if (DECIDING.has(guard)) open.guard = guard;
    // It is no block.
    if (open.start === index && !CONDITION.test(expression)) close(index);
  }
  close(text.length);
  return found;

  function close(end: number): void {
    if (open === undefined) return;
    const { guard, expression, start, around } = open;
    const isOutermost = open.isOutermost && OPENS.test(expression);
    found.push({ guard, expression, isOutermost, line: lines.position(start).line, block: text.slice(start, end), start, end, around });
    open = undefined;
  }
}

/** The expressions that choose or compute something, such as `and (lookup …) .Values.more`, and that give it to a named template. */
function guardedExpressions(text: string, included: ReadonlyMap<string, string>, known: Known): readonly Condition[] {
  const lines = new LineIndex(text);
  const opened: string[] = [];
  const found: Condition[] = [];
  const variables = new Map<string, string>();
  for (const { expression, index: start } of expressionsIn(text)) {
    const guard =
      guardIn(expression, known) ??
      includedGuard(expression, included) ??
      [...expression.matchAll(VARIABLE)].map(([each]) => variables.get(each)).find((each) => each !== undefined);
    const [, variable] = ASSIGNMENT.exec(expression) ?? [];
    if (guard !== undefined && variable !== undefined) variables.set(variable, guard);
    if (guard !== undefined && !CONDITION.test(expression)) {
      const place = { start, end: start + expression.length, around: opened.slice(-MOST_BLOCKS) };
      found.push({ guard, expression, isOutermost: false, line: lines.position(start).line, block: expression, ...place });
    }
    if (OPENS.test(expression)) opened.push(expression);
    if (ENDS.test(expression)) opened.pop();
  }
  return found;
}

/** Real templates have fewer blocks around each other. */
const MOST_BLOCKS = 50;

/** What each template depends on that has such an expression, or that includes one of these. Each is visited once for a guard. */
function guardedNames(bodies: ReadonlyMap<string, string>, known: Known): ReadonlyMap<string, string> {
  const users = new Map<string, string[]>();
  const direct = new Map<string, string>();
  for (const [name, body] of bodies) {
    const guards = [...expressionsIn(body)].flatMap(({ expression }) => guardIn(expression, known) ?? []);
    const guard = guards.find((each) => DECIDING.has(each)) ?? guards[0];
    if (guard !== undefined) direct.set(name, guard);
    for (const [, included = ''] of body.matchAll(INCLUDE)) add(users, included, name);
  }
  const names = new Map([...direct].filter(([, guard]) => DECIDING.has(guard)));
  const spread = (): void => {
    // Names that are added during the loop come last.
    for (const [name, guard] of names) for (const user of users.get(name) ?? []) if (!names.has(user)) names.set(user, guard);
  };
  spread();
  for (const [name, guard] of direct) if (!names.has(name)) names.set(name, guard);
  spread();
  return names;
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function includedGuard(expression: string, included: ReadonlyMap<string, string>): string | undefined {
  return [...expression.matchAll(INCLUDE)].map(({ 1: name = '' }) => included.get(name)).find((guard) => guard !== undefined);
}

/** What an expression depends on. Words in its texts do not matter, but for a field that `index` or `get` names. */
function guardIn(expression: string, known: Known): string | undefined {
  const code = expression.replaceAll(TEXT, '""');
  const [word] = FUNCTION.exec(code) ?? FIELD.exec(withoutKnownKinds(expression)) ?? [];
  if (word === undefined) return known.isReleaseKnown || !CONDITION.test(expression) ? undefined : OF_RELEASE.exec(code)?.[0];
  if (known.isUpgradeKnown && /^Is(?:Upgrade|Install)$/.test(word)) return undefined;
  return FIELDS[word] ?? word;
}

// linear: a text ends at the first quote.
const TEXT = /"[^"]*"|`[^`]*`/g;
const FUNCTION = /(?<![\w.])(?:lookup|now|ago|rand[A-Z]\w{0,30}|uuidv4|getHostByName)\b/;
const FIELD = /\b(?:Capabilities|Revision|IsUpgrade|IsInstall)\b/;
const FIELDS: Readonly<Record<string, string>> = {
  Capabilities: '.Capabilities',
  Revision: '.Release.Revision',
  IsUpgrade: '.Release.IsUpgrade',
  IsInstall: '.Release.IsInstall',
};
// linear: each matches at the start.
const CONDITION = /^\{\{-?\s*(?:if|else\s+if|else\s+with|with|range)\b/;
const OPENS = /^\{\{-?\s*(?:if|with|range|define|block)\b/;
const ALWAYS = /^\{\{-?\s*with\s+(?:\$\w*\s*:=\s*)?(?:\$?\.Release|\$?\.Chart|\$|\.)\s*-?\}\}/;
const ENDS = /^\{\{-?\s*end\b/;
const TERNARY = /\bternary\b/;
const WITHIN = /^(charts\/([^/]+)\/)/;
const OF_KINDS = '.Capabilities.APIVersions';
const VARIABLE = /\$\w+/g;
// linear: it matches at the start.
const ASSIGNMENT = /^\{\{-?\s*(\$\w+)\s*:?=/;
// linear: it matches within one line.
const KIND = /^[^\S\n]*"?kind"?:[^\S\n]*["']?([A-Z]\w*)/gm;

/** The kinds of the objects in a text, and in the named templates that it includes. */
function kindsIn(text: string, bodies: ReadonlyMap<string, string>): readonly string[] {
  // A reference to another object has a kind too.
  return [...new Set(includedTexts(text, bodies).flatMap((each) => (each.includes('apiVersion') ? allIn(each, KIND) : [])))];
}

function allIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, found]) => found ?? []))];
}

import { LineIndex } from '../../../../yaml/lines.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { Manifest } from '../../../world/manifest.ts';
import type { Sources } from '../sources.ts';
import { makesFleetObjects } from '../../placeholders/names-fleet.ts';
import { archiveOf } from './packed-charts.ts';
import { objectsOfValues, valuesNamedIn } from './objects-of-values.ts';
import { textsForTpl } from './templates/texts-for-tpl.ts';
import { namesWithChance, valuesOfChance } from './values-of-chance.ts';
import { valueAt } from './values-of-release.ts';
import { namespacesOfValues, writtenNamespaces } from './written-namespaces.ts';
import {
  definitionsIn,
  expressionsIn,
  includedTexts,
  isTemplate,
  MOST_TEXTS,
  templatesWithFleet,
  withinChart,
  executedText,
  withoutComments,
  includedIn,
} from './templates/chart-templates.ts';
import { type FleetValue, fleetValues } from './fleet-values.ts';
import { type Condition, conditionsIn, guardedExpressions } from './templates/template-conditions.ts';
import { ENDS, isChoice, OPENS } from './templates/template-blocks.ts';
import { EVALUATED, guardedNames, guardIn, guardOfValues, includedGuard, type KnownRelease } from './templates/template-guards.ts';
import { type FleetOrigins, hasOrigins, guardedFleet, valuesUsedIn } from './guarded-fleet.ts';
import { firstValueIn } from '../../../../yaml/documents.ts';

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
interface RenderedChart extends KnownRelease {
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
  const withFleet = new Set(templatesWithFleet(files, sources, chart.directory));
  const ofFleet = [...texts].flatMap(([file, text]) => (isTemplate(file, chart.directory) && makesFleetObjects(text) ? [text] : []));
  const origins: FleetOrigins = {
    values: fleetValues(texts),
    isInFiles: chart.isReadingFleet === true,
    isInComments: chart.isReadingComments === true,
    bodies,
    used: ofFleet.length === 0 ? undefined : valuesUsedIn(ofFleet, bodies),
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
    const own = firstValueIn(sources.text(joinPath(chart.directory, `${inner}values.yaml`)) ?? '');
    return [valueAt(chart.values, name), own];
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
  known: KnownRelease,
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
      for (const name of includedIn(expression))
        if (bodies.has(name) && !found.has(name)) found.set(name, at ?? lines.position(index).line);
    }
  };
  look(text, 0);
  // Names that are added during the loop come last.
  for (const [name, line] of found) if (found.size < MOST_TEXTS) look(bodies.get(name) ?? '', 1, line);
  return [...found].map(([name, line]) => ({ body: bodies.get(name) ?? '', line }));
}

function isHelper(file: string): boolean {
  return file.slice(file.lastIndexOf('/') + 1).startsWith('_');
}

const WITHIN = /^(charts\/([^/]+)\/)/;
const OF_KINDS = '.Capabilities.APIVersions';
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

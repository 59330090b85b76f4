import { makesFleetObjects } from '../../../placeholders/names-fleet.ts';
import type { Sources } from '../../sources.ts';

/** An expression of a template. A text in it may have braces. */
// linear: an expression has no other brace, and a text in it is short.
export const EXPRESSION = /\{\{(?:[^{}"`]|"(?:[^"\\\n]|\\.){0,400}"|`[^`]{0,400}`)*\}\}|\{\{[^{}]*\}\}/g;
// linear: an expression has no brace.
const WITHIN_TEXT = /\{\{[^{}]*\}\}/g;

/** The expressions of a template with their places, and those in a text of an expression, which `tpl` may evaluate. */
export function* expressionsIn(template: string): Generator<{ readonly expression: string; readonly index: number }> {
  for (const { 0: expression, index } of template.matchAll(EXPRESSION)) {
    yield { expression, index };
    const start = expression.indexOf('{{', 2);
    if (start > 0)
      for (const inner of expression.slice(start).matchAll(WITHIN_TEXT)) yield { expression: inner[0], index: index + start + inner.index };
  }
}

/** The names of the named templates that a text uses. */
export function includedIn(text: string): readonly string[] {
  return [...text.matchAll(INCLUDE)].map(({ 1: name = '' }) => name);
}

/** A named template whose name an expression computes. */
export const COMPUTED_NAME = /\b(?:include|template)\s+[^"`\s]/;
const INCLUDE = /\b(?:include|template|tpl)\s+["`]([^"`]+)["`]/g;
// linear: each name is tried from its own bracket, and the text up to the next definition is passed once.
const DEFINITION = /\{\{-?\s*(?:define|block)\s+["`]([^"`]+)["`]/g;

/**
 * The text without comments of templates, with the same lines. One that starts behind a `#` stays, because kubectl reads what is in it: the
 * file may also be applied as it is.
 */
export function withoutComments(text: string): string {
  return text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ''));
}

/**
 * The text of a template with blanks in place of its comments, which hold no expressions. They are found as helm's parser finds them: a text of
 * an expression may have the signs of a comment. What follows an expression that does not end stays as it is.
 */
export function executedText(template: string): string {
  let text = '';
  let from = 0;
  for (let at = template.indexOf('{{'); at >= 0; at = template.indexOf('{{', at)) {
    if (/^\{\{(?:- )?\/\*/.test(template.slice(at, at + 6))) {
      const end = template.indexOf('*/', at);
      const [close] = /^\*\/(?: -)?\}\}/.exec(end < 0 ? '' : template.slice(end, end + 6)) ?? [];
      if (close === undefined) break;
      const next = end + close.length;
      text += template.slice(from, at) + template.slice(at, next).replaceAll(/[^\n]/g, ' ');
      at = next;
      from = next;
    } else {
      ACTION.lastIndex = at;
      const [action] = ACTION.exec(template) ?? [];
      if (action === undefined) break;
      at += action.length;
    }
  }
  return text + template.slice(from);
}

// linear: it starts at one place, and each text in it ends at its quote.
const ACTION = /\{\{(?:[^"`'}]|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|\}(?!\}))*\}\}/y;

// linear: a comment ends at the first end of one, and the text after a start is passed once, because none is tried behind it.
const COMMENT = /(?<!#[^\n]{0,200})\{\{-?\s*\/\*(?:(?!\{\{)[^])*?\*\/\s*-?\}\}/g;

/** The named templates of a text. */
export function definitionsIn(text: string): readonly { readonly name: string; readonly body: string }[] {
  const found = [...text.matchAll(DEFINITION)];
  return found.map(({ 1: name = '', index }, at) => ({ name, body: text.slice(index, found[at + 1]?.index) }));
}

/** The documents of a template, and the templates that it defines. */
export function documentsIn(text: string): readonly string[] {
  return withoutComments(text).split(/^---|\{\{-?[^\S\n]*define\b/m);
}

/** A text, and the named templates that it includes, and that these include. */
export function includedTexts(text: string, bodies: ReadonlyMap<string, string>): readonly string[] {
  const texts = new Set([text]);
  // Texts that are added during the loop come last.
  for (const each of texts) if (texts.size < MOST_TEXTS) for (const name of includedIn(each)) texts.add(bodies.get(name) ?? '');
  return [...texts];
}

/** Real charts include fewer templates in one. */
export const MOST_TEXTS = 200;

const TEMPLATES = /^(?:charts\/[^/]+\/)*templates\//;

/** Returns the templates of the chart, and of the charts in it, that make objects of KubeFleet. */
export function templatesWithFleet(files: ReadonlySet<string>, sources: Sources, directory: string): readonly string[] {
  return [...files].filter((name) => isTemplate(name, directory) && makesFleetObjects(sources.text(name) ?? ''));
}

export function isTemplate(name: string, directory: string): boolean {
  return TEMPLATES.test(withinChart(name, directory) ?? '');
}

export function withinChart(name: string, directory: string): string | undefined {
  if (directory === '') return name;
  return name.startsWith(`${directory}/`) ? name.slice(directory.length + 1) : undefined;
}

/** What a release is called, and where it is. */
export const OF_RELEASE = /\.Release\.(?:Name|Namespace)\b/;

/** As a template writes it to read other files of its chart. */
export const FILES = '.Files';

/** All values of the chart, or of the charts in it, without `.Values` before the name: `(index . "Values").on`, `.Subcharts.sub.Values.on`. */
export const ALL_BY_NAME = /["`](?:Values|Subcharts)["`]|\.Subcharts\b/;

/** All values of the chart, also by a method of helm that returns all of them, or any by its path. Source: helm `pkg/chartutil/values.go`. */
// linear: each place is looked at once.
export const ALL_VALUES = /\.Values\b(?!\.(?!(?:AsMap|YAML|Table|PathValue|Encode)\b)\w)/;

import { makesFleetObjects } from '../../placeholders/names-fleet.ts';
import type { Sources } from '../sources.ts';

/** An expression of a template. */
// linear: an expression has no brace.
export const EXPRESSION = /\{\{[^{}]*\}\}/g;
/** A named template that an expression uses. */
export const INCLUDE = /\b(?:include|template|tpl)\s+["`]([^"`]+)["`]/g;
// linear: each name is tried from its own bracket, and the text up to the next definition is passed once.
const DEFINITION = /\{\{-?\s*(?:define|block)\s+["`]([^"`]+)["`]/g;

/**
 * The text without comments of templates, with the same lines. One that starts behind a `#` stays, because kubectl reads what is in it: the
 * file may also be applied as it is.
 */
export function withoutComments(text: string): string {
  return text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ''));
}

// linear: a comment ends at the first end of one, and the text after a start is passed once, because none is tried behind it.
const COMMENT = /(?<!#[^\n]{0,200})\{\{-?\s*\/\*(?:(?!\{\{)[^])*?\*\/\s*-?\}\}/g;

/** The named templates of a text. */
export function definitionsIn(text: string): readonly { readonly name: string; readonly body: string }[] {
  const found = [...text.matchAll(DEFINITION)];
  return found.map(({ 1: name = '', index }, at) => ({ name, body: text.slice(index, found[at + 1]?.index) }));
}

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

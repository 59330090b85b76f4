import { element, type Html, text } from './markup.ts';

/** A part of the page under a heading; it goes when filters hide all rows in it. Nothing where it is empty. */
export function sectionHtml(title: string, blocks: readonly Html[]): readonly Html[] {
  if (blocks.length === 0) return [];
  return [element('section', { 'data-group': true }, element('h2', {}, text(title)), ...blocks)];
}

/** Rows that are folded unless somebody asks for them, with their number; a filter that finds some of them opens it. */
export function foldHtml(title: string, blocks: readonly Html[]): readonly Html[] {
  if (blocks.length === 0) return [];
  return [element('details', { class: 'fold', 'data-group': true }, element('summary', {}, text(title)), ...blocks)];
}

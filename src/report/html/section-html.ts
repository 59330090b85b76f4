import { element, type Html, text } from './markup.ts';

/** A part of the page under a heading. It is hidden if filters hide all its rows, and left out if it is empty. */
export function sectionHtml(title: string, blocks: readonly Html[]): readonly Html[] {
  if (blocks.length === 0) return [];
  return [element('section', { 'data-group': true }, element('h2', {}, text(title)), ...blocks)];
}

/** Folded rows with their number; a filter that matches some of them opens the fold. */
export function foldHtml(title: string, blocks: readonly Html[]): readonly Html[] {
  if (blocks.length === 0) return [];
  return [element('details', { class: 'fold', 'data-group': true }, element('summary', {}, text(title)), ...blocks)];
}

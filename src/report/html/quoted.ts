import { element, type Html, lines, text } from './markup.ts';

/** Lines as they were said or are to be typed, with a button that copies them, which only shows where scripts run. */
export function quoted(value: string): Html {
  return element(
    'div',
    { class: 'quoted' },
    element('pre', {}, lines(value)),
    element('button', { type: 'button', class: 'copy' }, text('Copy')),
  );
}

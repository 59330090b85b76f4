import { element, type Html, lines, text } from './markup.ts';

/** Quoted or typed lines, with a button that copies them. The button is visible only if scripts run. */
export function quoted(value: string): Html {
  return element(
    'div',
    { class: 'quoted' },
    element('pre', {}, lines(value)),
    element('button', { type: 'button', class: 'copy' }, text('Copy')),
  );
}

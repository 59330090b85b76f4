import { element, type Html } from './markup.ts';

/** A table that scrolls by itself on a narrow screen; the first cell of a row is its heading. */
export function tableHtml(label: string, head: readonly Html[], rows: readonly (readonly Html[])[]): Html {
  return element(
    'div',
    { class: 'wide', role: 'region', 'aria-label': label, tabindex: 0 },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...head.map((cell) => element('th', { scope: 'col' }, cell)))),
      element(
        'tbody',
        {},
        ...rows.map(([first, ...others]) =>
          element(
            'tr',
            {},
            ...(first === undefined ? [] : [element('th', { scope: 'row' }, first)]),
            ...others.map((cell) => element('td', {}, cell)),
          ),
        ),
      ),
    ),
  );
}

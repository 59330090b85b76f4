import { element, type Html, trusted } from './markup.ts';

const LISTS = [
  ['cluster', 'Cluster'],
  ['placement', 'Placement'],
  ['verdict', 'Verdict'],
  ['rule', 'Rule'],
] as const;

/** The filters; the script of the page fills their lists and shows them, as nothing would come of them without it. */
export function filtersHtml(): Html {
  return element(
    'form',
    { id: 'filters', role: 'search', 'aria-label': 'Filter the report', hidden: true, autocomplete: 'off' },
    ...LISTS.map(([name, title]) =>
      element('label', {}, trusted(title), element('select', { name }, element('option', { value: '' }, trusted('all')))),
    ),
    element(
      'label',
      {},
      trusted('<span>Words <kbd>/</kbd></span>'),
      element('input', { name: 'text', type: 'search', spellcheck: 'false' }),
    ),
    element('button', { type: 'reset' }, trusted('Show all')),
    element('output', { id: 'shown' }),
  );
}

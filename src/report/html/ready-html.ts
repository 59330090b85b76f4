import type { ReadyReport } from '../../report.ts';
import { READY_WORDS, readyScope, WINDOWS_NOTE } from '../facts/ready.ts';
import { element, type Html, SPACE, text } from './markup.ts';
import { sectionHtml } from './section-html.ts';
import { stepHtml } from './step-html.ts';

/** The reasons with their steps, what was not checked, and what the check was about. */
export function readyHtml(ready: ReadyReport): readonly Html[] {
  const reasons = ready.reasons.map(({ effect, message, remedy }) =>
    element(
      'li',
      { 'data-item': true },
      element('b', {}, text(`${READY_WORDS[effect]}:`)),
      SPACE,
      text(message),
      ...(remedy === undefined ? [] : [element('div', {}, stepHtml(remedy))]),
    ),
  );
  const open = ready.notChecked.map(({ message }) => element('li', { 'data-item': true }, text(message)));
  return [
    ...(reasons.length === 0 ? [] : sectionHtml('Reasons', [element('ul', {}, ...reasons)])),
    ...(open.length === 0 ? [] : sectionHtml('Not checked', [element('ul', {}, ...open)])),
    element('p', { class: 'facts' }, text(`Checked at ${ready.checkedAt}: ${readyScope(ready)}.`)),
    ...(ready.windows === undefined ? [] : [element('p', { class: 'facts' }, text(WINDOWS_NOTE))]),
  ];
}

import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Rollback } from '../../report.ts';
import { ROLLBACK_TITLE, undoLines } from '../facts/rollback.ts';
import { code, element, type Html, sentence, text } from './markup.ts';
import { quoted } from './quoted.ts';
import { stepHtml } from './step-html.ts';

/** For each placement: what can bring it back, what that would change, the steps, and the run to create. */
export function rollbackHtml(rollbacks: readonly Rollback[]): readonly Html[] {
  if (rollbacks.length === 0) return [];
  const items = rollbacks.map((rollback) => {
    const { placement, message, notes, steps, manifest } = rollback;
    return element(
      'div',
      {},
      element('h3', {}, code(displayName(placement))),
      element('p', {}, sentence(message)),
      ...(rollback.undoes === undefined ? [] : [element('ul', {}, ...undoLines(rollback).map((line) => element('li', {}, text(line))))]),
      ...notes.map((note) => element('p', { class: 'facts' }, sentence(note))),
      ...(steps.length === 0 ? [] : [element('ol', {}, ...steps.map((step) => element('li', {}, stepHtml(step))))]),
      ...(manifest === undefined ? [] : [quoted(manifest)]),
    );
  });
  return [element('section', { class: 'remarks' }, element('h2', {}, text(ROLLBACK_TITLE)), ...items)];
}

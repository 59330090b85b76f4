import type { ApprovalReport } from '../../report.ts';
import { approvalsTitle, shownApprovals } from '../facts/approval.ts';
import { code, element, type Html, sentence, SPACE, text } from './markup.ts';

/** Each request with its result and its evidence, and what `--stop-run` did. */
export function approvalHtml(approval: ApprovalReport): readonly Html[] {
  const title = approvalsTitle(approval);
  const requests = shownApprovals(approval).map(({ tone, word, title: name, lines }) =>
    element(
      'li',
      { class: tone },
      element('b', {}, text(word)),
      SPACE,
      code(name),
      element('ul', {}, ...lines.map((line) => element('li', {}, sentence(line)))),
    ),
  );
  const stop = approval.stop === undefined ? [] : [element('p', {}, sentence(approval.stop.message))];
  if (requests.length + stop.length === 0) return [];
  return [
    element(
      'section',
      { class: 'remarks' },
      element('h2', {}, text(`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`)),
      ...(requests.length === 0 ? [] : [element('ul', {}, ...requests)]),
      ...stop,
    ),
  ];
}

import type { ApprovalReport } from '../../report.ts';
import { approvalsTitle, shownApprovals } from '../facts/approval.ts';
import type { Depth } from './depth.ts';
import { prose, sentence } from './markup.ts';

const MARKS = { good: '✅', bad: '❌', open: '⏳' } as const;

/** Each request with its result and its evidence, and what `--stop-run` did. */
export function approvalMarkdown(approval: ApprovalReport, depth: Depth): readonly string[] {
  const requests = shownApprovals(approval).map(({ tone, word, title, lines }) =>
    [`- ${MARKS[tone]} **${prose(word)}** ${prose(title)}`, ...lines.map((line) => `  - ${sentence(line, depth.line)}`)].join('\n'),
  );
  const title = approvalsTitle(approval);
  return [
    ...(requests.length === 0 ? [] : [[`**${prose(`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`)}**`, '', ...requests].join('\n')]),
    ...(approval.stop === undefined ? [] : [sentence(approval.stop.message)]),
  ];
}

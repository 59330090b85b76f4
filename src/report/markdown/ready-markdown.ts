import type { ReadyEffect, ReadyReport } from '../../report.ts';
import { READY_WORDS, readyScope, WINDOWS_NOTE } from '../facts/ready.ts';
import { counted } from '../facts/words/words.ts';
import type { Depth } from './depth.ts';
import { details, prose, table } from './markup.ts';
import { stepList } from './step-text.ts';

const MARKS: Readonly<Record<ReadyEffect, string>> = { blocks: '❌', waits: '⏳', warns: '⚠️' };

/** The reasons, the steps for them, what was not checked, and what the check was about. */
export function readyMarkdown(ready: ReadyReport, depth: Depth): readonly string[] {
  const { reasons, notChecked, windows } = ready;
  const rows = reasons
    .slice(0, depth.causes)
    .map(({ effect, message }) => [`${MARKS[effect]} ${READY_WORDS[effect]}`, prose(message, depth.line)]);
  // The head of the report has the first step.
  const steps = [...new Set(reasons.slice(0, depth.causes).flatMap(({ remedy }) => remedy ?? []))].slice(1);
  const rest = reasons.length - rows.length;
  const open = notChecked.slice(0, depth.causes).map(({ message }) => `- ${prose(message, depth.line)}`);
  const unlisted = notChecked.length - open.length;
  return [
    ...(rows.length === 0 ? [] : [table([['', 'reason'], ...rows])]),
    ...(rest > 0 ? [`and ${counted(rest, 'more reason')}`] : []),
    ...(steps.length === 0 ? [] : [`**Then:**\n\n${stepList(steps, 1000)}`]),
    ...(notChecked.length === 0
      ? []
      : [details(`${notChecked.length} not checked`, [...open, ...(unlisted > 0 ? [`- and ${unlisted} more`] : [])].join('\n'), true)]),
    prose(`Checked at ${ready.checkedAt}: ${readyScope(ready)}.`, depth.line),
    ...(windows === undefined ? [] : [prose(WINDOWS_NOTE)]),
  ];
}

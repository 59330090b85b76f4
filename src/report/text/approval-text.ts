import type { ApprovalReport } from '../../report.ts';
import { approvalsTitle, shownApprovals } from '../facts/approval.ts';
import { barredLines, type Styler, terminalLine, unpainted, wrap, wrapPainted } from './terminal.ts';

/** Each request with its result and its evidence. */
export function approvalText(approval: ApprovalReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const shown = shownApprovals(approval);
  const stop = approval.stop === undefined ? [] : [wrap(terminalLine(approval.stop.message), width, 2)];
  if (shown.length === 0) return stop.length === 0 ? [] : [stop];
  const paint = { good: style.green, bad: style.red, open: style.yellow };
  const lines = shown.flatMap(({ tone, word, title, lines: said }) => [
    `  ${wrapPainted([{ text: word, paint: paint[tone] }, unpainted(`  ${terminalLine(title)}`)], width, 4)}`,
    ...said.flatMap((line) => barredLines(terminalLine(line), '    | ', width)),
  ]);
  return [[style.bold(wrap(terminalLine(approvalsTitle(approval)), width, 2)), ...lines, ...stop]];
}

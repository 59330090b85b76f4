import type { ReadyReason, ReadyReport } from '../../report.ts';
import { READY_WORDS, readyScope, WINDOWS_NOTE } from '../facts/ready.ts';
import { stepText } from './step-text.ts';
import { type Styler, terminalLine, unpainted, wrap, wrapPainted } from './terminal.ts';

/** A line for each reason, with its step; what was not checked; and what the check was about. */
export function readyText(ready: ReadyReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const { reasons, notChecked, windows } = ready;
  return [
    reasons.flatMap((reason) => reasonLines(reason, style, width)),
    notChecked.map(({ message }) =>
      wrapPainted([{ text: 'not checked', paint: style.yellow }, unpainted(`  ${terminalLine(message)}`)], width, 4),
    ),
    [
      wrap(`checked at ${ready.checkedAt}: ${terminalLine(readyScope(ready))}`, width, 2),
      ...(windows === undefined ? [] : [wrap(WINDOWS_NOTE, width, 2)]),
    ],
  ];
}

function reasonLines({ effect, message, remedy }: ReadyReason, style: Styler, width: number | undefined): readonly string[] {
  const paint = { blocks: style.red, waits: style.yellow, warns: style.yellow }[effect];
  return [
    wrapPainted([{ text: READY_WORDS[effect], paint }, unpainted(`  ${terminalLine(message)}`)], width, 4),
    ...(remedy === undefined ? [] : [`    ${stepText(remedy, width, 6)}`]),
  ];
}

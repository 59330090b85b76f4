import { displayName } from '../../fleet/kubernetes/object.ts';
import type { OwnsReport } from '../../report.ts';
import { PLAIN, type Styler, terminalLine, wrap } from './terminal.ts';
import { ownsBlocks } from '../facts/owns-blocks.ts';

/** The answer first; then each path of the object, why other placements do not place it, and what was not read. */
export function ownsText(report: OwnsReport, style: Styler = PLAIN, width?: number): string {
  const line = (start: string, text: string): string => start + wrap(terminalLine(text), width, start.length + 2);
  const paint = { found: style.green, notFound: style.red, notVerified: style.yellow }[report.answer];
  const blocks = ownsBlocks(report).map(({ title, steps, state }) => [
    line('', title),
    ...steps.map((step, index) => line(index === 0 ? '  ' : '  → ', step)),
    line('  ', state),
  ]);
  const others = report.others.map(({ placement, message }) => line('  ', `${displayName(placement)}: ${message}`));
  const notSeen = report.notSeen.map((message) => line('  ', message));
  const parts = [
    [paint(line('', report.message))],
    ...blocks,
    ...(others.length === 0 ? [] : [['not by', ...others]]),
    ...(notSeen.length === 0 ? [] : [['not seen', ...notSeen]]),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

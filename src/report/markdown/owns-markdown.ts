import { displayName } from '../../fleet/kubernetes/object.ts';
import type { OwnsReport } from '../../report.ts';
import { code, prose } from './markup.ts';
import { ownsBlocks } from '../facts/owns-blocks.ts';

/** The answer of `owns` for a job summary or a comment. */
export function ownsMarkdown(report: OwnsReport): string {
  const blocks = ownsBlocks(report).map(({ title, steps, state }) =>
    [`**${prose(title)}**`, '', ...steps.map((step, index) => `${index + 1}. ${prose(step)}`), '', prose(state)].join('\n'),
  );
  const others = report.others.map(({ placement, message }) => `- ${code(displayName(placement))}: ${prose(message)}`);
  const notSeen = report.notSeen.map((message) => `- ${prose(message)}`);
  const parts = [
    `### ${prose(report.message)}`,
    ...blocks,
    ...(others.length === 0 ? [] : ['**Not by**', others.join('\n')]),
    ...(notSeen.length === 0 ? [] : ['**Not seen**', notSeen.join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

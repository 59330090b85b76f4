import type { PlannedDiff, PlanReport } from '../../report.ts';
import { diffsText, diffTitle, omittedText, type PlacementDiff, placementDiffs, unverifiedTexts } from '../facts/plan/plan-diff.ts';
import { counted } from '../facts/words/words.ts';
import type { Depth } from './depth.ts';
import { code, details, fence, prose } from './markup.ts';

/** All changes on the clusters in one sentence, then a folded block for each placement with the changed lines. */
export function diffMarkdown(plan: PlanReport, depth: Depth): readonly string[] {
  if (plan.diff === undefined) return [];
  const diffs = placementDiffs(plan);
  const shown = depth.diff === 0 ? [] : diffs.slice(0, depth.placements);
  const rest = diffs.length - shown.length;
  const { notVerified = [] } = plan.diff;
  const open = diffs.reduce((sum, entry) => sum + entry.notVerified.length, 0);
  return [
    `**On the clusters:** ${prose(diffsText(plan.diff, diffs), depth.line)}`,
    ...notVerified.slice(0, depth.notes).map((text) => `Not verified: ${prose(text, depth.line)}`),
    ...shown.map((entry) => placementDetails(entry, depth)),
    ...(rest > 0
      ? [
          `What changes of ${counted(rest, 'placement')} does not fit here${open > 0 && shown.length === 0 ? `; ${counted(open, 'object')} not verified` : ''}`,
        ]
      : []),
  ];
}

function placementDetails({ name, isDeleted, diff, notVerified }: PlacementDiff, depth: Depth): string {
  const shown = diff.slice(0, depth.folded);
  const more = diff.length - shown.length;
  const open = unverifiedTexts(notVerified);
  const openMore = open.length - depth.folded;
  const counts = [
    ...(diff.length === 0 ? [] : [counted(diff.length, 'change')]),
    ...(open.length === 0 ? [] : [`${open.length} not verified`]),
  ].join(', ');
  const body = [
    ...shown.map((entry) => entryMarkdown(entry, depth)),
    ...(more > 0 ? [counted(more, 'more change')] : []),
    ...open.slice(0, depth.folded).map((text) => `- **not verified** ${prose(text)}`),
    ...(openMore > 0 ? [`and ${openMore} more not verified`] : []),
  ];
  return details(`What ${code(name)}${isDeleted ? ', deleted,' : ''} changes on clusters: ${counts}`, body.join('\n\n'));
}

function entryMarkdown(entry: PlannedDiff, depth: Depth): string {
  const { what, resource, where, moved } = diffTitle(entry);
  const lines = entry.lines.slice(0, depth.diff).map((line) => line.replaceAll(/\r?\n/g, ' '));
  const omitted = (entry.omitted ?? 0) + entry.lines.length - lines.length;
  const rest = omittedText({ ...entry, lines, omitted });
  return [
    `**${what}** ${code(resource)} ${prose(where)}${moved === '' ? '' : `; ${prose(moved)}`}`,
    ...(lines.length === 0 ? [] : [fence(lines.join('\n'), Number.MAX_SAFE_INTEGER, 'diff')]),
    ...(rest === '' ? [] : [rest]),
  ].join('\n\n');
}

import { displayName } from '../fleet/object.ts';
import type { PlannedPlacement, PlanReport } from '../report.ts';
import { counted } from './findings.ts';
import type { Depth } from './depth.ts';
import { code, details, prose, sentence, table } from './markdown-text.ts';
import { planPicture } from './mermaid-plan.ts';
import { planFault } from './plan-fault.ts';
import { changeLines, notVerifiedLines, overrideLines, runLines, snapshotLines } from './plan-lines.ts';
import { changeText, pickedCount, unpickedByReason } from './text-plan.ts';

/** A row a placement: which clusters it would pick and what changes; folded: why not the others, which resources. */
export function planMarkdown(plan: PlanReport, depth: Depth): readonly string[] {
  const shown = plan.placements.slice(0, depth.placements);
  const open = plan.placements.filter(({ scheduled }) => scheduled !== 'True').length;
  const failing = plan.placements.filter((placement) => placement.scheduled === 'True' && planFault(placement) !== undefined).length;
  const head = `**Plan** over ${counted(plan.clusters, 'cluster')}: ${counted(plan.placements.length, 'placement')}${open === 0 ? '' : `, **${open} not scheduled**`}${failing === 0 ? '' : `, **${failing} not reaching all their clusters**`}`;
  const rest = plan.placements.length - shown.length;
  return [
    head,
    ...(shown.length === 0 ? [] : [planTable(shown, depth)]),
    ...(rest > 0 && shown.length > 0 ? [counted(rest, 'more placement')] : []),
    ...deletedText(plan, depth),
    ...(depth.folded > 0 ? planPicture(plan) : []),
    ...(depth.folded > 0 ? shown.flatMap(placementDetails) : []),
  ];
}

function planTable(placements: readonly PlannedPlacement[], depth: Depth): string {
  const changes = placements.some((placement) => placement.change !== undefined);
  const rows = placements.map((placement) => [
    `${planFault(placement) === undefined ? '✅' : '❌'} ${code(displayName(placement.object))}`,
    placement.policy,
    pickedText(placement, depth),
    ...(changes ? [placement.change === undefined ? '' : prose(changeText(placement.change), 500)] : []),
  ]);
  return table([['Placement', 'Policy', 'Picks', ...(changes ? ['Change'] : [])], ...rows]);
}

function pickedText(placement: PlannedPlacement, depth: Depth): string {
  const names = placement.picked.slice(0, Math.min(depth.clusters, 20));
  const more = placement.picked.length - names.length;
  const list = names.map((name) => code(name)).join(' ');
  return `${pickedCount(placement)}${list === '' ? '' : `<br>${list}`}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Placements that are deleted: what that takes off which clusters. */
function deletedText({ deleted = [] }: PlanReport, depth: Depth): readonly string[] {
  const shown = deleted.slice(0, depth.placements).map(({ object, clusters, resources }) => {
    const what = resources.length === 0 ? 'nothing' : namesText(resources.map(displayName));
    return `- ${code(displayName(object))} is deleted: takes ${what} off ${clusters.length === 0 ? 'no cluster' : namesText(clusters)}`;
  });
  const rest = deleted.length - shown.length;
  return shown.length === 0 ? [] : [[...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

function placementDetails(placement: PlannedPlacement): readonly string[] {
  const unpicked = unpickedByReason(placement).map(({ why, clusters }) => `- not ${namesText(clusters)}: ${prose(why)}`);
  const because =
    placement.scheduled === 'True' || placement.reason === ''
      ? []
      : [`- scheduled: ${placement.scheduled}, because ${sentence(placement.reason)}`];
  const lines = [
    ...notVerifiedLines(placement),
    ...snapshotLines(placement),
    ...overrideLines(placement),
    ...runLines(placement),
    ...changeLines(placement.change),
  ];
  const more = lines.slice(0, 100).map(({ label, text, tone }) => `- ${tone === 'bad' ? `**${label}**` : label} ${prose(text)}`);
  const selects = `- selects ${placement.resources.length === 0 ? 'nothing' : namesText(placement.resources.map(displayName))}`;
  return [details(code(displayName(placement.object)), [...because, ...unpicked, selects, ...more].join('\n'))];
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 50).map((name) => code(name));
  return `${shown.join(', ')}${names.length > 50 ? ` and ${names.length - 50} more` : ''}`;
}

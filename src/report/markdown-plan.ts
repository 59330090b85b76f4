import { displayName } from '../fleet/object.ts';
import type { PlannedPlacement, PlanReport } from '../report.ts';
import { counted, fileName } from './findings.ts';
import type { Depth } from './depth.ts';
import { code, details, prose, sentence, table } from './markdown-text.ts';
import { planPicture } from './mermaid-plan.ts';
import { planFault } from './plan-fault.ts';
import { changeLines, notVerifiedLines, overrideLines, refusedLines, runLines, snapshotLines } from './plan-lines.ts';
import { rankPlacements } from './plan-rank.ts';
import { pickedCount, unpickedByReason } from './text-plan.ts';

/** Rows that stand open, and blocks of details that need no block around them. */
const OPEN = { rows: 10, details: 3 };

/** A row a placement: which clusters it would pick and what changes; folded: what is less urgent, why not the others, which resources. */
export function planMarkdown(plan: PlanReport, depth: Depth): readonly string[] {
  const { ranked, quiet } = rankPlacements(plan.placements);
  const shown = ranked.slice(0, depth.placements);
  const rest = ranked.length - shown.length;
  return [
    headText(plan),
    ...tables(shown, depth),
    ...(rest > 0 && shown.length > 0 ? [counted(rest, 'more placement')] : []),
    ...(quiet.length > 0 ? [`${counted(quiet.length, ranked.length > 0 ? 'other placement' : 'placement')} unchanged`] : []),
    ...deletedText(plan, depth),
    ...(plan.assumptions ?? []).map((text) => `Assumed: ${prose(text)}`),
    ...unevaluatedText(plan, depth),
    ...(depth.folded > 0 ? planPicture(plan) : []),
    ...(depth.folded > 0 ? folded(shown.map(placementDetails)) : []),
  ];
}

/** How many placements there are, and what is wrong with how many of them. */
function headText({ clusters, placements }: PlanReport): string {
  const taken = placements.filter(({ refused }) => refused === undefined);
  const open = taken.filter(({ scheduled }) => scheduled !== 'True').length;
  const failing = taken.filter((placement) => planFault(placement) !== undefined).length - open;
  const faults = Object.entries({
    'refused by the hub': placements.length - taken.length,
    'not scheduled': open,
    'not reaching all their clusters': failing,
  }).flatMap(([what, count]) => (count === 0 ? [] : [`, **${count} ${what}**`]));
  return `**Plan** over ${counted(clusters, 'cluster')}: ${counted(placements.length, 'placement')}${faults.join('')}`;
}

/** The first rows open, the others folded where there may be folds. */
function tables(placements: readonly PlannedPlacement[], depth: Depth): readonly string[] {
  if (placements.length === 0) return [];
  const open = placements.slice(0, depth.folded > 0 ? OPEN.rows : placements.length);
  const rest = placements.slice(open.length);
  return [planTable(open, depth), ...(rest.length === 0 ? [] : [details(counted(rest.length, 'more placement'), planTable(rest, depth))])];
}

function folded(blocks: readonly string[]): readonly string[] {
  if (blocks.length <= OPEN.details) return blocks;
  return [details('Why these clusters, and which resources', blocks.join('\n\n'))];
}

function planTable(placements: readonly PlannedPlacement[], depth: Depth): string {
  const changes = placements.some((placement) => placement.change !== undefined);
  const rows = placements.map((placement) => [
    `${mark(placement)} ${code(displayName(placement.object))}`,
    placement.policy,
    pickedText(placement, depth),
    ...(changes ? [changeCell(placement.change)] : []),
  ]);
  return table([['Placement', 'Policy', 'Picks', ...(changes ? ['Change'] : [])], ...rows]);
}

function mark(placement: PlannedPlacement): string {
  if (planFault(placement) !== undefined) return '❌';
  return (placement.change?.warnings ?? []).length > 0 ? '⚠️' : '✅';
}

/** `+ a, b − c (4 kept)`, then what happens to the resources, then the first warning. */
function changeCell(change: PlannedPlacement['change']): string {
  if (change === undefined) return '';
  const { added, removed, kept, resources = { added: [], changed: [], removed: [] }, warnings: [warning, ...more] = [] } = change;
  const clusters = [...(added.length > 0 ? [`+ ${few(added)}`] : []), ...(removed.length > 0 ? [`− ${few(removed)}`] : [])];
  const counts = Object.entries({ added: resources.added, changed: resources.changed, removed: resources.removed })
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) => `${list.length > 2 ? list.length : list.map(({ resource }) => displayName(resource)).join(', ')} ${what}`);
  const lines = [
    ...(clusters.length > 0 ? [`${clusters.join(' ')} (${kept} kept)`] : []),
    ...(counts.length > 0 ? [`resources: ${counts.join(', ')}`] : []),
    ...(warning === undefined ? [] : [`${warning}${more.length > 0 ? ` And ${counted(more.length, 'more warning')}.` : ''}`]),
  ];
  return lines.length === 0 ? 'none' : lines.map((line) => prose(line, 500)).join('<br>');
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, names.length > 5 ? 4 : 5);
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`;
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

function unevaluatedText({ notEvaluated = [] }: PlanReport, depth: Depth): readonly string[] {
  if (notEvaluated.length === 0) return [];
  const title = `${counted(notEvaluated.length, 'input')} not evaluated, so not in this plan`;
  const rows = notEvaluated
    .slice(0, depth.folded)
    .map(({ file, line, reason }) => `- ${code(`${fileName(file)}:${line}`)} ${prose(reason)}`);
  const rest = notEvaluated.length - rows.length;
  return [rows.length === 0 ? title : details(title, [...rows, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n'))];
}

function placementDetails(placement: PlannedPlacement): string {
  const unpicked = unpickedByReason(placement).map(({ why, clusters }) => `- not ${namesText(clusters)}: ${prose(why)}`);
  const because =
    placement.scheduled === 'True' || placement.reason === ''
      ? []
      : [`- scheduled: ${placement.scheduled}, because ${sentence(placement.reason)}`];
  const lines = [
    ...refusedLines(placement),
    ...notVerifiedLines(placement),
    ...snapshotLines(placement),
    ...overrideLines(placement),
    ...runLines(placement),
    ...changeLines(placement.change),
  ];
  const more = lines.slice(0, 100).map(({ label, text, tone }) => `- ${tone === 'bad' ? `**${label}**` : label} ${prose(text)}`);
  const selects = `- selects ${placement.resources.length === 0 ? 'nothing' : namesText(placement.resources.map(displayName))}`;
  return details(code(displayName(placement.object)), [...because, ...unpicked, selects, ...more].join('\n'));
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 50).map((name) => code(name));
  return `${shown.join(', ')}${names.length > 50 ? ` and ${names.length - 50} more` : ''}`;
}

import { displayName } from '../../fleet/kubernetes/object.ts';
import type { PlannedPlacement, PlanReport, Report } from '../../report.ts';
import { unpickedByReason } from '../facts/plan/picks.ts';
import { placementName } from '../facts/plan/placement-name.ts';
import { planFault, planGap } from '../facts/plan/plan-fault.ts';
import { changeLines, factLines, refusedLines } from '../facts/plan/plan-lines.ts';
import { rankPlacements } from '../facts/plan/plan-rank.ts';
import { reasonText } from '../facts/lint/unevaluated.ts';
import { counted, fileName } from '../facts/words/words.ts';
import type { Depth } from './depth.ts';
import { code, details, prose, sentence } from './markup.ts';
import { diffMarkdown } from './plan-diff-markdown.ts';
import { changeList, MOST_IN_CELL, planTable } from './plan-table.ts';
import { pictureLabel } from './picture-label.ts';

/** Rows that are not folded, and blocks of details that are not inside another block. */
const OPEN = { rows: 10, details: 3 };

/**
 * A row for each placement: the clusters it would pick, errors that no finding reports, and what changes. Folded: less urgent rows, why
 * other clusters are not picked, and the resources.
 */
export function planMarkdown({ command, lint }: Pick<Report, 'command' | 'lint'>, plan: PlanReport, depth: Depth): readonly string[] {
  const { ranked, quiet } = rankPlacements(plan.placements);
  const shown = ranked.slice(0, depth.placements);
  const rest = ranked.length - shown.length;
  return [
    ...headText(plan, command !== 'plan'),
    ...(lint === undefined ? faultList(ranked, depth) : []),
    ...tables(shown, plan, depth),
    ...changes(shown, depth),
    ...diffMarkdown(plan, depth),
    ...(rest > 0 && shown.length > 0 ? [counted(rest, 'more placement')] : []),
    ...(quiet.length > 0 ? [`${counted(quiet.length, ranked.length > 0 ? 'other placement' : 'placement')} unchanged`] : []),
    ...assumptionList(plan, depth),
    ...unevaluatedText(plan, depth),
    ...(depth.folded > 0 ? folded(shown.map(placementDetails), depth.pictures ? planPicture(plan) : []) : []),
  ];
}

function assumptionList({ assumptions = [] }: PlanReport, depth: Depth): readonly string[] {
  const rest = assumptions.length - depth.notes;
  const shown = assumptions.slice(0, depth.notes).map((text) => prose(text, depth.line));
  return rest > 0 ? [...shown, `and ${counted(rest, 'more assumption')}`] : shown;
}

/** The number of placements, unless the headline has it, and how many of them have an error. */
function headText({ clusters, placements }: PlanReport, total: boolean): readonly string[] {
  const taken = placements.filter(({ refused }) => refused === undefined);
  const gaps = taken.filter((placement) => planGap(placement) !== undefined).length;
  const open = taken.filter(({ scheduled, unknown }) => scheduled !== 'True' && unknown !== true).length;
  const failing = taken.filter((placement) => planFault(placement) !== undefined).length - open;
  const faults = Object.entries({
    'refused by the hub': placements.length - taken.length,
    'not scheduled': open,
    'not reaching all their clusters': failing,
    'not planned': gaps,
  }).flatMap(([what, count]) => (count === 0 ? [] : [`**${count} ${what}**`]));
  const parts = [
    ...(total ? [`**Plan** over ${counted(clusters, 'cluster')}: ${counted(placements.length, 'placement')}`] : []),
    ...faults,
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

/** The error of each placement, if the headline and the findings do not have it. */
function faultList(placements: readonly PlannedPlacement[], depth: Depth): readonly string[] {
  const faults = placements.flatMap((placement) => {
    const fault = planFault(placement) ?? planGap(placement);
    return fault === undefined ? [] : [`- ${code(placementName(placement))} ${sentence(fault, 300)}`];
  });
  const shown = faults.slice(0, depth.causes);
  const rest = faults.length - shown.length;
  return shown.length < 2 ? [] : [[...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

/** The first rows open, the others folded if folds are allowed. */
function tables(placements: readonly PlannedPlacement[], { clusters }: PlanReport, depth: Depth): readonly string[] {
  if (placements.length === 0) return [];
  const open = placements.slice(0, depth.folded > 0 ? OPEN.rows : placements.length);
  const rest = placements.slice(open.length);
  const more = rest.length === 0 ? [] : [details(counted(rest.length, 'more placement'), planTable(rest, clusters))];
  return [planTable(open, clusters), ...more];
}

function changes(placements: readonly PlannedPlacement[], depth: Depth): readonly string[] {
  const lines = changeList(placements);
  const rest = lines.length - depth.causes;
  const shown = [...lines.slice(0, depth.causes), ...(rest > 0 && depth.causes > 0 ? [`- and ${rest} more`] : [])];
  return shown.length === 0 ? [] : [shown.join('\n')];
}

function folded(blocks: readonly string[], picture: readonly string[]): readonly string[] {
  const pictured = picture.map((text) => details('As a picture', text));
  if (blocks.length <= OPEN.details) return [...blocks, ...pictured];
  return [details('Why these clusters, and which resources', blocks.join('\n\n')), ...pictured];
}

function unevaluatedText({ notEvaluated = [] }: PlanReport, depth: Depth): readonly string[] {
  if (notEvaluated.length === 0) return [];
  const title = `${counted(notEvaluated.length, 'input')} not evaluated, so not in this plan`;
  const rows = notEvaluated
    .slice(0, depth.folded)
    .map((entry) => `- ${code(`${fileName(entry.file)}:${entry.line}`)} ${prose(reasonText(entry))}`);
  const rest = notEvaluated.length - rows.length;
  return [rows.length === 0 ? title : details(title, [...rows, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n'))];
}

function placementDetails(placement: PlannedPlacement): string {
  const isPlanned = planGap(placement) === undefined;
  const unpicked = unpickedByReason(placement).map(({ why, clusters }) => `- not ${namesText(clusters)}: ${prose(why)}`);
  const because =
    placement.scheduled === 'True' || placement.reason === ''
      ? []
      : [`- scheduled: ${placement.scheduled}, because ${sentence(placement.reason)}`];
  const lines = [...refusedLines(placement), ...factLines(placement), ...changeLines(placement.change)];
  const facts = lines.slice(0, MOST_FACTS).map(({ label, text, tone }) => `- ${tone === 'bad' ? `**${label}**` : label} ${prose(text)}`);
  const more = lines.length > MOST_FACTS ? [`- and ${lines.length - MOST_FACTS} more`] : [];
  const picks = `- picks ${placement.picked.length === 0 ? 'no cluster' : namesText(placement.picked)}`;
  const selects = `- selects ${placement.resources.length === 0 ? 'nothing' : namesText(placement.resources.map(displayName))}`;
  const planned = isPlanned
    ? [...because, picks, ...unpicked, ...movedList(placement), selects]
    : [`- not planned: ${sentence(placement.reason)}`];
  return details(code(placementName(placement)), [...planned, ...facts, ...more].join('\n'));
}

/** The most facts of one placement that are listed; the others are counted. */
const MOST_FACTS = 100;

/** The names of clusters that the table only counts. */
function movedList({ change }: PlannedPlacement): readonly string[] {
  const { added = [], removed = [] } = change ?? {};
  return [
    ...(added.length > MOST_IN_CELL ? [`- gains ${namesText(added)}`] : []),
    ...(removed.length > MOST_IN_CELL ? [`- loses ${namesText(removed)}`] : []),
  ];
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 50).map((name) => code(name));
  return `${shown.join(', ')}${names.length > 50 ? ` and ${names.length - 50} more` : ''}`;
}

const MOST_EDGES = 8;

/** A picture of the placements that gain or lose clusters, as a mermaid block; none if one line is enough or there is too much to draw. */
function planPicture({ placements, deleted = [] }: PlanReport): readonly string[] {
  const moves = [
    ...placements.map(({ object, change }) => ({ object, added: change?.added ?? [], removed: change?.removed ?? [] })),
    ...deleted.map(({ object, clusters }) => ({ object, added: [], removed: clusters })),
  ].filter(({ added, removed }) => added.length + removed.length > 0);
  const count = moves.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  if (moves.length < 2 || count > MOST_EDGES) return [];
  const clusters = [...new Set(moves.flatMap(({ added, removed }) => [...added, ...removed]))].toSorted();
  const node = new Map(clusters.map((name, index) => [name, `c${index}`]));
  const edges = moves.flatMap(({ added, removed }, index) => [
    ...added.map((name) => `  p${index} -->|added| ${node.get(name) ?? ''}`),
    ...removed.map((name) => `  p${index} -.->|removed| ${node.get(name) ?? ''}`),
  ]);
  return [
    [
      '```mermaid',
      'flowchart LR',
      ...moves.map(({ object }, index) => `  p${index}["${pictureLabel(displayName(object))}"]`),
      ...[...node].map(([name, id]) => `  ${id}(["${pictureLabel(name)}"])`),
      ...edges,
      '```',
    ].join('\n'),
  ];
}

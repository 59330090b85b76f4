import { displayName } from '../../fleet/kubernetes/object.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';
import type { PlannedChange, PlannedPlacement } from '../../report.ts';
import { picksText } from '../facts/plan/picks.ts';
import { placementName } from '../facts/plan/placement-name.ts';
import { planFault, planGap } from '../facts/plan/plan-fault.ts';
import { counted } from '../facts/words/words.ts';
import { code, prose, table } from './markup.ts';

/** A row a placement: how it fares, and its clusters; against a base the clusters it gains, loses and keeps, and how many it asks for. */
export function planTable(placements: readonly PlannedPlacement[], clusters: number): string {
  const compared = placements.some((placement) => placement.change !== undefined);
  const head = ['Placement', ...(compared ? ['+', '−', '=', 'of'] : ['Clusters'])];
  const rows = placements.map((placement) => [
    `${mark(placement)} ${code(shortened(placement))} ${placement.policy}${placement.change?.isNew === true ? ', new' : ''}`,
    ...(compared ? movedCells(placement, clusters) : [pickedText(placement, clusters)]),
  ]);
  return table([head, ...rows]);
}

/** What a change does beyond its clusters, a line a placement: warnings first, then its resources. Finished markdown. */
export function changeList(placements: readonly PlannedPlacement[]): readonly string[] {
  return placements.flatMap((placement) => {
    const name = code(placementName(placement));
    const texts = placement.change === undefined ? [] : changeTexts(placement.change);
    return texts.map((text) => `- ${name} ${prose(text, 500)}`);
  });
}

/** A phone shows five columns where the first one is narrow. */
function shortened({ object, overlay }: PlannedPlacement): string {
  return overlay === undefined ? shortName(object) : `${shortName(object)} (${overlay})`;
}

function mark(placement: PlannedPlacement): string {
  if (planFault(placement) !== undefined) return '❌';
  if (planGap(placement) !== undefined) return '❔';
  return (placement.change?.warnings ?? []).length > 0 ? '⚠️' : '✅';
}

function movedCells(placement: PlannedPlacement, clusters: number): readonly string[] {
  const { change, picked, wanted } = placement;
  if (planGap(placement) !== undefined) return ['', '', UNKNOWN, String(wanted ?? clusters)];
  const { added, removed, kept } = change ?? { added: [], removed: [], kept: picked.length };
  return [few(added), few(removed), String(kept), String(wanted ?? clusters)];
}

/** Where nobody can tell. */
const UNKNOWN = 'not known';

/** Names that a cell holds; more of them are counted. */
export const MOST_IN_CELL = 2;

/** Names where there are few, else how many: all of them stand below. */
function few(names: readonly string[]): string {
  if (names.length === 0) return '';
  return names.length > MOST_IN_CELL ? String(names.length) : names.map((name) => prose(name, 60)).join('<br>');
}

/** The clusters by name where they are few, else how many and which not. */
function pickedText(placement: PlannedPlacement, clusters: number): string {
  const { picked } = placement;
  if (planGap(placement) !== undefined) return UNKNOWN;
  const text = prose(picksText(placement, clusters), 200);
  return picked.length > 0 && picked.length <= FEW ? `${text}: ${picked.map((name) => code(name)).join(' ')}` : text;
}

const FEW = 3;

function changeTexts({ warnings = [], resources }: PlannedChange): readonly string[] {
  const [warning, ...more] = warnings;
  const counts = Object.entries(resources ?? {})
    .filter(([, list]) => list.length > 0)
    .map(
      ([what, list]) =>
        `${list.length > 2 ? counted(list.length, 'object') : list.map(({ resource }) => displayName(resource)).join(', ')} ${what}`,
    );
  return [
    ...(warning === undefined ? [] : [`${warning}${more.length > 0 ? ` And ${counted(more.length, 'more warning')}.` : ''}`]),
    ...(counts.length === 0 ? [] : [counts.join(', ')]),
  ];
}

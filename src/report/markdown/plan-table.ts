import { displayName } from '../../fleet/kubernetes/object.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';
import type { PlannedChange, PlannedPlacement } from '../../report.ts';
import { picksText } from '../facts/plan/picks.ts';
import { placementName } from '../facts/plan/placement-name.ts';
import { planFault, planGap } from '../facts/plan/plan-fault.ts';
import { droppedBy } from '../facts/plan/removals.ts';
import { counted } from '../facts/words/words.ts';
import { code, prose, table } from './markup.ts';

/** A row for each placement: a mark and its clusters; with a base the clusters it gains, loses and keeps, and the number it asks for. */
export function planTable(placements: readonly PlannedPlacement[], clusters: number): string {
  const compared = placements.some((placement) => placement.change !== undefined);
  const head = ['Placement', ...(compared ? ['Added', 'Removed', 'Kept / wanted'] : ['Clusters'])];
  const rows = placements.map((placement) => [
    `${mark(placement)} ${code(shortened(placement))} ${placement.policy}${placement.change?.isNew === true ? ', new' : ''}`,
    ...(compared ? movedCells(placement, clusters) : [pickedText(placement, clusters)]),
  ]);
  return table([head, ...rows]);
}

/** What a change does besides moving clusters, a line for each placement: warnings first, then its resources. Finished markdown. */
export function changeList(placements: readonly PlannedPlacement[]): readonly string[] {
  return placements.flatMap((placement) => {
    const name = code(placementName(placement));
    const texts = placement.change === undefined ? [] : changeTexts(placement.change);
    return texts.map((text) => `- ${name} ${prose(text, 500)}`);
  });
}

/** A phone shows four columns if the first one is narrow. */
function shortened({ object, overlay }: PlannedPlacement): string {
  return overlay === undefined ? shortName(object) : `${shortName(object)} (${overlay})`;
}

function mark(placement: PlannedPlacement): string {
  if (planFault(placement) !== undefined) return '❌';
  if (planGap(placement) !== undefined) return '❔';
  return warns(placement) ? '⚠️' : '✅';
}

/** A placement that selects nothing, and a change that removes something from clusters, are never shown as simply good. */
function warns({ change, resources }: PlannedPlacement): boolean {
  if (resources.length === 0) return true;
  if (change === undefined) return false;
  return (change.warnings ?? []).length + change.removed.length + (change.evicted ?? []).length + droppedBy(change).length > 0;
}

function movedCells(placement: PlannedPlacement, clusters: number): readonly string[] {
  const { change, picked, wanted } = placement;
  if (planGap(placement) !== undefined) return ['', '', `${UNKNOWN} / ${wanted ?? clusters}`];
  const { added, removed, kept } = change ?? { added: [], removed: [], kept: picked.length };
  return [few(added), few(removed), `${kept} / ${wanted ?? clusters}`];
}

const UNKNOWN = 'not known';

/** The most names in a cell; more are counted. */
export const MOST_IN_CELL = 2;

/** A few names, or the number of names: all of them are listed below the table. */
function few(names: readonly string[]): string {
  if (names.length === 0) return '';
  return names.length > MOST_IN_CELL ? String(names.length) : names.map((name) => prose(name, 60)).join('<br>');
}

/** A few clusters by name, or the number of clusters and those that are not picked. */
function pickedText(placement: PlannedPlacement, clusters: number): string {
  const { picked } = placement;
  if (planGap(placement) !== undefined) return UNKNOWN;
  const text = prose(picksText(placement, clusters), 200);
  return picked.length > 0 && picked.length <= FEW ? `${text}: ${picked.map((name) => code(name)).join(' ')}` : text;
}

const FEW = 3;

function changeTexts({ warnings = [], evicted = [], resources }: PlannedChange): readonly string[] {
  const [warning, ...more] = warnings;
  const counts = Object.entries(resources ?? {})
    .filter(([, list]) => list.length > 0)
    .map(
      ([what, list]) =>
        `${list.length > 2 ? counted(list.length, 'object') : list.map(({ resource }) => displayName(resource)).join(', ')} ${what}`,
    );
  return [
    ...(warning === undefined ? [] : [`${warning}${more.length > 0 ? ` And ${counted(more.length, 'more warning')}.` : ''}`]),
    ...evicted.map(({ cluster, reason }) => `leaves ${cluster} (${reason})`),
    ...(counts.length === 0 ? [] : [counts.join(', ')]),
  ];
}

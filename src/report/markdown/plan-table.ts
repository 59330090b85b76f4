import { displayName } from '../../fleet/object.ts';
import type { PlannedPlacement } from '../../report.ts';
import { pickedCount } from '../facts/picks.ts';
import { placementName } from '../facts/placement-name.ts';
import { planFault } from '../facts/plan-fault.ts';
import { counted } from '../facts/words.ts';
import type { Depth } from './depth.ts';
import { code, prose, table } from './markup.ts';

/** A row a placement: how it fares, what changes against the base where there is one, and its clusters. */
export function planTable(placements: readonly PlannedPlacement[], depth: Depth): string {
  const changes = placements.some((placement) => placement.change !== undefined);
  const rows = placements.map((placement) => [
    `${mark(placement)}&nbsp;${code(placementName(placement))}<br>${placement.policy}: ${pickedCount(placement)}`,
    ...(changes ? [changeCell(placement.change)] : []),
    pickedText(placement, depth),
  ]);
  return table([['Placement', ...(changes ? ['Change'] : []), 'Clusters'], ...rows]);
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
  return `${names.map((name) => code(name)).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

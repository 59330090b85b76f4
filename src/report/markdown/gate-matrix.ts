import type { GatedPlacement } from '../../report.ts';
import { listed } from '../../fleet/text/listed.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';
import { FEW_CLUSTERS, groupCount, type GroupRow, groupRows } from '../facts/gate/cluster-rows.ts';
import { byVerdict } from '../facts/gate/gated.ts';
import type { Depth } from './depth.ts';
import { code, prose, table } from './markup.ts';
import { VERDICT_ICONS } from './verdict-marks.ts';

/** The most clusters that a cell names. */
const NAMED = 3;

/**
 * The result of each placement, if there are several: a column for each cluster if they are few, otherwise one for each group. If that is
 * too wide for a phone, a row for each; if that is too wide as well, the numbers of clusters that passed and did not.
 */
export function gateMatrix(all: readonly GatedPlacement[], depth: Depth): readonly string[] {
  const clusters = [...new Set(all.flatMap((gated) => gated.clusters.map(({ name }) => name)))].toSorted();
  if (all.length < 2 || clusters.length === 0 || depth.placements === 0) return [];
  const shown = all.slice(0, depth.placements);
  const names = shown.map(({ object }) => shortName(object));
  const groups = clusters.length > FEW_CLUSTERS ? groupNames(shown) : undefined;
  const columns = clusters.length > FEW_CLUSTERS ? groups : clusters;
  if (columns !== undefined) {
    const rows = groups === undefined ? clusterCells(shown, columns) : groupCells(shown, columns);
    if (isNarrow(names, columns)) return [table(rows)];
    if (isNarrow(columns, names)) return [table(transposed(rows))];
  }
  return [countTable(shown)];
}

/**
 * Whether a table fits in 358 pixels, the width of a comment on a phone of 390. A cell has 37 pixels besides its text, a character 7.2, and
 * a line breaks after a hyphen.
 */
function isNarrow(rowNames: readonly string[], columnNames: readonly string[]): boolean {
  const widthOf = (name: string): number => 37 + 7.2 * Math.max(LEAST, ...name.split(/(?<=-)/).map((part) => part.length));
  return Math.max(...rowNames.map(widthOf)) + columnNames.reduce((sum, name) => sum + widthOf(name), 0) <= 358;
}

/** Characters of `12/12`. */
const LEAST = 5;

function clusterCells(all: readonly GatedPlacement[], clusters: readonly string[]): readonly (readonly string[])[] {
  const rows = all.map((gated) => {
    const verdicts = new Map(gated.clusters.map(({ name, verdict }) => [name, VERDICT_ICONS[verdict]]));
    return [nameCell(gated), ...clusters.map((name) => verdicts.get(name) ?? '')];
  });
  return [['', ...clusters.map((name) => code(name, 40))], ...rows];
}

function transposed(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [head = []] = rows;
  return head.map((_, column) => rows.map((row) => row[column] ?? ''));
}

function groupCells(all: readonly GatedPlacement[], names: readonly string[]): readonly (readonly string[])[] {
  const rows = all.map((gated) => {
    const groups = new Map(groupRows(byVerdict(gated.clusters), gated.groupedBy ?? '').map((group) => [group.name, group]));
    return [`${nameCell(gated)}${badNames(gated)}`, ...names.map((name) => groupCell(groups.get(name)))];
  });
  return [['', ...names.map((name) => code(name, 40))], ...rows];
}

function countTable(all: readonly GatedPlacement[]): string {
  const rows = all.map((gated) => {
    const { failed, open, passed } = Object.groupBy(gated.clusters, ({ verdict }) =>
      verdict === 'passed' ? 'passed' : verdict === 'failed' || verdict === 'stuck' ? 'failed' : 'open',
    );
    return [`${nameCell(gated)}${badNames(gated)}`, ...[failed, open, passed].map((list) => String(list?.length ?? 0))];
  });
  return table([['', 'failed', 'open', 'passed'], ...rows]);
}

/** The groups of all placements, if they are few and have the same kind; otherwise `undefined`. */
function groupNames(all: readonly GatedPlacement[]): readonly string[] | undefined {
  const sorts = new Set(all.filter(({ clusters }) => clusters.length > 0).map(({ groupedBy }) => groupedBy));
  if (sorts.size !== 1 || sorts.has(undefined)) return undefined;
  const names = [...new Set(all.flatMap((gated) => gated.clusters.map(({ group }) => group)))];
  const isWhole = names.every((name) => name !== undefined);
  return isWhole && names.length > 1 && names.length <= FEW_CLUSTERS ? names : undefined;
}

/** `✅ 12/12` */
function groupCell(group: GroupRow | undefined): string {
  return group === undefined ? '' : `${VERDICT_ICONS[group.verdict]} ${groupCount(group)}`;
}

function nameCell(gated: GatedPlacement): string {
  return `${VERDICT_ICONS[gated.verdict]} ${code(shortName(gated.object))}`;
}

/** The clusters that failed, by name, below the name of the placement. */
function badNames({ clusters }: GatedPlacement): string {
  const bad = clusters.filter(({ verdict }) => verdict === 'failed' || verdict === 'stuck').map(({ name }) => prose(name, 40));
  return bad.length === 0 ? '' : `<br>${listed(bad, NAMED)}`;
}

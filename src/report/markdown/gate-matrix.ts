import type { GatedPlacement } from '../../report.ts';
import { shortName } from '../../fleet/short-names.ts';
import type { Depth } from './depth.ts';
import { code, table } from './markup.ts';
import { VERDICT_ICONS } from './verdict-marks.ts';

/** More columns do not fit on a phone. */
const MOST_CLUSTERS = 6;

/** Placement × cluster, where there are several placements and few clusters; else nothing. */
export function gateMatrix(all: readonly GatedPlacement[], depth: Depth): readonly string[] {
  const clusters = [...new Set(all.flatMap((gated) => gated.clusters.map(({ name }) => name)))].toSorted();
  if (all.length < 2 || clusters.length === 0 || clusters.length > MOST_CLUSTERS || depth.placements === 0) return [];
  const rows = all.slice(0, depth.placements).map((gated) => {
    const verdicts = new Map(gated.clusters.map(({ name, verdict }) => [name, VERDICT_ICONS[verdict]]));
    return [`${VERDICT_ICONS[gated.verdict]} ${code(shortName(gated.object))}`, ...clusters.map((name) => verdicts.get(name) ?? '')];
  });
  return [table([['', ...clusters.map((name) => code(name, 40))], ...rows])];
}

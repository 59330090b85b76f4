import { stringAt } from '../fleet/json.ts';
import { listed } from '../fleet/listed.ts';
import type { KubeObject } from '../fleet/object.ts';
import { unfollowedEvictions } from '../gates/observations/evictions.ts';
import type { GateReport } from '../report.ts';

const SHOWN = 5;

/** What is to be said of evictions of the deploy that no followed placement answers for, in whole sentences; nothing of a gate that saw nothing. */
export function notJudgedEvictions({ placements, runs }: GateReport, manifests: readonly KubeObject[] = []): readonly string[] {
  const open = placements.length + runs.length === 0 ? [] : unfollowedEvictions(placements, manifests);
  if (open.length === 0) return [];
  const names = open.map((eviction) => `${eviction.metadata.name} (${stringAt(eviction, 'spec', 'placementName') ?? 'no placement'})`);
  return [`Evictions that were not judged, as their placements are not followed: ${listed(names, SHOWN)}. Give the placements as targets.`];
}

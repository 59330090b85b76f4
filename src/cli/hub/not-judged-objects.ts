import { stringAt } from '../../fleet/json/json.ts';
import { isUnknownFleetKind } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { unfollowedEvictions } from '../../gates/observations/placement/evictions.ts';
import type { GateReport } from '../../report.ts';

const SHOWN = 5;

/** Whole sentences about objects of the deploy that act on the fleet but are not part of a verdict. */
export function notJudgedObjects(gate: GateReport, manifests: readonly KubeObject[] = []): readonly string[] {
  return [...evictionsText(gate, manifests), ...unknownText(manifests)];
}

/** Empty for a gate that did not read anything. */
function evictionsText({ placements, runs }: GateReport, manifests: readonly KubeObject[]): readonly string[] {
  const open = placements.length + runs.length === 0 ? [] : unfollowedEvictions(placements, manifests);
  if (open.length === 0) return [];
  const names = open.map((eviction) => `${eviction.metadata.name} (${stringAt(eviction, 'spec', 'placementName') ?? 'no placement'})`);
  return [
    `Evictions that were not checked, as their placements are not followed: ${listed(names, SHOWN)}. Give the placements as targets.`,
  ];
}

function unknownText(manifests: readonly KubeObject[]): readonly string[] {
  const names = manifests.filter(isUnknownFleetKind).map((object) => displayName(refOf(object)));
  return names.length === 0 ? [] : [`Not checked, as no such kind of KubeFleet is known to this program: ${listed(names, SHOWN)}.`];
}

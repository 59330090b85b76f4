import { isLatestSnapshot } from '../fleet/fleet-metadata.ts';
import { listAt, stringAt } from '../fleet/json.ts';
import { isPlacement, PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { listed } from '../fleet/listed.ts';
import { groupOf, isDeleting, type KubeObject } from '../fleet/object.ts';
import { existingOf } from './existing.ts';
import type { PlanContext } from './plan-context.ts';

const SHOWN = 5;

/**
 * What a plan without a hub takes for granted, in whole sentences. A placement whose bindings were not given is taken to hold nothing. The
 * list of clusters is taken to be complete, unless bindings or decisions of the dump name others. A hub that was read shows both.
 */
export function assumptions({ input, byName }: PlanContext): readonly string[] {
  const { hub, existing = [], base } = input;
  if (hub !== undefined) return [];
  const placements = input.objects.filter(({ object }) => isPlacement(object));
  const open = placements.filter(({ object, namespace }) => existingOf(object, namespace, existing) === undefined).length;
  const missing = [...new Set(existing.flatMap(clustersNamedBy))].filter((name) => !byName.has(name)).toSorted();
  return [
    ...(open === 0 ? [] : [fromScratch(open, placements.length, base !== undefined)]),
    ...(missing.length === 0
      ? []
      : [`The list of clusters seems incomplete: decisions of the hub name ${listed(missing, SHOWN)}, not in the list.`]),
  ];
}

function fromScratch(open: number, all: number, isCompared: boolean): string {
  const what = open === all ? '' : ` for ${open} of ${all} placements`;
  const start = isCompared ? `The base is planned from scratch${what}` : `Planned from scratch${what}`;
  return `${start}: the hub's current placements are not in the cluster file.`;
}

/** Live bindings and the latest decisions: when a cluster leaves, the hub takes it out of both. */
function clustersNamedBy(object: KubeObject): readonly string[] {
  if (groupOf(object.apiVersion) !== PLACEMENT_GROUP) return [];
  if (object.kind.endsWith('ResourceBinding')) {
    const isLive = stringAt(object, 'spec', 'state') !== 'Unscheduled' && !isDeleting(object);
    return isLive ? [stringAt(object, 'spec', 'targetCluster') ?? []].flat() : [];
  }
  if (!object.kind.endsWith('SchedulingPolicySnapshot') || !isLatestSnapshot(object)) return [];
  const found = stringAt(object, 'spec', 'policy', 'placementType') === 'PickFixed' ? [] : listAt(object, 'status', 'targetClusters');
  return found.flatMap((entry) => stringAt(entry, 'clusterName') ?? []);
}

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
  const isOpen = input.objects.some(
    ({ object, namespace }) => isPlacement(object) && existingOf(object, namespace, existing) === undefined,
  );
  const missing = [...new Set(existing.flatMap(clustersNamedBy))].filter((name) => !byName.has(name)).toSorted();
  const start = base === undefined ? 'as if the hub had nothing of them' : 'as if the base came to a hub that had nothing of them';
  return [
    ...(isOpen ? [`Placements without policy snapshot and bindings among the clusters given are planned ${start}.`] : []),
    ...(missing.length === 0
      ? []
      : [`The list of clusters seems incomplete: decisions of the hub name ${listed(missing, SHOWN)}, not in the list.`]),
  ];
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

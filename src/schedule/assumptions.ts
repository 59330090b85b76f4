import { isLatestSnapshot } from '../fleet/kubefleet/fleet-metadata.ts';
import { listAt, stringAt } from '../fleet/json/json.ts';
import { isPlacement, PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { listed } from '../fleet/text/listed.ts';
import { groupOf, isDeleting, type KubeObject } from '../fleet/kubernetes/object.ts';
import { existingOf } from './existing.ts';
import type { PlanContext } from './plan-context.ts';

/**
 * What a plan without a hub assumes, in whole sentences. A placement without given bindings is assumed to hold nothing. The list of
 * clusters is assumed to be complete, unless bindings or decisions of the dump name others. A hub that was read answers both questions.
 */
export function assumptions({ input, byName }: PlanContext): readonly string[] {
  const { hub, existing = [], base, isOfManifests = false } = input;
  if (hub !== undefined) return [];
  // With a base, the base is assumed to be on the hub.
  const placements = (base ?? input.objects).filter(({ object }) => isPlacement(object));
  const open = placements.filter(({ object, namespace }) => existingOf(object, namespace, existing) === undefined).length;
  const missing = [...new Set(existing.flatMap(clustersNamedBy))].filter((name) => !byName.has(name)).toSorted();
  return [
    ...(open === 0
      ? []
      : [
          fromScratch({
            open,
            all: placements.length,
            isCompared: base !== undefined,
            holdsOthers: existing.some(isPolicySnapshot),
            isOfManifests,
          }),
        ]),
    ...(missing.length === 0
      ? []
      : [`The list of clusters seems incomplete: decisions of the hub name ${listed(missing, 5)}, not in the list.`]),
  ];
}

interface Scratch {
  /** The number of placements without decisions. */
  readonly open: number;
  readonly all: number;
  readonly isCompared: boolean;
  /** Decisions were given, but not for these placements. Most likely the hub does not have these placements yet. */
  readonly holdsOthers: boolean;
  /** There is no cluster file that could contain decisions. */
  readonly isOfManifests: boolean;
}

function fromScratch({ open, all, isCompared, holdsOthers, isOfManifests }: Scratch): string {
  const what = open === all ? '' : ` for ${open} of ${all} placements`;
  const start = isCompared ? `The base is planned from scratch${what}` : `Planned from scratch${what}`;
  if (isOfManifests) return `${start}: the current placements of the hub are not known.`;
  if (!holdsOthers) return `${start}: the hub's current placements are not in the cluster file.`;
  return `${start}: the cluster file has decisions of the hub, but none for ${open === 1 ? 'this placement' : 'these placements'}.`;
}

function isPolicySnapshot({ apiVersion, kind }: KubeObject): boolean {
  return groupOf(apiVersion) === PLACEMENT_GROUP && kind.endsWith('SchedulingPolicySnapshot');
}

/** From live bindings and the latest decisions. If a cluster leaves, the hub removes it from both. */
function clustersNamedBy(object: KubeObject): readonly string[] {
  if (groupOf(object.apiVersion) !== PLACEMENT_GROUP) return [];
  if (object.kind.endsWith('ResourceBinding')) {
    const isLive = stringAt(object, 'spec', 'state') !== 'Unscheduled' && !isDeleting(object);
    return isLive ? [stringAt(object, 'spec', 'targetCluster') ?? []].flat() : [];
  }
  if (!isPolicySnapshot(object) || !isLatestSnapshot(object)) return [];
  const found = stringAt(object, 'spec', 'policy', 'placementType') === 'PickFixed' ? [] : listAt(object, 'status', 'targetClusters');
  return found.flatMap((entry) => stringAt(entry, 'clusterName') ?? []);
}

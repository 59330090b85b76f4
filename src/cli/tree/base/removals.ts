import { isDeepStrictEqual } from 'node:util';
import type { PlanReport, Removal, Report } from '../../../report.ts';
import { removalsOf } from '../../../report/facts/plan/removals.ts';
import { isExternal } from '../../../fleet/kubefleet/is-external.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../../fleet/kubefleet/placement-policy.ts';
import { displayName, objectKey, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { newEvictions } from '../../../schedule/change/evictions.ts';
import { removedPlacements } from '../../../schedule/change/removed-placements.ts';
import { keyOf } from '../../../schedule/plan-context.ts';
import { heldClusters } from '../../../static/delivery/held-clusters.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { knownCluster } from '../../../static/world/known-clusters.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { FailOn } from '../../settings/fail-on.ts';
import type { StaticInput } from '../static-input.ts';
import { recreatedIn } from './recreated.ts';
import { overlayOf, partsOf, worldOf } from '../tree-part-inputs.ts';
import { deletedWithOthers, withoutDeleted } from '../without-deleted.ts';

/**
 * Objects that the change removes from clusters. Without a plan, which needs the clusters, only deleted placements are known. `fails`
 * marks what makes the run fail.
 */
export function removalPart(input: StaticInput, plan: PlanReport | undefined, { removal }: FailOn): Pick<Report, 'removals'> {
  if (input.base === undefined) return {};
  const all = plan === undefined ? partsOf(input).map(withoutDeleted).flatMap(placementsGone) : removalsOf(plan);
  const gone = all.map(withReason(partsOf(input)));
  const evicted = partsOf(input).flatMap((part) => unplannedEvictions(part, plan));
  const again = partsOf(input).map((part) => recreatedIn(part, plan));
  const isOther = (each: Removal): boolean => !again.some(({ isOf }) => isOf(each));
  const removals = [...again.flatMap((part) => part.removals), ...[...gone, ...evicted].filter(isOther)].map((entry) =>
    isAsked(entry, removal) ? { ...entry, fails: true } : entry,
  );
  return removals.length === 0 ? {} : { removals };
}

export function failsByRemoval({ removals = [] }: Pick<Report, 'removals'>): boolean {
  return removals.some(({ fails }) => fails === true);
}

function isAsked({ kind }: Removal, asked: FailOn['removal']): boolean {
  if (asked === 'none' || asked === 'any') return asked === 'any';
  return (kind === 'resources') === (asked === 'resources');
}

/** Says of a placement that its manifest stays, and why the hub deletes it. @param parts of the input */
function withReason(parts: readonly StaticInput[]): (removal: Removal) => Removal {
  const nameOf = (overlay: string | undefined, object: ObjectRef): string => JSON.stringify([overlay, objectKey(object)]);
  const reasons = new Map(
    parts.flatMap((part) => {
      const reasonOf = deletedWithOthers(part);
      const placements = part.read.manifests.filter(({ object }) => isPlacement(object));
      return placements.flatMap((each) => {
        const reason = reasonOf(each);
        return reason === undefined ? [] : [[nameOf(part.part?.name, manifestRef(each)), reason] as const];
      });
    }),
  );
  return (removal) => {
    const reason = removal.kind === 'placement' ? reasons.get(nameOf(removal.overlay, removal.object)) : undefined;
    return reason === undefined ? removal : { ...removal, kind: 'clusters', reason };
  };
}

/** Evictions from placements that the plan does not show: placements of other repositories, and all without a plan. */
function unplannedEvictions(input: StaticInput, plan: PlanReport | undefined): readonly Removal[] {
  const { read, base, fleet, part } = input;
  const { overlay } = overlayOf(part);
  const isPlanned = (name: string): boolean =>
    plan?.placements.some((each) => each.object.name === name && each.overlay === overlay && each.unknown !== true) === true;
  const placementsIn = (manifests: readonly Manifest[]): ReadonlyMap<string, Manifest> =>
    new Map(manifests.filter(({ object }) => object.kind === PLACEMENT).map((manifest) => [manifest.object.metadata.name, manifest]));
  const [now, before] = [placementsIn(read.manifests), placementsIn(base?.manifests ?? [])];
  const mayHold = (name: string): boolean => {
    const placement = now.get(name);
    return now.has(name) === before.has(name) && (placement === undefined || policyOf(placement.object).placementType !== 'PickFixed');
  };
  const isOn = (name: string, cluster: string): boolean => {
    const [world, placement] = [worldOf(input), now.get(name)];
    if (fleet.members === undefined) return true;
    const held = placement === undefined ? undefined : heldClusters(placement, world);
    return held?.names.includes(cluster) ?? knownCluster(cluster, world) !== undefined;
  };
  return newEvictions(read.manifests, { base: base?.manifests, hub: fleet.hub })
    .filter(({ item, placement }) => part?.judged.has(item) !== false && !isPlanned(placement) && mayHold(placement))
    .filter(({ placement, cluster }) => isOn(placement, cluster))
    .map(({ ref, placement, cluster }) => ({
      kind: 'clusters',
      object: { apiVersion: ref.apiVersion, kind: PLACEMENT, name: placement },
      ...overlayOf(part),
      clusters: [cluster],
      resources: [],
      reason: `${displayName(ref)} evicts it`,
    }));
}

const PLACEMENT = 'ClusterResourcePlacement';

function placementsGone({ read, base, part }: StaticInput): readonly Removal[] {
  const isOwn = (manifest: Manifest): boolean => part === undefined || (part.judged.has(manifest) && !part.moved.has(manifest));
  const all = (base?.manifests ?? []).filter((manifest) => isPlacement(manifest.object));
  const before = all.filter(isOwn);
  const [kept, were] = [read.manifests.filter(({ object }) => isPlacement(object)), new Set(before.map(keyOf))];
  const fresh = kept.filter((placement) => !were.has(keyOf(placement)));
  const gone = removedPlacements(kept, all).filter(isOwn);
  return gone.map((placement) => {
    const successor = fresh.find(
      ({ object, namespace }) =>
        object.kind === placement.object.kind &&
        namespace === placement.namespace &&
        isDeepStrictEqual(object['spec'], placement.object['spec']),
    );
    const object = manifestRef(placement);
    return {
      kind: 'placement',
      object,
      ...overlayOf(part),
      ...(successor === undefined ? {} : { replacedBy: manifestRef(successor), ...(isExternal(successor.object) ? { byRun: true } : {}) }),
      resources: [],
    };
  });
}

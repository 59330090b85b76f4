import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import type { PlannedPlacement, PlanReport, Removal } from '../../../report.ts';
import { placedBefore } from '../../../report/facts/plan/removals.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { StaticInput } from '../static-input.ts';
import type { RecreatedOn } from '../undeployed/recreated-by-deployers.ts';
import { overlayOf } from '../tree-part-inputs.ts';

/**
 * What KubeFleet removes from clusters because the change deletes placements, or objects that they select, on the hub and creates them again.
 * Without a plan only placements are known.
 */
export function recreatedIn({ recreated, part, read }: StaticInput, plan: PlanReport | undefined): readonly Removal[] {
  if (recreated === undefined || recreated.size === 0) return [];
  const { overlay } = overlayOf(part);
  const isOwn = (manifest: Manifest): boolean => part?.judged.has(manifest) !== false;
  const own = read.manifests.flatMap((manifest) => {
    const moves = recreated.get(manifest) ?? [];
    // What several hubs get is beside each of them.
    const isHere = ({ hubs }: RecreatedOn): boolean => isOwn(manifest) || hubs?.has(part?.name ?? '') === true;
    const move = moves.find(isHere);
    return move === undefined ? [] : [{ manifest, reason: move.reason }];
  });
  if (plan === undefined)
    return own
      .filter(({ manifest }) => isPlacement(manifest.object) && isOwn(manifest))
      .map(({ manifest, reason }) => {
        const object = manifestRef(manifest);
        return { kind: 'placement', object, ...overlayOf(part), replacedBy: object, resources: [], reason };
      });
  const reasons = new Map(own.map(({ manifest, reason }) => [objectKey(manifestRef(manifest)), reason]));
  const planned = plan.placements.filter((placement) => placement.overlay === overlay && placement.change?.isNew !== true);
  return planned.flatMap((placement) => removalOf(placement, reasons));
}

function removalOf(placement: PlannedPlacement, reasons: ReadonlyMap<string, string>): readonly Removal[] {
  const { object, overlay, unknown, resources, picked, change } = placement;
  const added = new Set(change?.added);
  const kept = picked.filter((cluster) => !added.has(cluster));
  const had = change === undefined ? resources : placedBefore(resources, change);
  const common = { object, ...(overlay === undefined ? {} : { overlay }), replacedBy: object };
  const reason = reasons.get(objectKey(object));
  if (reason !== undefined) {
    const clusters = [...kept, ...(change?.removed ?? [])].toSorted();
    if (clusters.length === 0 && unknown !== true) return [];
    const byRun = change?.byRun === true ? { byRun: true } : {};
    return [{ kind: 'placement', ...common, ...(unknown === true ? {} : { clusters }), resources: had, reason, ...byRun }];
  }
  // With External, the next update run finds the objects as they are then.
  if (kept.length === 0 || change?.byRun === true) return [];
  const again = Map.groupBy(
    had.filter((ref) => reasons.has(objectKey(ref))),
    (ref) => reasons.get(objectKey(ref)) ?? '',
  );
  return [...again].map(([why, all]) => ({ kind: 'resources', ...common, clusters: kept, resources: all, reason: why }));
}

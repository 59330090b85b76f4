import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import { withoutFullStop } from '../../../fleet/text/without-full-stop.ts';
import { NAMESPACE_NOT_IN_FILES, type PlannedPlacement, type PlanReport, type Removal } from '../../../report.ts';
import { placedBefore, removalsOf } from '../../../report/facts/plan/removals.ts';
import { manifestRef, objectKeyOf } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { StaticInput } from '../static-input.ts';
import type { RecreatedOn } from '../undeployed/recreated-by-deployers.ts';
import { overlayOf } from '../tree-part-inputs.ts';
import { isNamespace } from '../without-deleted.ts';

/** What a change deletes on the hub and creates again. */
export interface RecreatedPart {
  readonly removals: readonly Removal[];
  /** Whether a placement is created again: then its removals are all among these. */
  readonly isOf: (removal: Removal) => boolean;
}

/**
 * What KubeFleet removes from clusters because the change deletes placements, or objects that they select, on the hub and creates them again.
 * Without a plan only placements are known.
 */
export function recreatedIn({ recreated, part, read }: StaticInput, plan: PlanReport | undefined): RecreatedPart {
  if (recreated === undefined || recreated.size === 0) return { removals: [], isOf: () => false };
  const { overlay } = overlayOf(part);
  const isOwn = (manifest: Manifest): boolean => part?.judged.has(manifest) !== false;
  const moveOf = (manifest: Manifest): RecreatedOn | undefined => {
    // What several hubs get is beside each of them.
    const isHere = ({ hubs }: RecreatedOn): boolean => isOwn(manifest) || hubs?.has(part?.name ?? '') === true;
    return recreated.get(manifest)?.find(isHere);
  };
  const namespaces = new Map(read.manifests.filter(isNamespace).map((manifest) => [manifest.object.metadata.name, moveOf(manifest)]));
  const own = read.manifests.flatMap((manifest) => {
    const { object, namespace = '' } = manifest;
    // With its Namespace.
    const around = object.kind === 'ResourcePlacement' ? namespaces.get(namespace) : undefined;
    const reason = moveOf(manifest)?.reason ?? (around && `Namespace/${namespace}: ${around.reason}`);
    return reason === undefined ? [] : [{ manifest, reason }];
  });
  const reasons = new Map(own.map(({ manifest, reason }) => [objectKeyOf(manifest), reason]));
  const ofThese = (placements: ReadonlySet<string>): RecreatedPart['isOf'] => {
    return (removal) => removal.overlay === overlay && placements.has(objectKey(removal.object));
  };
  if (plan === undefined) {
    const removals = own
      .filter(({ manifest }) => isPlacement(manifest.object) && isOwn(manifest))
      .map(({ manifest, reason }): Removal => {
        const object = manifestRef(manifest);
        return { kind: 'placement', object, ...overlayOf(part), replacedBy: object, resources: [], reason };
      });
    return { removals, isOf: ofThese(new Set(removals.map(({ object }) => objectKey(object)))) };
  }
  const planned = plan.placements.filter((placement) => placement.overlay === overlay && placement.change?.isNew !== true);
  const placements = new Set(planned.map(({ object }) => objectKey(object)).filter((key) => reasons.has(key)));
  return { removals: planned.flatMap((placement) => removalOf(placement, reasons)), isOf: ofThese(placements) };
}

function removalOf(placement: PlannedPlacement, reasons: ReadonlyMap<string, string>): readonly Removal[] {
  const { object, overlay, unknown, resources, picked, change } = placement;
  const added = new Set(change?.added);
  const kept = picked.filter((cluster) => !added.has(cluster));
  const had = change === undefined ? resources : placedBefore(resources, change);
  const common = { object, ...(overlay === undefined ? {} : { overlay }), replacedBy: object };
  const reason = reasons.get(objectKey(object));
  if (reason !== undefined) {
    const lost = lostBy(placement);
    const gone = new Set(
      lost.filter(({ clusters }) => clusters === undefined || kept.every((name) => clusters.includes(name))).flatMap(keysOf),
    );
    const left = had.filter((ref) => !gone.has(objectKey(ref)));
    if ((unknown !== true && kept.length === 0) || (had.length > 0 && left.length === 0)) return lost;
    const byRun = change?.byRun === true ? { byRun: true } : {};
    return [{ kind: 'placement', ...common, ...(unknown === true ? {} : { clusters: kept }), resources: left, reason, ...byRun }, ...lost];
  }
  // With External, the next update run finds the objects as they are then.
  if (kept.length === 0 || change?.byRun === true) return [];
  const again = Map.groupBy(
    had.filter((ref) => reasons.has(objectKey(ref))),
    (ref) => reasons.get(objectKey(ref)) ?? '',
  );
  return [...again].map(([why, all]) => ({ kind: 'resources', ...common, clusters: kept, resources: all, reason: why }));
}

/** What a placement that is created again no longer places. It goes with the placement, so neither an update run nor the hub decides about it. */
function lostBy({ refused: _refused, ...placement }: PlannedPlacement): readonly Removal[] {
  const { change } = placement;
  if (change === undefined) return [];
  const { evicted: _evicted, byRun: _byRun, ...rest } = change;
  return removalsOf({ placements: [{ ...placement, change: rest }] }).map((removal) => {
    const { reason = '' } = removal;
    if (removal.kind !== 'resources' || reason === NAMESPACE_NOT_IN_FILES) return removal;
    return { ...removal, reason: `${withoutFullStop(reason)}; not placed again` };
  });
}

function keysOf({ kind, resources }: Removal): readonly string[] {
  return kind === 'resources' ? resources.map(objectKey) : [];
}

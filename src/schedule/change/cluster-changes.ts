import { isDeepStrictEqual } from 'node:util';
import { isSameManifest } from '../../fleet/kubernetes/is-same-manifest.ts';
import { displayName, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { PlanReport } from '../../report.ts';
import {
  contextOf,
  keyOf,
  keyOfRef,
  plannedPlacements,
  refOfPlacement,
  type Base,
  type PlanContext,
  type Planned,
  type PlanInput,
} from '../plan-context.ts';
import { differs } from './field-comparison.ts';
import { CollectedChanges, type PlacementChanges } from './collected-changes.ts';
import { hasSameInputs, clusterContentOf, type Delivery, type ClusterContent } from './cluster-content.ts';

export interface ClusterChanges {
  /** In the order of the plan. */
  readonly placements: readonly PlacementChanges[];
  readonly deleted: readonly PlacementChanges[];
}

/**
 * Compares the objects on the clusters before and after a change, with overrides applied. Each side is what a cluster gets of the
 * placements that pick it there. An object that another placement brings after the change is changed, not removed. Fields that API servers
 * fill in are not included. Clusters with the same labels for all placements and overrides are compared once.
 * @param only the one cluster to compare; default: all
 */
export function clusterChanges(input: PlanInput, plan: PlanReport, only?: string): ClusterChanges {
  const context = contextOf(input);
  const { base } = context;
  if (base === undefined) return { placements: [], deleted: [] };
  const kept = plannedPlacements(input).map((placement, index) => comparedPlacement(placement, plan.placements[index], context, base));
  const gone = (plan.deleted ?? []).map(({ object, clusters }) =>
    comparedDeletion(base.placements.get(keyOfRef(object)), object, clusters, base, input),
  );
  const slots = [...kept, ...gone];
  for (const slot of slots) addOpenContent(slot, only);
  for (const same of clustersAlike(slots, only)) compareOn(same, slots, context);
  const results = slots.map((slot) => slot.result.result());
  return { placements: results.slice(0, kept.length), deleted: results.slice(kept.length) };
}

/** A placement on both sides, and its changes. */
interface ComparedPlacement {
  readonly ref: ObjectRef;
  readonly before: ClusterContent | undefined;
  readonly after: ClusterContent | undefined;
  /** Why the changes are not known, in a whole sentence. */
  readonly unknown: string | undefined;
  /** Whether both sides are made of the same inputs. */
  readonly isSame: boolean;
  readonly result: CollectedChanges;
}

function comparedPlacement(
  placement: Planned,
  planned: PlanReport['placements'][number] | undefined,
  context: PlanContext,
  base: Base,
): ComparedPlacement {
  const { input } = context;
  const was = base.placements.get(keyOf(placement));
  const { picked = [], change, refused = [] } = planned ?? {};
  const added = new Set(change?.added);
  const held = [...picked.filter((name) => !added.has(name)), ...(change?.removed ?? [])];
  const before = was && clusterContentOf(was, held, base, input);
  const after = clusterContentOf(placement, picked, context, input);
  const isSame = before !== undefined && hasSameInputs(before, after);
  const onlyHub = was === undefined && held.length > 0 ? 'The hub already has it, and the base does not show its content.' : undefined;
  const unknown = onlyHub ?? before?.unknown ?? after.unknown;
  const result = new CollectedChanges(
    refused.length === 0 ? undefined : 'The hub refuses the placement in this form; this is the effect if the hub accepted it.',
  );
  return { ref: refOfPlacement(placement), before, after, unknown, isSame, result };
}

function comparedDeletion(
  placement: Planned | undefined,
  ref: ObjectRef,
  clusters: readonly string[],
  base: Base,
  input: PlanInput,
): ComparedPlacement {
  const before = placement && clusterContentOf(placement, clusters, base, input);
  return { ref, before, after: undefined, unknown: before?.unknown, isSame: false, result: new CollectedChanges(undefined) };
}

/** Objects that are not in the manifests, or that may not be placed, are the same on all clusters. */
function addOpenContent({ before, after, result, unknown, isSame }: ComparedPlacement, only: string | undefined): void {
  const picked = [...new Set([...(before?.picked ?? []), ...(after?.picked ?? [])])];
  const clusters = only === undefined ? picked : picked.filter((name) => name === only);
  if (unknown !== undefined) {
    const isQuiet = isSame && before?.unknown === after?.unknown && picked.length > 0;
    if (!isQuiet && (picked.length === 0 || clusters.length > 0)) result.open(clusters, unknown);
    return;
  }
  if (clusters.length === 0) return;
  const [old, now] = [before?.mayHold ?? NOTHING, after?.mayHold ?? NOTHING];
  for (const [key, { ref }] of new Map([...old, ...now])) {
    const [was, is] = [old.get(key)?.item.object, now.get(key)?.item.object];
    if (was === undefined || is === undefined || !isSameManifest(was, is)) result.open(clusters, MAYBE_PLACED, ref);
  }
  for (const [key, { ref, overrides }] of after?.absent ?? []) {
    const was = before?.absent.get(key);
    if (was !== undefined && !isDeepStrictEqual(was.overrides, overrides))
      result.open(clusters, 'It is not among the manifests, so the effect of its overrides is not known.', ref);
  }
}

const NOTHING: ClusterContent['mayHold'] = new Map();
const MAYBE_PLACED = 'It is not known whether it is placed, so this change may not reach the clusters.';

/** Groups of cluster names on which every placement delivers the same, before and after. */
function clustersAlike(slots: readonly ComparedPlacement[], only: string | undefined): readonly (readonly string[])[] {
  // For each cluster, the numbers of the deliveries to it.
  const delivered = new Map<string, number[]>();
  let ids = 0;
  for (const shipment of slots.flatMap(({ before, after }) => [before, after])) {
    const known = new Map<Delivery | undefined, number>();
    for (const name of only === undefined ? (shipment?.picked ?? []) : [only]) {
      if (shipment?.picked.has(name) !== true) continue;
      const delivery = shipment.on(name);
      const id = known.get(delivery) ?? (ids += 1);
      known.set(delivery, id);
      const list = delivered.get(name) ?? [];
      delivered.set(name, list);
      list.push(id);
    }
  }
  const names = [...delivered.keys()].toSorted();
  return [...Map.groupBy(names, (name) => delivered.get(name)?.join() ?? '').values()];
}

/** One object that a placement sends to a cluster. */
interface Sent {
  readonly slot: ComparedPlacement;
  readonly ref: ObjectRef;
  readonly object: KubeObject;
}

interface Senders {
  readonly was: Sent[];
  readonly is: Sent[];
}

function compareOn(clusters: readonly string[], slots: readonly ComparedPlacement[], context: PlanContext): void {
  const [name = ''] = clusters;
  const all = new Map<string, Senders>();
  const blurred = new Map<string, ComparedPlacement>();
  const send = (side: keyof Senders, slot: ComparedPlacement, delivery: Delivery | undefined): void => {
    for (const [key, { ref, object }] of delivery?.objects ?? []) {
      const senders = all.get(key) ?? { was: [], is: [] };
      all.set(key, senders);
      senders[side].push({ slot, ref, object });
    }
  };
  const isAlike = isDeepStrictEqual(context.base?.byName.get(name)?.labels, context.byName.get(name)?.labels);
  for (const slot of slots) {
    const [was, is] = [slot.before?.on(name), slot.after?.on(name)];
    if (was === undefined && is === undefined) continue;
    const isSame = slot.isSame && isAlike && was !== undefined && is !== undefined;
    const blur = (keys: Iterable<string>): void => {
      for (const key of keys) blurred.set(key, slot);
    };
    if (slot.unknown !== undefined || (was?.failed !== undefined && !isSame)) {
      if (slot.unknown === undefined) addFailures(slot, was, is, clusters);
      blur([...(was?.objects.keys() ?? []), ...(is?.objects.keys() ?? [])]);
      continue;
    }
    if (!isSame) addFailures(slot, was, is, clusters);
    send('was', slot, was);
    // If a patch fails, the cluster keeps its objects. If the inputs are the same, the objects stay the same.
    send('is', slot, isSame || is?.failed !== undefined ? was : is);
    for (const { ref, reason, isLasting } of new Map([...(was?.open ?? []), ...(is?.open ?? [])]).values()) {
      if (!isSame || isLasting) slot.result.open(clusters, reason, ref);
    }
    if (!isSame) blur([...(was?.uncertain ?? []), ...(is?.uncertain ?? [])]);
  }
  for (const [key, senders] of all) addObjectChange(senders, clusters, blurred.get(key));
}

function addFailures(
  { result }: ComparedPlacement,
  was: Delivery | undefined,
  is: Delivery | undefined,
  clusters: readonly string[],
): void {
  if (is?.failed !== undefined)
    result.open(clusters, `${is.failed}: nothing of the placement is synced there, so its objects do not change.`);
  else if (was?.failed !== undefined)
    result.open(clusters, `Before the change ${was.failed}, so the content of the placement on the clusters is not known.`);
}

/**
 * Compares the same placement before and after, if both sides have one. Otherwise another placement is compared, which is a move if the
 * first one gives the object up.
 * @param blurredBy a placement that already reported that its objects are not known
 */
function addObjectChange({ was, is }: Senders, clusters: readonly string[], blurredBy: ComparedPlacement | undefined): void {
  const sends = (list: readonly Sent[], { slot }: Sent): boolean => list.some((sent) => sent.slot === slot);
  const lead = is.find((sent) => sends(was, sent)) ?? is[0];
  const prior =
    lead === undefined ? was[0] : (was.find(({ slot }) => slot === lead.slot) ?? was.find((sent) => !sends(is, sent)) ?? was[0]);
  const own = lead ?? prior;
  if (own === undefined) return;
  const { slot, ref } = own;
  const isMoved = lead !== undefined && prior !== undefined && prior.slot !== lead.slot && !sends(is, prior);
  const isChanged = isMoved || differs(prior?.object, lead?.object);
  if (blurredBy !== undefined) {
    if (isChanged && blurredBy !== slot)
      slot.result.open(clusters, `${displayName(blurredBy.ref)} also sends it there, with content that is not known.`, ref);
    return;
  }
  if (isChanged) {
    slot.result.change(clusters, {
      resource: ref,
      before: prior?.object,
      after: lead?.object,
      ...(isMoved ? { movedFrom: prior.slot.ref } : {}),
    });
  }
  const rival = [...is, ...was].find((sent) => sent.slot !== slot && sent !== prior && differs(sent.object, lead?.object));
  const isAsBefore =
    is.length === was.length && is.every((sent) => was.some((other) => other.slot === sent.slot && !differs(other.object, sent.object)));
  if (rival === undefined || lead === undefined || isAsBefore) return;
  const reason = `${displayName(rival.slot.ref)} also places it there (before or after the change), with other content; it is not known which one applies.`;
  slot.result.open(clusters, reason, ref);
}

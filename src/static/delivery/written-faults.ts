import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer, isUnder } from '../../fleet/json/json-pointer.ts';
import { receiverOf, type Receiver } from '../../schedule/override/override-resource.ts';
import { receiverFor, ruleChoices } from '../../schedule/delivery/rule-choices.ts';
import { variantFor, type Outcome } from '../../schedule/delivery/variants.ts';
import { overriddenTargets, overridesOn, type OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import { firstCopyOf } from '../world/first-copy.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { allOverrides, overriddenDeliveriesFor, overridesIn } from './overridden-deliveries.ts';
import { isOnlyCompared } from './arrival.ts';
import { isAlwaysPicked, picksOf } from './picks.ts';
import { patchedOf } from './variant-faults.ts';
import { possibleChoices } from './possible-choices.ts';
import { faultsWithin, type Fault, type FaultsOf } from './faults-within.ts';
import { variantsIn } from './variants-of-delivery.ts';

/** A fault of a manifest that reaches clusters. */
export interface WrittenFault<F extends Fault> {
  readonly fault: F;
  /** The clusters that get it; empty if all clusters of the placements get it, or if the clusters are not known. */
  readonly clusters: readonly string[];
  /** False if overrides may correct it on each cluster, or if another choice of clusters would avoid it. */
  readonly isCertain: boolean;
}

/** The clusters of a placement that get the manifest unchanged; `open` if that depends on clusters that are not known. */
export type Reached = 'everywhere' | 'nowhere' | 'open' | { readonly clusters: readonly string[]; readonly isCertain: boolean };

/** The faults of a manifest that reach clusters. Left out if overrides correct the fault, or delete the object, on every cluster. */
export function writtenFaults<F extends Fault>(manifest: Manifest, faultsOf: FaultsOf<F>, world: World): readonly WrittenFault<F>[] {
  const found = remainingFaults(manifest, faultsOf, world);
  // If a placement only reports differences, no fault reaches a cluster.
  if (found.length === 0 || !isOnlyCompared(placementsSending(manifest, world))) return found;
  return found.map((each) => ({ ...each, isCertain: false }));
}

function remainingFaults<F extends Fault>(manifest: Manifest, faultsOf: FaultsOf<F>, world: World): readonly WrittenFault<F>[] {
  const written = faultsWithin(manifest.object, faultsOf).filter(({ at, rests = [] }) => isResolved(manifest, at, ...rests));
  if (written.length === 0 || overridesIn(world).size === 0) return written.map((fault) => ({ fault, clusters: [], isCertain: true }));
  const placers = [...new Set(placementsSending(manifest, world).map((placement) => firstCopyOf(placement, world)))];
  if (placers.length === 0) {
    // Placements outside of these files may send it, with these overrides.
    const overrides = allOverrides(world);
    // KubeFleet main applies overrides to each entry of an envelope.
    const isByEntry = world.target === 'main' && isEnvelope(manifest.object);
    const sent = isByEntry ? enclosedObjects(manifest.object).map(refOf) : [manifestRef(manifest)];
    const isCertain = sent.every((ref) => overridesOn(overrides, ref, knownApis(world)).length === 0);
    const resource = { ref: manifestRef(manifest), item: manifest, selector: 0 };
    const targets = isCertain ? [] : overriddenTargets(undefined, [resource], overrides, manifestContent(world), world.target);
    return written
      .filter((fault) => !targets.some((target) => isOf(fault, target) && isMendedOnAnyCluster(target, fault, faultsOf, world)))
      .map((fault) => ({ fault, clusters: [], isCertain }));
  }
  return written.flatMap((fault) => {
    const stays = placers.map((placement) => clustersKeepingFault(manifest, fault, placement, faultsOf, world));
    if (stays.every((stay) => stay === 'nowhere')) return [];
    if (stays.every((stay) => stay === 'everywhere')) return [{ fault, clusters: [], isCertain: true }];
    const clusters = placers.flatMap((placement, index) => {
      const stay = stays[index];
      if (stay === 'everywhere') return picksOf(placement, world)?.picked.map(({ name }) => name) ?? [];
      return typeof stay === 'object' ? stay.clusters : [];
    });
    const isCertain = stays.some((stay) => stay === 'everywhere' || (typeof stay === 'object' && stay.isCertain));
    return [{ fault, clusters: [...new Set(clusters)].toSorted(), isCertain }];
  });
}

/**
 * The clusters of a placement on which overrides do not delete an object or an entry of an envelope. @param at pointer to it in its
 * manifest
 */
export function arrivalOn(manifest: Manifest, at: string, placement: Manifest, world: World): Reached {
  const own = faultsWithin(manifest.object, existing).find((each) => each.at === at);
  return own === undefined ? 'everywhere' : clustersKeepingFault(manifest, own, placement, existing, world);
}

function existing(): readonly Fault[] {
  return [{ key: '', at: '' }];
}

/** The clusters of a placement on which overrides do not correct a fault of a manifest. */
export function clustersKeepingFault<F extends Fault>(
  manifest: Manifest,
  fault: F,
  placement: Manifest,
  faultsOf: FaultsOf<F>,
  world: World,
): Reached {
  const delivery = overriddenDeliveriesFor(manifest, placement, world).find(({ target }) => isOf(fault, target));
  if (delivery === undefined) return 'everywhere';
  const { target } = delivery;
  const stays = stayingIn(target, fault, faultsOf);
  const picks = picksOf(placement, world);
  if (picks === undefined) {
    const { all: choices, isWhole } = possibleChoices(delivery, world);
    const staying = choices
      .map((choice) => receiverFor(choice))
      .filter((receiver) => stays(variantFor(target, receiver).outcome, receiver));
    if (!isWhole) return 'open';
    return staying.length === choices.length ? 'everywhere' : staying.length === 0 ? 'nowhere' : 'open';
  }
  const getting = variantsIn(delivery, world).flatMap(({ outcome, clusters }) => {
    const [first] = clusters;
    return first !== undefined && stays(outcome, receiverOf(first)) ? clusters.map(({ name }) => name) : [];
  });
  const names = new Set(getting);
  const clusters = picks.picked.map(({ name }) => name).filter((name) => names.has(name));
  // A later choice of the scheduler may include other clusters.
  if (clusters.length === picks.picked.length && picks.could.every(({ name }) => names.has(name))) return 'everywhere';
  return clusters.length === 0 ? 'nowhere' : { clusters, isCertain: isAlwaysPicked(picks, names) };
}

/** Whether overrides correct a fault on every cluster, for an object that no placement of the manifests sends. */
function isMendedOnAnyCluster<F extends Fault>(target: OverriddenTarget, fault: F, faultsOf: FaultsOf<F>, world: World): boolean {
  const stays = stayingIn(target, fault, faultsOf);
  const fleet = knownClusters(world);
  const choices = ruleChoices(target.overrides);
  if (fleet === undefined && !choices.isWhole) return false;
  const receivers = fleet?.map(receiverOf) ?? choices.all.map((choice) => receiverFor(choice));
  return receivers.length > 0 && !receivers.some((receiver) => stays(variantFor(target, receiver).outcome, receiver));
}

/** Whether a fault of an object as it is written is in the form that arrives at a cluster. */
function stayingIn<F extends Fault>(
  target: OverriddenTarget,
  fault: F,
  faultsOf: FaultsOf<F>,
): (outcome: Outcome, receiver: Receiver) => boolean {
  return (outcome, receiver) => {
    if (outcome.kind === 'same') return true;
    const patched = patchedOf(outcome, target, receiver);
    return patched !== undefined && faultsWithin(patched.object, faultsOf).some(({ key }) => key === fault.key);
  };
}

/** Hubs that patch the content of an envelope send each entry separately. */
function isOf({ at }: Fault, { entry }: OverriddenTarget): boolean {
  return entry === undefined || isUnder(at, childPointer('/data', entry));
}

import { childPointer, isUnder } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { receiverOf } from '../../schedule/override/override-resource.ts';
import { receiverFor } from '../../schedule/delivery/rule-choices.ts';
import { variantFor, type Outcome } from '../../schedule/delivery/variants.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { overriddenDeliveriesOf, overridesIn, type OverriddenDelivery } from './overridden-deliveries.ts';
import { isOnlyCompared } from './arrival.ts';
import { isAlwaysPicked, picksOf } from './picks.ts';
import { faultsWithin, patchedOf, possibleChoices, type Fault, type FaultsOf } from './variant-faults.ts';
import { variantsIn } from './variants-of-delivery.ts';

/** A fault of an object as it is written, which clusters get. */
export interface WrittenFault<F extends Fault> {
  readonly fault: F;
  /** Those that get it, if not all clusters of the placements do; empty if they all do, or if they are not known. */
  readonly clusters: readonly string[];
  /** `no`: overrides may mend it wherever it comes to, or another choice of clusters does. */
  readonly isCertain: boolean;
}

/** Which clusters of a placement get what is written: `open` if that depends on clusters that are not known. */
export type Stay = 'everywhere' | 'nowhere' | 'open' | { readonly clusters: readonly string[]; readonly isCertain: boolean };

/** The faults of an object as it is written that clusters get; without those that overrides mend, or whose object they delete, everywhere. */
export function writtenFaults<F extends Fault>(manifest: Manifest, faultsOf: FaultsOf<F>, world: World): readonly WrittenFault<F>[] {
  const found = remainingFaults(manifest, faultsOf, world);
  // A placement that only reports differences lets no fault come to a cluster.
  if (found.length === 0 || !isOnlyCompared(placementsSending(manifest, world))) return found;
  return found.map((each) => ({ ...each, isCertain: false }));
}

function remainingFaults<F extends Fault>(manifest: Manifest, faultsOf: FaultsOf<F>, world: World): readonly WrittenFault<F>[] {
  const written = faultsWithin(manifest.object, faultsOf).filter(({ at, rests = [] }) => isResolved(manifest, at, ...rests));
  if (written.length === 0 || overridesIn(world).size === 0) return written.map((fault) => ({ fault, clusters: [], isCertain: true }));
  const placers = placementsSending(manifest, world);
  if (placers.length === 0) {
    // Placements that are elsewhere may send it, with these overrides.
    const isCertain = overridesOn(allOverrides(world), manifestRef(manifest), knownApis(world)).length === 0;
    return written.map((fault) => ({ fault, clusters: [], isCertain }));
  }
  return written.flatMap((fault) => {
    const stays = placers.map((placement) => stayOf(manifest, fault, placement, faultsOf, world));
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

const allOverrides = oncePer((world: World) => [...overridesIn(world).values()]);

/** Which clusters of a placement get an object, or an entry of an envelope, if overrides do not delete it. @param at pointer to it in its manifest */
export function arrivalOn(manifest: Manifest, at: string, placement: Manifest, world: World): Stay {
  const own = faultsWithin(manifest.object, existing).find((each) => each.at === at);
  return own === undefined ? 'everywhere' : stayOf(manifest, own, placement, existing, world);
}

function existing(): readonly Fault[] {
  return [{ key: '', at: '' }];
}

/** Which clusters of a placement get a fault of an object as it is written, if overrides do not mend it. */
export function stayOf<F extends Fault>(manifest: Manifest, fault: F, placement: Manifest, faultsOf: FaultsOf<F>, world: World): Stay {
  const delivery = overriddenDeliveriesOf(manifest, world).find((each) => each.placement === placement && isOf(fault, each));
  if (delivery === undefined) return 'everywhere';
  const { target } = delivery;
  const isIn = (object: KubeObject): boolean => faultsWithin(object, faultsOf).some(({ key }) => key === fault.key);
  const stays = (outcome: Outcome, receiver: Parameters<typeof patchedOf>[2]): boolean => {
    if (outcome.kind === 'same') return true;
    const patched = patchedOf(outcome, target, receiver);
    return patched !== undefined && isIn(patched.object);
  };
  const picks = picksOf(placement, world);
  if (picks === undefined) {
    const choices = possibleChoices(delivery, world);
    const staying = choices.filter((choice) => {
      const receiver = receiverFor(choice);
      return stays(variantFor(target, receiver).outcome, receiver);
    });
    return staying.length === choices.length ? 'everywhere' : staying.length === 0 ? 'nowhere' : 'open';
  }
  const getting = variantsIn(delivery, world).flatMap(({ outcome, clusters }) => {
    const [first] = clusters;
    return first !== undefined && stays(outcome, receiverOf(first)) ? clusters.map(({ name }) => name) : [];
  });
  const names = new Set(getting);
  const clusters = picks.picked.map(({ name }) => name).filter((name) => names.has(name));
  if (clusters.length === picks.picked.length) return 'everywhere';
  return clusters.length === 0 ? 'nowhere' : { clusters, isCertain: isAlwaysPicked(picks, names) };
}

/** Hubs that patch what an envelope holds send each entry by itself. */
function isOf({ at }: Fault, { target: { entry } }: OverriddenDelivery): boolean {
  return entry === undefined || isUnder(at, childPointer('/data', entry));
}

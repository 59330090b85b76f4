import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { faultsWithin, type Fault } from './faults-within.ts';
import { overriddenDeliveriesFor, overriddenDeliveriesOf } from './overridden-deliveries.ts';
import { picksOf } from './picks.ts';
import { clustersKeepingFault } from './written-faults.ts';

/** All clusters of the placements, or the clusters with these names. */
export type KeptOn = 'everywhere' | readonly string[];

/**
 * The clusters on which an object certainly arrives with a property that it has as it is written: no override changes the property there,
 * or deletes the object.
 * @param at pointer to the object in its manifest
 * @param placements those that send it
 */
export function keptOn(
  manifest: Manifest,
  at: string,
  placements: readonly Manifest[],
  hasProperty: (object: KubeObject) => boolean,
  world: World,
): KeptOn {
  if (overriddenDeliveriesOf(manifest, world).length === 0) return 'everywhere';
  const faultsOf = (object: KubeObject): readonly Fault[] => (hasProperty(object) ? [{ key: '', at: '' }] : []);
  const written = faultsWithin(manifest.object, faultsOf).find((each) => each.at === at);
  if (written === undefined) return [];
  const stays = placements.map((placement) =>
    isAmbiguous(manifest, placement, world) ? 'open' : clustersKeepingFault(manifest, written, placement, faultsOf, world),
  );
  if (stays.every((stay) => stay === 'everywhere')) return 'everywhere';
  const names = placements.flatMap((placement, index) => {
    const stay = stays[index];
    if (stay === 'everywhere') return picksOf(placement, world)?.picked.map(({ name }) => name) ?? [];
    return typeof stay === 'object' && stay.isCertain ? stay.clusters : [];
  });
  return [...new Set(names)].toSorted();
}

/** The clusters that are in both. */
export function keptOnBoth(one: KeptOn, other: KeptOn): KeptOn {
  if (one === 'everywhere') return other;
  return other === 'everywhere' ? one : one.filter((name) => other.includes(name));
}

/** Whether its overrides are declared in more than one way, of which the hub has one. */
function isAmbiguous(manifest: Manifest, placement: Manifest, world: World): boolean {
  const entries = overriddenDeliveriesFor(manifest, placement, world).map(({ target }) => target.entry);
  return new Set(entries).size < entries.length;
}

import { once } from '../../../fleet/memo/once.ts';
import type { HubWorld } from '../../world/hub-world.ts';
import { type Delivery, deliveryId } from './delivery.ts';
import type { Placed } from './placed-deliveries.ts';

/** Returns the names of the hubs of a delivery; none if they are not known. @param worlds see `worldsWithDeployers` */
export function hubsOfDelivery(worlds: () => readonly HubWorld[]): (delivery: Delivery) => ReadonlySet<string> {
  const known = once(() => {
    const named = worlds().flatMap(({ name, deliveries = [] }) => [...deliveries].map((id) => [id, name] as const));
    return new Map([...Map.groupBy(named, ([id]) => id)].map(([id, all]) => [id, new Set(all.map(([, name]) => name))]));
  });
  return (delivery) => known().get(deliveryId(delivery)) ?? new Set();
}

/** Whether deliveries with these hubs are certainly for different ones. */
export function areForOtherHubs(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && one.isDisjointFrom(other);
}

/**
 * Returns deliveries in a list for the same hubs each. If it is not known that the lists are for different hubs, or if there are many, they
 * are in one list.
 */
export function deliveriesPerHub(worlds: () => readonly HubWorld[]): (own: readonly Placed[]) => readonly (readonly Placed[])[] {
  const hubsOf = hubsOfDelivery(worlds);
  return (own) => {
    if (own.length < 2) return [own];
    const lists = Map.groupBy(own, ({ delivery }) => [...hubsOf(delivery)].toSorted().join('\n'));
    const hubs = [...lists.keys()].flatMap((key) => key.split('\n'));
    return hubs.includes('') || new Set(hubs).size < hubs.length || lists.size > MOST_HUBS ? [own] : [...lists.values()];
  };
}

/** Each hub gets a manifest of its own. */
const MOST_HUBS = 20;

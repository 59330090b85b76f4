import { oncePer } from '../../../fleet/memo/once-per.ts';
import type { Delivery } from './delivery.ts';

/** What a deployer brings to a cluster. */
export interface Brought {
  /** The overlay, the folder or the file of the deployer's own manifest, as reports name it. */
  readonly from: string;
  /** What it brings, as reports name folders. */
  readonly folder: string;
  /** The name of the overlay, if it is a chart. */
  readonly release: string;
  /** See `HubWorld.deliveries`; absent for what no object of Flux or Argo CD brings. */
  readonly id?: string;
  /** Also what is in folders below. */
  readonly isDeep: boolean;
  readonly destination: Delivery['destination'] | { readonly by: 'parameter'; readonly name: string };
}

/**
 * Returns the clusters that the deployers of a place are in: each to which others bring them. Those of one place that no others bring are
 * in one cluster, and so are those that bring each other.
 */
export function clustersOfDeployers(deliveries: readonly Brought[]): (place: string) => ReadonlySet<string> {
  const byPlace = Map.groupBy(deliveries, ({ from }) => from);
  const places = [...byPlace.keys()].toSorted();
  const placesIn = oncePer((brought: Brought) => places.filter((place) => brings(brought, place)));
  const known = new Map(places.map((place) => [place, new Set<string>()]));
  const spread = (found: string, at: readonly string[]): void => {
    const open = at.map((place) => ({ place, cluster: found }));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { place, cluster } = next;
      const clusters = known.get(place);
      if (clusters === undefined || clusters.has(cluster) || clusters.size > MOST_CLUSTERS) continue;
      clusters.add(cluster);
      for (const brought of byPlace.get(place) ?? [])
        if (!isNamed(brought)) open.push(...placesIn(brought).map((each) => ({ place: each, cluster: clusterTo(brought, cluster) })));
    }
  };
  for (const brought of deliveries) if (isNamed(brought)) spread(clusterTo(brought, ''), placesIn(brought));
  const below = (place: string): readonly string[] => (byPlace.get(place) ?? []).flatMap((each) => (isNamed(each) ? [] : placesIn(each)));
  for (const place of topFirst(places, below)) if (known.get(place)?.size === 0) spread(ownCluster(place), [place]);
  return (place) => {
    const clusters = known.get(place) ?? new Set();
    return clusters.size > MOST_CLUSTERS ? new Set([ownCluster(place)]) : clusters;
  };
}

/** A deployer that is in more clusters is taken as one in a cluster of its own. */
const MOST_CLUSTERS = 300;

/** A name for the cluster to which a deployer in a cluster brings something. */
export function clusterTo({ destination: { by, name } }: Brought, cluster: string): string {
  if (by === 'own') return cluster;
  if (by !== 'secret') return `${by} ${name}`;
  // Flux's Secrets are those of the cluster that Flux is in. One that leads to itself makes no further clusters.
  const own = `secret ${name} of `;
  return cluster.includes(own) ? cluster : `${own}${cluster}`;
}

/** Whether a folder, or what is below it, has a place. */
export function brings({ folder, isDeep }: Brought, place: string): boolean {
  return place === folder || (isDeep && place.startsWith(`${folder}/`));
}

function isNamed({ destination: { by } }: Brought): boolean {
  return by !== 'own' && by !== 'secret';
}

function ownCluster(place: string): string {
  return `own ${place}`;
}

/** The places in an order in which each comes after those that bring it, unless they bring each other. */
function topFirst(places: readonly string[], below: (place: string) => readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const done: string[] = [];
  for (const start of places) {
    const open = [{ place: start, isDone: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { place, isDone } = next;
      if (isDone) done.push(place);
      if (isDone || seen.has(place)) continue;
      seen.add(place);
      open.push({ place, isDone: true }, ...below(place).map((each) => ({ place: each, isDone: false })));
    }
  }
  return done.toReversed();
}

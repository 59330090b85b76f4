import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { ineligibility } from './ineligibility.ts';

/** A fleet at one time, computed once for all cycles. */
export interface FleetView {
  /** By name, in byte order. */
  readonly clusters: readonly MemberCluster[];
  readonly byName: ReadonlyMap<string, MemberCluster>;
  /** Why a cluster cannot be picked, in the scheduler's words, by name. Clusters that can be picked are not listed. */
  readonly ineligible: ReadonlyMap<string, string>;
}

const views = new WeakMap<readonly MemberCluster[], FleetView & { readonly now: number }>();

/** `now` is in milliseconds since 1970. The result for a list and a time is cached, so the list must not change. */
export function fleetView(clusters: readonly MemberCluster[], now: number): FleetView {
  const known = views.get(clusters);
  if (known?.now === now) return known;
  const view = { now, clusters: clusters.toSorted(byName), byName: new Map(clusters.map((cluster) => [cluster.name, cluster])) };
  const ineligible = new Map<string, string>();
  for (const cluster of view.clusters) {
    const reason = ineligibility(cluster, now);
    if (reason !== undefined) ineligible.set(cluster.name, reason);
  }
  views.set(clusters, { ...view, ineligible });
  return { ...view, ineligible };
}

/** In the order of Go's string comparison; cluster names are ASCII. */
function byName(a: MemberCluster, b: MemberCluster): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

import { memberClusters, type MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { World } from './world.ts';

/** The members as the scheduler sees them, parsed once for a World; `undefined` if they are not known. */
export const knownClusters = oncePer(({ members }: World): readonly MemberCluster[] | undefined =>
  members === undefined ? undefined : memberClusters(members),
);

export function knownCluster(name: string, world: World): MemberCluster | undefined {
  return byName(world).get(name);
}

const byName = oncePer((world: World) => new Map((knownClusters(world) ?? []).map((cluster) => [cluster.name, cluster])));

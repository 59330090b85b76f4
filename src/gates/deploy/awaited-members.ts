import { isDeepStrictEqual } from 'node:util';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { isReportedOn, memberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { seenObjects, typeOf } from '../view/seen.ts';

/**
 * What the scheduler looks at in a MemberCluster of the deploy and the hub does not hold yet, in a clause; `undefined` where it holds all, or
 * shows none. One that an agent has reported on is a copy from a hub, which nobody deploys.
 */
export function awaitedMember(hub: HubState, manifests: readonly KubeObject[]): string | undefined {
  for (const manifest of manifests) {
    if (!isDeployedMember(manifest) || seenObjects(hub, manifest.kind) === undefined) continue;
    const lacking = lackingOn(hub.get(typeOf(manifest.kind), undefined, manifest.metadata.name), manifest);
    if (lacking !== undefined) return `the hub does not hold ${displayName(refOf(manifest))} as deployed (${lacking})`;
  }
  return undefined;
}

/** Whether a deploy brings it: a member cluster as people write it. */
export function isDeployedMember(manifest: KubeObject): boolean {
  return isMemberCluster(manifest) && !isReportedOn(manifest);
}

function lackingOn(live: KubeObject | undefined, manifest: KubeObject): string | undefined {
  if (live === undefined) return 'it is not there';
  const [has, wanted] = [memberCluster(live), memberCluster(manifest)];
  const label = Object.entries(wanted.labels).find(([key, value]) => has.labels[key] !== value);
  if (label !== undefined) return `its label ${label[0]} is not ${label[1]}`;
  const taint = wanted.taints.find((each) => !has.taints.some((there) => isDeepStrictEqual(there, each)));
  return taint && `its taint ${taint.key} is missing`;
}

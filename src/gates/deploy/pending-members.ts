import { isDeepStrictEqual } from 'node:util';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { isReportedOn, memberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { seenObjects, typeOf } from '../view/seen.ts';

/**
 * The scheduler's inputs in a MemberCluster of the deploy that the hub does not hold yet, in a clause; `undefined` if it holds all, or
 * cannot show them. If an agent has reported on it, the manifest is a copy from a hub, which is not part of a deploy.
 */
export function pendingMember(hub: HubState, manifests: readonly KubeObject[]): string | undefined {
  for (const manifest of manifests) {
    if (!isDeployedMember(manifest) || seenObjects(hub, manifest.kind) === undefined) continue;
    const lacking = lackingOn(hub.get(typeOf(manifest.kind), undefined, manifest.metadata.name), manifest);
    if (lacking !== undefined) return `the hub does not hold ${displayName(refOf(manifest))} as deployed (${lacking})`;
  }
  return undefined;
}

/** Whether a deploy brings it: a member cluster as its author writes it. */
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

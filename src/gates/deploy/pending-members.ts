import { isDeepStrictEqual } from 'node:util';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { field } from '../../fleet/json/json.ts';
import { isReportedOn, memberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import { seenObjects, typeOf } from '../view/seen.ts';
import { isAddedByTools } from './content/added-keys.ts';
import { missingFrom } from './content/equal.ts';
import { isOfApply } from './removed-fields.ts';

/**
 * What a MemberCluster of the deploy sets and the hub does not hold yet, in a clause: the scheduler's inputs, the identity of the agent and its heartbeat; `undefined` if it holds all, or
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
  if (taint !== undefined) return `its taint ${taint.key} is missing`;
  const agent = {
    identity: field(manifest, 'spec', 'identity'),
    heartbeatPeriodSeconds: field(manifest, 'spec', 'heartbeatPeriodSeconds'),
  };
  const differsAt = missingFrom(live['spec'], agent, '/spec');
  return differsAt === undefined ? leftOn(live, manifest) : `differs at ${differsAt}`;
}

/** A label or taint that the last apply set and that the deploy removes. Controllers and people add others. */
function leftOn(live: KubeObject, manifest: KubeObject): string | undefined {
  const applied = lastApplied(live);
  const former = applied && memberCluster(applied);
  const [has, wanted] = [memberCluster(live), memberCluster(manifest)];
  const label = Object.keys(has.labels).find(
    (key) =>
      !Object.hasOwn(wanted.labels, key) &&
      !isAddedByTools(key) &&
      (Object.hasOwn(former?.labels ?? {}, key) || isOfApply(live, manifest, ['metadata', 'labels', key])),
  );
  if (label !== undefined) return `it still has the label ${label}, which the last apply set and the deploy lacks`;
  const isIn = (list: typeof has.taints, taint: unknown): boolean => list.some((each) => isDeepStrictEqual(each, taint));
  const taint = has.taints.find(
    (each) => !isIn(wanted.taints, each) && (isIn(former?.taints ?? [], each) || isOfApply(live, manifest, ['spec', 'taints'])),
  );
  return taint && `it still has the taint ${taint.key}, which the last apply set and the deploy lacks`;
}

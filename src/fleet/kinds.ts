import { groupOf, type KubeObject } from './object.ts';

/**
 * KubeFleet's own kinds: group, plural, scope and the versions each hub profile serves.
 * Source: the CRDs of KubeFleet v0.3.1 and main (`config/crd/bases`).
 */

export const PLACEMENT_GROUP = 'placement.kubernetes-fleet.io';
export const CLUSTER_GROUP = 'cluster.kubernetes-fleet.io';

/** Hub versions a manifest can be judged for: a KubeFleet release, Azure's managed hub, KubeFleet's main branch. */
export const HUB_PROFILES = ['v0.3', 'aks', 'main'] as const;
export type HubProfile = (typeof HUB_PROFILES)[number];

export interface FleetKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Served versions, preferred first. The three hub profiles serve the same ones. */
  readonly versions: readonly string[];
  /** Written by people (`true`) or by KubeFleet itself. */
  readonly authored: boolean;
}

const kind = (
  group: string,
  name: string,
  plural: string,
  scope: 'Cluster' | 'Namespaced',
  versions: readonly string[],
  writer: 'authored' | 'system',
): FleetKind => ({ group, kind: name, plural, namespaced: scope === 'Namespaced', versions, authored: writer === 'authored' });

const P = PLACEMENT_GROUP;
export const FLEET_KINDS = [
  kind(P, 'ClusterResourcePlacement', 'clusterresourceplacements', 'Cluster', ['v1', 'v1beta1'], 'authored'),
  kind(P, 'ResourcePlacement', 'resourceplacements', 'Namespaced', ['v1', 'v1beta1'], 'authored'),
  kind(P, 'ClusterResourceOverride', 'clusterresourceoverrides', 'Cluster', ['v1', 'v1beta1', 'v1alpha1'], 'authored'),
  kind(P, 'ResourceOverride', 'resourceoverrides', 'Namespaced', ['v1', 'v1beta1', 'v1alpha1'], 'authored'),
  kind(P, 'ClusterStagedUpdateStrategy', 'clusterstagedupdatestrategies', 'Cluster', ['v1', 'v1beta1', 'v1alpha1'], 'authored'),
  kind(P, 'StagedUpdateStrategy', 'stagedupdatestrategies', 'Namespaced', ['v1', 'v1beta1'], 'authored'),
  kind(P, 'ClusterStagedUpdateRun', 'clusterstagedupdateruns', 'Cluster', ['v1', 'v1beta1', 'v1alpha1'], 'authored'),
  kind(P, 'StagedUpdateRun', 'stagedupdateruns', 'Namespaced', ['v1', 'v1beta1'], 'authored'),
  kind(P, 'ClusterApprovalRequest', 'clusterapprovalrequests', 'Cluster', ['v1', 'v1beta1', 'v1alpha1'], 'authored'),
  kind(P, 'ApprovalRequest', 'approvalrequests', 'Namespaced', ['v1', 'v1beta1'], 'authored'),
  kind(P, 'ClusterResourcePlacementEviction', 'clusterresourceplacementevictions', 'Cluster', ['v1beta1', 'v1alpha1'], 'authored'),
  kind(
    P,
    'ClusterResourcePlacementDisruptionBudget',
    'clusterresourceplacementdisruptionbudgets',
    'Cluster',
    ['v1beta1', 'v1alpha1'],
    'authored',
  ),
  kind(P, 'ClusterResourceEnvelope', 'clusterresourceenvelopes', 'Cluster', ['v1beta1'], 'authored'),
  kind(P, 'ResourceEnvelope', 'resourceenvelopes', 'Namespaced', ['v1beta1'], 'authored'),
  kind(CLUSTER_GROUP, 'MemberCluster', 'memberclusters', 'Cluster', ['v1', 'v1beta1'], 'authored'),
  kind(CLUSTER_GROUP, 'InternalMemberCluster', 'internalmemberclusters', 'Namespaced', ['v1', 'v1beta1'], 'system'),
  kind(P, 'ClusterResourceBinding', 'clusterresourcebindings', 'Cluster', ['v1', 'v1beta1'], 'system'),
  kind(P, 'ResourceBinding', 'resourcebindings', 'Namespaced', ['v1beta1'], 'system'),
  kind(P, 'ClusterResourceSnapshot', 'clusterresourcesnapshots', 'Cluster', ['v1', 'v1beta1'], 'system'),
  kind(P, 'ResourceSnapshot', 'resourcesnapshots', 'Namespaced', ['v1beta1'], 'system'),
  kind(P, 'ClusterSchedulingPolicySnapshot', 'clusterschedulingpolicysnapshots', 'Cluster', ['v1', 'v1beta1'], 'system'),
  kind(P, 'SchedulingPolicySnapshot', 'schedulingpolicysnapshots', 'Namespaced', ['v1beta1'], 'system'),
  kind(P, 'ClusterResourceOverrideSnapshot', 'clusterresourceoverridesnapshots', 'Cluster', ['v1', 'v1beta1', 'v1alpha1'], 'system'),
  kind(P, 'ResourceOverrideSnapshot', 'resourceoverridesnapshots', 'Namespaced', ['v1', 'v1beta1', 'v1alpha1'], 'system'),
  kind(P, 'ClusterResourcePlacementStatus', 'clusterresourceplacementstatuses', 'Namespaced', ['v1', 'v1beta1'], 'system'),
  kind(P, 'Work', 'works', 'Namespaced', ['v1', 'v1beta1'], 'system'),
  kind(P, 'AppliedWork', 'appliedworks', 'Cluster', ['v1', 'v1beta1'], 'system'),
] as const satisfies readonly FleetKind[];

/** Whether an object is a placement of KubeFleet, of either scope. */
export function isPlacement(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return groupOf(object.apiVersion) === PLACEMENT_GROUP && isPlacementKind(object.kind);
}

export const PLACEMENT_KINDS = ['ClusterResourcePlacement', 'ResourcePlacement'] as const;

export function isPlacementKind(name: string): name is (typeof PLACEMENT_KINDS)[number] {
  return PLACEMENT_KINDS.some((known) => known === name);
}

const byName = new Map<string, FleetKind>(FLEET_KINDS.map((entry) => [entry.kind, entry]));

/** KubeFleet's kind of that name, whatever group a manifest claims for it; `undefined` for all other kinds. */
export function fleetKind(name: string): FleetKind | undefined {
  return byName.get(name);
}

/** Whether an object is one of KubeFleet's. Its group decides; where the group is wrong or not known yet, a kind that people write does. */
export function isFleetObject(object: { readonly apiVersion: string; readonly kind: string }): boolean {
  const group = object.apiVersion.slice(0, Math.max(0, object.apiVersion.indexOf('/')));
  return group === PLACEMENT_GROUP || group === CLUSTER_GROUP || fleetKind(object.kind)?.authored === true;
}

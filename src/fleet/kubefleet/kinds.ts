import { groupOf, type KubeObject } from '../kubernetes/object.ts';

/**
 * KubeFleet's own kinds: group, plural, scope and the versions that each hub profile serves. Source: the CRDs of KubeFleet v0.3.1 and main
 * (`config/crd/bases`).
 */

export const PLACEMENT_GROUP = 'placement.kubernetes-fleet.io';
export const CLUSTER_GROUP = 'cluster.kubernetes-fleet.io';
export const MEMBER_CLUSTER = { group: CLUSTER_GROUP, kind: 'MemberCluster' } as const;
/** The group of the kinds that only KubeFleet's main branch has. */
export const POLICY_GROUP = 'placement.kubefleet.dev';
/** The group of the first previews, which hubs no longer serve. */
export const LEGACY_GROUP = 'fleet.azure.com';

/** Hub versions for which a manifest can be judged: a KubeFleet release, Azure's managed hub, KubeFleet's main branch. */
export const HUB_PROFILES = ['v0.3', 'aks', 'main'] as const;
export type HubProfile = (typeof HUB_PROFILES)[number];

/** The profile of a hub of which nothing is known: the release of KubeFleet. */
export const DEFAULT_PROFILE: HubProfile = 'v0.3';

/** The profiles in words. */
export const PROFILE_NAMES: Readonly<Record<HubProfile, string>> = {
  'v0.3': 'KubeFleet v0.3',
  aks: "Azure's managed hub",
  main: 'KubeFleet main',
};

export interface FleetKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Served versions, preferred first. All hub profiles that have the kind serve the same ones. */
  readonly versions: readonly string[];
  /** Written by people (`true`) or by KubeFleet itself. */
  readonly authored: boolean;
  /** The hub profiles that have the kind, if not all do. */
  readonly only?: readonly HubProfile[];
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

/**
 * Kinds of KubeFleet's main branch that people write. Main has their CustomResourceDefinitions, but no chart of main installs them. A hub
 * whose discovery was not read is therefore assumed not to have them. Source: KubeFleet main (e160c1cd), `config/crd/bases`, `Makefile`
 * (`crd-verify`), `charts/hub-agent`.
 */
export const MAIN_KINDS: readonly FleetKind[] = [
  { ...kind(POLICY_GROUP, 'ClusterPlacementPolicy', 'clusterplacementpolicies', 'Cluster', ['v1alpha1'], 'authored'), only: ['main'] },
  { ...kind(POLICY_GROUP, 'PlacementPolicy', 'placementpolicies', 'Namespaced', ['v1alpha1'], 'authored'), only: ['main'] },
];

/**
 * The kinds of that group that KubeFleet and its schedulers write (same source). Pull request 803 renames `ClusterRequest` to
 * `ClusterClaim`.
 */
export const MAIN_WRITTEN_KINDS = [
  'ClusterClaim',
  'ClusterPlacementBinding',
  'ClusterPlacementResourceSnapshot',
  'ClusterRequest',
  'PlacementBinding',
  'PlacementResourceSnapshot',
  'Work',
] as const;

/** Every kind that people write, of all hub profiles. */
export const AUTHORED_KINDS: readonly FleetKind[] = [...FLEET_KINDS.filter(({ authored }) => authored), ...MAIN_KINDS];

/** Whether an object is a placement of KubeFleet, of either scope. */
export function isPlacement(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return groupOf(object.apiVersion) === PLACEMENT_GROUP && isPlacementKind(object.kind);
}

export const PLACEMENT_KINDS = ['ClusterResourcePlacement', 'ResourcePlacement'] as const;

/** Whether an object is a member cluster. */
export function isMemberCluster(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return object.kind === 'MemberCluster' && groupOf(object.apiVersion) === CLUSTER_GROUP;
}

export function isPlacementKind(name: string): name is (typeof PLACEMENT_KINDS)[number] {
  return PLACEMENT_KINDS.some((known) => known === name);
}

const byName = new Map<string, FleetKind>([...FLEET_KINDS, ...MAIN_KINDS].map((entry) => [entry.kind, entry]));

/**
 * The kind that goes with a placement or an update run: KubeFleet has `ClusterResourceBinding` for cluster-scoped placements and
 * `ResourceBinding` for namespaced ones, and so for most kinds.
 * @param namespaced the kind without `Cluster`
 */
export function kindInScopeOf<K extends string>({ kind: other }: { readonly kind: string }, namespaced: K): K | `Cluster${K}` {
  return other.startsWith('Cluster') ? `Cluster${namespaced}` : namespaced;
}

/** KubeFleet's kind of that name, independent of the group in the manifest; `undefined` for all other kinds. */
export function fleetKind(name: string): FleetKind | undefined {
  return byName.get(name);
}

/** Whether a group is one of KubeFleet's. */
export function isFleetGroup(group: string): boolean {
  return group === PLACEMENT_GROUP || group === CLUSTER_GROUP || isNewGroup(group);
}

/**
 * Whether a group is of KubeFleet's new API. Pull request 925 adds a second one, for runs. Its kinds have the names of today's kinds and
 * other fields.
 */
export function isNewGroup(group: string): boolean {
  return group === POLICY_GROUP || group.endsWith('.kubefleet.dev');
}

/**
 * Whether KubeFleet has no such group, although it has a domain of KubeFleet: a later version or a CustomResourceDefinition may define it.
 * Not so the group of the metric collector in kubefleet-dev/kubefleet-cookbook, which is installed beside KubeFleet.
 */
export function isOtherGroupOfFleet(group: string): boolean {
  const hasDomain = DOMAINS.some((domain) => group === domain || group.endsWith(`.${domain}`));
  return hasDomain && !isFleetGroup(group) && group !== 'autoapprove.kubernetes-fleet.io';
}

const DOMAINS = ['kubernetes-fleet.io', 'kubefleet.dev'];

/** Whether KubeFleet, its agents or its schedulers write objects of this kind themselves. */
export function isSystemKind({ apiVersion, kind: name }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  if (isNewGroup(groupOf(apiVersion))) return MAIN_WRITTEN_KINDS.some((known) => known === name);
  return fleetKind(name)?.authored === false;
}

/** Whether the object is in a KubeFleet group but has a kind that is not known there: a newer kind, or a misspelling. */
export function isUnknownFleetKind(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  const group = groupOf(object.apiVersion);
  if (!isFleetGroup(group) || isSystemKind(object)) return false;
  const known = fleetKind(object.kind);
  return known === undefined || (isNewGroup(group) && known.group !== group);
}

import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../fleet/kubernetes/admission-policy.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { field, isObject, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { Interest, ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { DEFAULT_PROFILE, fleetKind, isPlacement, PLACEMENT_GROUP, type HubProfile, MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { hubContent, type Selectable } from '../../selection/hub-content.ts';
import { neededInterests } from '../../selection/needed-interests.ts';
import { relationNeeds } from './relation-needs.ts';
import { NAMESPACE } from '../../fleet/kubernetes/read-types.ts';

/** The objects that are judged against a hub. */
export interface JudgedManifests<T extends Selectable = Selectable> {
  /** The manifests, and those of the base. */
  readonly head: readonly T[];
  readonly base: readonly T[];
  /** Absent if the kind of hub is not set. */
  readonly target: HubProfile | undefined;
  /** `contents` also reads the content of whole namespaces, which `plan` needs. */
  readonly scope: 'named' | 'contents';
}

/**
 * The member clusters, the scheduler's decisions for the placements, and the objects that the manifests change. These are known without
 * discovery.
 */
export function firstNeeds(judged: JudgedManifests): readonly Interest[] {
  const items = [...judged.head, ...judged.base];
  const placements = items.filter(({ object }) => isPlacement(object));
  const homes = namespacesOf(placements.filter(({ object }) => object.kind === 'ResourcePlacement'));
  const everywhere = ['ClusterSchedulingPolicySnapshot', 'ClusterResourceBinding', ...(judged.scope === 'contents' ? STRATEGIES : [])];
  return [
    MEMBER_CLUSTER,
    ADMISSION_POLICY,
    ADMISSION_POLICY_BINDING,
    ...(placements.length === 0 ? [] : everywhere.map((kind) => ({ group: PLACEMENT_GROUP, kind }))),
    ...DECISIONS.flatMap((kind) => homes.map((namespace) => ({ group: PLACEMENT_GROUP, kind, namespace }))),
    ...authoredTypes(items).flatMap(({ kind, interests }) => [...interests, ...relatedInterests(kind)]),
    ...neededInterests(placements, hubContent(items), judged.target ?? DEFAULT_PROFILE, 'named'),
    ...relationNeeds(items),
    ...besideNeeds(items),
  ];
}

/** The kinds that show which placements of the hub act on these objects. */
export function besideNeeds(items: readonly Selectable[]): readonly Interest[] {
  if (items.length === 0) return [];
  return [
    { group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement' },
    ...namespacesOf(items).map((namespace) => ({ group: PLACEMENT_GROUP, kind: 'ResourcePlacement', namespace })),
    NAMESPACE,
  ];
}

/**
 * Objects that admission policies read: the kinds of their parameters, Namespaces if a policy uses one, and matching kinds among the
 * manifests, because it matters whether the object exists. Secrets are not read for this.
 */
export function policyNeeds(listed: readonly KubeObject[], manifests: readonly KubeObject[]): readonly Interest[] {
  const ours = listed.filter(
    ({ apiVersion, kind }) => groupOf(apiVersion) === ADMISSION_POLICY.group && kind.startsWith(ADMISSION_POLICY.kind),
  );
  const params = ours.flatMap((policy) => {
    const kind = stringAt(policy, 'spec', 'paramKind', 'kind');
    return kind === undefined ? [] : [{ group: groupOf(stringAt(policy, 'spec', 'paramKind', 'apiVersion') ?? ''), kind }];
  });
  const asksForNamespaces = ours.some((policy) =>
    [objectAt(policy, 'spec', 'matchConstraints'), objectAt(policy, 'spec', 'matchResources')].some((criteria) => {
      const selector = field(criteria, 'namespaceSelector');
      return isObject(selector) && Object.keys(selector).length > 0;
    }),
  );
  const readsNamespace = ours.some((policy) => JSON.stringify(policy['spec'] ?? {}).includes('namespaceObject'));
  const covered = ours.flatMap((policy) => listAt(policy, 'spec', 'matchConstraints', 'resourceRules'));
  const types = manifests.flatMap(({ apiVersion, kind }) => BUILT_IN_APIS.find(groupOf(apiVersion), kind) ?? []);
  const about = [...new Set(types)].filter(
    ({ group, kind, plural }) =>
      kind !== 'Secret' &&
      fleetKind(kind) === undefined &&
      covered.some((rule) => isListed(listAt(rule, 'apiGroups'), group) && isListed(listAt(rule, 'resources'), plural)),
  );
  return [...about.map(({ group, kind }) => ({ group, kind })), ...params, ...(asksForNamespaces || readsNamespace ? [NAMESPACE] : [])];
}

function isListed(listed: readonly unknown[], name: string): boolean {
  return listed.includes(name) || listed.includes('*') || listed.includes('*/*');
}

/** Other objects that an object of that kind is judged with: the placement of an eviction, the placements that follow a cluster. */
function relatedInterests(kind: string): readonly Interest[] {
  return (BESIDE[kind] ?? []).map((beside) => ({ group: PLACEMENT_GROUP, kind: beside }));
}

const BESIDE: Readonly<Record<string, readonly string[]>> = {
  ClusterResourcePlacementEviction: [
    'ClusterResourcePlacement',
    'ClusterResourcePlacementDisruptionBudget',
    'ClusterSchedulingPolicySnapshot',
    'ClusterResourceBinding',
  ],
  MemberCluster: ['ClusterResourcePlacement', 'ClusterSchedulingPolicySnapshot', 'ClusterResourceBinding', 'ClusterStagedUpdateRun'],
};

const DECISIONS = ['SchedulingPolicySnapshot', 'ResourceBinding'];
/** The order of update runs affects placements of the tree, wherever it is stored. */
const STRATEGIES = ['ClusterStagedUpdateStrategy', 'StagedUpdateStrategy'];

/** A KubeFleet kind among the manifests. */
export interface AuthoredType<T> extends ResourceType {
  readonly interests: readonly Interest[];
  readonly items: readonly T[];
}

/** KubeFleet's kinds among the manifests. How an edit is judged depends on the hub's objects of these kinds. */
export function authoredTypes<T extends Selectable>(items: readonly T[]): readonly AuthoredType<T>[] {
  return [...Map.groupBy(items, ({ object }) => object.kind)].flatMap(([name, ofKind]) => {
    const known = fleetKind(name);
    if (known?.authored !== true) return [];
    const { group, kind, namespaced } = known;
    const ours = ofKind.filter(({ object }) => groupOf(object.apiVersion) === group);
    const interests = namespaced ? namespacesOf(ours).map((namespace) => ({ group, kind, namespace })) : [{ group, kind }];
    return ours.length === 0 ? [] : [{ group, kind, interests, items: ours }];
  });
}

function namespacesOf(items: readonly Selectable[]): readonly string[] {
  return [...new Set(items.flatMap(({ namespace }) => namespace ?? []))];
}

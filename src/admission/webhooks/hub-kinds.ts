import { BUILT_IN_APIS, type ApiResource, type ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isSkippedKind } from '../../selection/propagation.ts';

/** What a placement's webhook knows about the kind that a selector names. A value is `undefined` if only the hub can tell. */
export interface KindFacts {
  /** Whether the hub's REST mapper has the kind in that version. */
  readonly mapped: boolean | undefined;
  /** Whether KubeFleet's informers know the kind, in that version, as cluster-scoped. */
  readonly clusterScoped: boolean | undefined;
  /** The version that KubeFleet's informers know, if a selector names a cluster-scoped kind in another version. */
  readonly knownVersion?: string;
}

export interface HubKinds {
  facts(group: string, version: string, kind: string): KindFacts;
}

/**
 * The kinds of the hub and those that the given CustomResourceDefinitions define. Without discovery: the kinds of every Kubernetes hub. The
 * informers hold the preferred versions of the kinds that can be watched, without those that KubeFleet ignores by default
 * (`pkg/utils/apiresources.go`, `pkg/resourcewatcher/resource_collector.go`).
 */
export function hubKinds(apis: ApiResources = BUILT_IN_APIS): HubKinds {
  return {
    facts(group, version, kind) {
      // The mapper has a `List` in every version of a group.
      if (kind === 'List') return { mapped: undefined, clusterScoped: false };
      const resource = apis.resolve(group, '', kind)?.resource;
      if (resource === undefined) return apis.isAbsent(group, kind) ? { mapped: false, clusterScoped: false } : absent(group, kind);
      const { namespaced, watchable } = resource;
      const isRegistered = kind === resource.kind && version === resource.preferred && watchable !== false;
      const isSkipped = isSkippedKind({ group, version, kind }, 'unknown') === 'yes';
      const isOtherVersion = kind === resource.kind && version !== resource.preferred && !namespaced && !isSkipped && watchable !== false;
      return {
        mapped: isMapped(resource, version),
        clusterScoped: isRegistered && !namespaced && !isSkipped,
        ...(isOtherVersion ? { knownVersion: resource.preferred } : {}),
      };
    },
  };
}

/** The same kinds, but nothing is known about the kinds in `mistaken`. */
export function kindsExcept(kinds: HubKinds, mistaken: readonly unknown[]): HubKinds {
  if (mistaken.length === 0) return kinds;
  const names = new Set(
    mistaken.map((selector) => JSON.stringify(['group', 'version', 'kind'].map((name) => stringAt(selector, name) ?? ''))),
  );
  return {
    facts: (group, version, kind) =>
      names.has(JSON.stringify([group, version, kind]))
        ? { mapped: undefined, clusterScoped: undefined }
        : kinds.facts(group, version, kind),
  };
}

function isMapped({ preferred, versions }: ApiResource, version: string): boolean | undefined {
  return version === '' || version === preferred ? true : versions?.includes(version);
}

/** Kubernetes has not added a kind to these groups for years. An unknown kind in them is a mistake. */
const CLOSED_GROUPS: ReadonlySet<string> = new Set([
  'apps',
  'batch',
  'autoscaling',
  'rbac.authorization.k8s.io',
  CLUSTER_GROUP,
  PLACEMENT_GROUP,
]);
/** These kinds exist, but can only be created or read, not watched. */
const UNWATCHED_GROUPS: ReadonlySet<string> = new Set(['authentication.k8s.io', 'authorization.k8s.io']);
const UNWATCHED_KINDS: ReadonlySet<string> = new Set(['Binding', 'ComponentStatus']);

function absent(group: string, kind: string): KindFacts {
  if (UNWATCHED_GROUPS.has(group) || (group === '' && UNWATCHED_KINDS.has(kind))) return { mapped: undefined, clusterScoped: false };
  if (CLOSED_GROUPS.has(group) || kind === '') return { mapped: false, clusterScoped: false };
  // The group of a CustomResourceDefinition must contain a dot, so no hub can have such a kind.
  if (group === '' || (!group.includes('.') && group !== 'policy' && group !== 'extensions'))
    return { mapped: false, clusterScoped: false };
  if (!/^[a-z0-9.-]+$/.test(group)) return { mapped: false, clusterScoped: false };
  return { mapped: undefined, clusterScoped: undefined };
}

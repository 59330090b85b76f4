import { BUILT_IN_APIS, type ApiResource, type ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isSkippedKind } from '../../selection/propagation.ts';

/** What a placement's webhook finds out about the kind a selector names. `undefined` where nobody can know without asking the hub. */
export interface KindFacts {
  /** The hub's REST mapper has the kind in that version. */
  readonly mapped: boolean | undefined;
  /** KubeFleet's informers know the kind, in that version, as one that is not in a namespace. */
  readonly clusterScoped: boolean | undefined;
  /** Of a cluster-scoped kind that is named in another version: the one KubeFleet's informers know. */
  readonly knownVersion?: string;
}

export interface HubKinds {
  facts(group: string, version: string, kind: string): KindFacts;
}

/**
 * Kinds of the hub whose discovery is known, else of every Kubernetes hub, and those the given CustomResourceDefinitions define. The informers
 * hold the preferred versions of kinds that can be watched, without those KubeFleet leaves out by default (`pkg/utils/apiresources.go`,
 * `pkg/resourcewatcher/resource_collector.go`).
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

/** The same, but for the kinds that selectors name whose kind is a mistake: of those nothing is known. */
export function kindsBut(kinds: HubKinds, mistaken: readonly unknown[]): HubKinds {
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

/** Groups to which Kubernetes has not added a kind for years, so that an unknown kind is a mistake. */
const CLOSED_GROUPS: ReadonlySet<string> = new Set([
  'apps',
  'batch',
  'autoscaling',
  'rbac.authorization.k8s.io',
  CLUSTER_GROUP,
  PLACEMENT_GROUP,
]);
/** Kinds that exist and can only be created or read, not watched. */
const UNWATCHED_GROUPS: ReadonlySet<string> = new Set(['authentication.k8s.io', 'authorization.k8s.io']);
const UNWATCHED_KINDS: ReadonlySet<string> = new Set(['Binding', 'ComponentStatus']);

function absent(group: string, kind: string): KindFacts {
  if (UNWATCHED_GROUPS.has(group) || (group === '' && UNWATCHED_KINDS.has(kind))) return { mapped: undefined, clusterScoped: false };
  if (CLOSED_GROUPS.has(group) || kind === '') return { mapped: false, clusterScoped: false };
  // A CustomResourceDefinition needs a dot in its group, so no hub can have such a kind.
  if (group === '' || (!group.includes('.') && group !== 'policy' && group !== 'extensions'))
    return { mapped: false, clusterScoped: false };
  if (!/^[a-z0-9.-]+$/.test(group)) return { mapped: false, clusterScoped: false };
  return { mapped: undefined, clusterScoped: undefined };
}

import { ENVELOPE_KINDS } from '../fleet/kubefleet/envelope.ts';
import { listAt, stringAt } from '../fleet/json/json.ts';
import { CLUSTER_GROUP, isNewGroup, PLACEMENT_GROUP, type HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/** The KubeFleet version of the hub, if it is known. The version of Azure's managed hub is not known. */
export type HubVersion = HubProfile | 'unknown';

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const GROUPS: ReadonlySet<string> = new Set([CLUSTER_GROUP, 'events.k8s.io', 'coordination.k8s.io', 'metrics.k8s.io']);
const NETWORKING: ReadonlySet<string> = new Set(['ServiceImport', 'TrafficManagerProfile', 'TrafficManagerBackend']);
/** KubeFleet's own kinds that it places like any other kind: the envelopes, and one kind that has no objects on a hub. */
const PLACED: ReadonlySet<string> = new Set([...ENVELOPE_KINDS, 'AppliedWork']);
/** By mistake, v0.3 does not skip these kinds. KubeFleet's main branch does. */
const FORGOTTEN: ReadonlySet<string> = new Set(['StagedUpdateRun', 'StagedUpdateStrategy', 'ApprovalRequest']);

/**
 * Whether selection skips a kind silently, both in selectors and in namespaces; `open` if that depends on the hub's version. Source:
 * `pkg/utils/apiresources.go`, NewResourceConfig and isResourceConfigured (Pod and Node in version v1 only); a hub flag can change it.
 */
export function isSkippedKind({ group, version, kind }: GroupVersionKind, hub: HubVersion): 'yes' | 'no' | 'open' {
  if (GROUPS.has(group)) return 'yes';
  if (group === 'networking.fleet.azure.com') return NETWORKING.has(kind) ? 'yes' : 'no';
  // Main does not skip them, but a hub that acts on them will not place them.
  if (isNewGroup(group)) return 'open';
  if (group === '') return version === 'v1' && (kind === 'Pod' || kind === 'Node') ? 'yes' : 'no';
  if (group !== PLACEMENT_GROUP || PLACED.has(kind)) return 'no';
  if (!FORGOTTEN.has(kind) || hub === 'main') return 'yes';
  return hub === 'v0.3' ? 'no' : 'open';
}

/**
 * Whether the hub skips a kind in a selected namespace. It skips Events of the core group like those of `events.k8s.io`, because it finds
 * the resource by its plural in all groups. Source: `pkg/utils/apiresources.go`, ShouldProcessResource.
 */
export function isSkippedContent(resource: GroupVersionKind, hub: HubVersion): 'yes' | 'no' | 'open' {
  return resource.group === '' && resource.kind === 'Event' ? 'yes' : isSkippedKind(resource, hub);
}

/**
 * Whether selection leaves out an object because every cluster makes it itself. `open` if that depends on a Service that is not known.
 * Source: `resource_selector_resolver.go`, ShouldPropagateObj, which also leaves out objects that are being deleted; a hub that runs
 * workloads (`--enable-workload`) keeps PersistentVolumeClaims.
 * @param apiVersion the version in which the hub lists the object
 */
export function isLeftOut(
  object: KubeObject,
  apiVersion: string,
  hasService: (name: string) => boolean | undefined,
): 'yes' | 'no' | 'open' {
  if (isMadeByCluster(object, apiVersion)) return 'yes';
  if (apiVersion !== 'v1' || object.kind !== 'Endpoints') return 'no';
  const isOfService = hasService(object.metadata.name);
  return isOfService === undefined ? 'open' : isOfService ? 'yes' : 'no';
}

/** Whether a Secret holds the token of a ServiceAccount, which is valid on one cluster only. */
export function isTokenSecret(object: KubeObject): boolean {
  return stringAt(object, 'type') === 'kubernetes.io/service-account-token';
}

function isMadeByCluster(object: KubeObject, apiVersion: string): boolean {
  const { kind, metadata } = object;
  switch (`${apiVersion}/${kind}`) {
    case 'apps/v1/ReplicaSet':
    case 'apps/v1/ControllerRevision':
      return listAt(object, 'metadata', 'ownerReferences').length > 0;
    case 'v1/ConfigMap':
      return metadata.name === 'kube-root-ca.crt';
    case 'v1/ServiceAccount':
      return metadata.name === 'default';
    case 'v1/Secret':
      return isTokenSecret(object);
    case 'discovery.k8s.io/v1/EndpointSlice':
      return stringAt(object, 'metadata', 'labels', 'endpointslice.kubernetes.io/managed-by') !== undefined;
    default:
      return false;
  }
}

/** Namespaces that are never propagated with their contents. Source: `pkg/utils/common.go`; a hub flag can add more. */
export function isReservedNamespace(name: string): boolean {
  return name === 'default' || name.startsWith('kube-') || name.startsWith('fleet-');
}

/** The reserved namespaces that every hub has. */
export const NAMESPACES_OF_EVERY_HUB: readonly string[] = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

import { listAt, stringAt } from '../fleet/json/json.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP, type HubProfile } from '../fleet/kubefleet/kinds.ts';
import { isDeleting, type KubeObject } from '../fleet/kubernetes/object.ts';

/** The version of the hub that selects, as far as it is known. Of Azure's managed hub it is not. */
export type HubVersion = HubProfile | 'unknown';

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const GROUPS: ReadonlySet<string> = new Set([CLUSTER_GROUP, 'events.k8s.io', 'coordination.k8s.io', 'metrics.k8s.io']);
const NETWORKING: ReadonlySet<string> = new Set(['ServiceImport', 'TrafficManagerProfile', 'TrafficManagerBackend']);
/** KubeFleet's own kinds that are placed like any other: the envelopes, and one that has no objects on a hub. */
const PLACED: ReadonlySet<string> = new Set(['ClusterResourceEnvelope', 'ResourceEnvelope', 'AppliedWork']);
/** Kinds that v0.3 forgot to leave out; main does. */
const FORGOTTEN: ReadonlySet<string> = new Set(['StagedUpdateRun', 'StagedUpdateStrategy', 'ApprovalRequest']);

/**
 * Whether selection skips a kind without a word, in selectors as in namespaces; `open` where that depends on the hub's version.
 * Source: `pkg/utils/apiresources.go`, NewResourceConfig and isResourceConfigured (Pod and Node in version v1 only); a hub flag can change it.
 */
export function isSkippedKind({ group, version, kind }: GroupVersionKind, hub: HubVersion): 'yes' | 'no' | 'open' {
  if (GROUPS.has(group)) return 'yes';
  if (group === 'networking.fleet.azure.com') return NETWORKING.has(kind) ? 'yes' : 'no';
  if (group === '') return version === 'v1' && (kind === 'Pod' || kind === 'Node') ? 'yes' : 'no';
  if (group !== PLACEMENT_GROUP || PLACED.has(kind)) return 'no';
  if (!FORGOTTEN.has(kind) || hub === 'main') return 'yes';
  return hub === 'v0.3' ? 'no' : 'open';
}

/**
 * The same of what a selected namespace holds. Events of the core group are left out like those of `events.k8s.io`: there the hub looks a
 * resource up by its plural in all groups. Source: `pkg/utils/apiresources.go`, ShouldProcessResource.
 */
export function isSkippedContent(resource: GroupVersionKind, hub: HubVersion): 'yes' | 'no' | 'open' {
  return resource.group === '' && resource.kind === 'Event' ? 'yes' : isSkippedKind(resource, hub);
}

/**
 * Whether selection leaves an object out: one that is being deleted, or that a cluster makes itself. `open` where a Service decides that is not
 * known. Source: `resource_selector_resolver.go`, ShouldPropagateObj; a hub that runs workloads (`--enable-workload`) keeps claims of volumes.
 * @param apiVersion the version the hub lists the object in
 */
export function isLeftOut(
  object: KubeObject,
  apiVersion: string,
  hasService: (name: string) => boolean | undefined,
): 'yes' | 'no' | 'open' {
  if (isDeleting(object) || isMadeByCluster(object, apiVersion)) return 'yes';
  if (apiVersion !== 'v1' || object.kind !== 'Endpoints') return 'no';
  const isOfService = hasService(object.metadata.name);
  return isOfService === undefined ? 'open' : isOfService ? 'yes' : 'no';
}

/** Whether a Secret holds the token of a ServiceAccount, which is good for one cluster only. */
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

/** Namespaces that are never propagated with what they hold. Source: `pkg/utils/common.go`; a hub flag can add more. */
export function isReservedNamespace(name: string): boolean {
  return name === 'default' || name.startsWith('kube-') || name.startsWith('fleet-');
}

/** The reserved namespaces every hub has. */
export const NAMESPACES_OF_EVERY_HUB: readonly string[] = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

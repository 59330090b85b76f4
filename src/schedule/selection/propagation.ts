import { listAt, stringAt } from '../../fleet/json.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP, type HubProfile } from '../../fleet/kinds.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { ResourceSelector } from '../../fleet/resource-selector.ts';

const GROUPS: ReadonlySet<string> = new Set([CLUSTER_GROUP, 'events.k8s.io', 'coordination.k8s.io', 'metrics.k8s.io']);
const ENVELOPES: ReadonlySet<string> = new Set(['ClusterResourceEnvelope', 'ResourceEnvelope']);
/** Kinds that v0.3 forgot to leave out; main does. */
const FORGOTTEN: ReadonlySet<string> = new Set(['StagedUpdateRun', 'StagedUpdateStrategy', 'ApprovalRequest']);
const NETWORKING: ReadonlySet<string> = new Set(['ServiceImport', 'TrafficManagerProfile', 'TrafficManagerBackend']);

/** Kinds that selection skips without a word, in selectors as in namespaces. Source: `pkg/utils/apiresources.go`, NewResourceConfig. */
export function isDisabledKind(group: string, kind: string, target: HubProfile): boolean {
  if (GROUPS.has(group)) return true;
  if (group === PLACEMENT_GROUP) return !ENVELOPES.has(kind) && (target === 'main' || !FORGOTTEN.has(kind));
  if (group === 'networking.fleet.azure.com') return NETWORKING.has(kind);
  return group === '' && (kind === 'Pod' || kind === 'Node');
}

/** Objects the cluster itself makes, which selection leaves out. Source: `resource_selector_resolver.go`, ShouldPropagateObj. */
export function isMadeByCluster(object: KubeObject, hasService: (name: string) => boolean): boolean {
  const { apiVersion, kind, metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return true;
  switch (`${apiVersion}/${kind}`) {
    case 'apps/v1/ReplicaSet':
    case 'apps/v1/ControllerRevision':
      return listAt(object, 'metadata', 'ownerReferences').length > 0;
    case 'v1/ConfigMap':
      return metadata.name === 'kube-root-ca.crt';
    case 'v1/ServiceAccount':
      return metadata.name === 'default';
    case 'v1/Secret':
      return stringAt(object, 'type') === 'kubernetes.io/service-account-token';
    case 'v1/Endpoints':
      return hasService(metadata.name);
    case 'discovery.k8s.io/v1/EndpointSlice':
      return stringAt(object, 'metadata', 'labels', 'endpointslice.kubernetes.io/managed-by') !== undefined;
    default:
      return false;
  }
}

/** Whether selection drops what a selector names, whatever the hub holds. */
export function isNeverPropagated({ group, version, kind, name }: ResourceSelector, target: HubProfile): boolean {
  const named = { apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata: { name } };
  return isDisabledKind(group, kind, target) || isMadeByCluster(named, () => false);
}

/** Namespaces that are never propagated with what they hold. Source: `pkg/utils/common.go`; a hub flag can add more. */
export function isReservedNamespace(name: string): boolean {
  return name === 'default' || name.startsWith('kube-') || name.startsWith('fleet-');
}

import { listAt, objectAt, stringAt } from '../../fleet/json.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../fleet/kinds.ts';
import { groupOf } from '../../fleet/object.ts';
import type { KubeObject } from '../../fleet/object.ts';
import { isPickedByLabels } from './labels.ts';

/** Looks a namespace up for its labels, in the deploy or on the hub. */
export type NamespaceLookup = (name: string) => KubeObject | undefined;

/**
 * How a placement relates to an object: it selects it, it picks it and KubeFleet leaves it out, it selects others of its kind, or it has nothing
 * to do with it.
 */
export type Selection = 'selected' | 'leftOut' | 'missed' | 'foreign';

/**
 * What the selectors of a placement say about an object (KubeFleet pkg/utils/controller/resource_selector_resolver.go).
 * `missed` only where a selector is for that very kind: a deploy may hold much that other placements, or none, are to place.
 */
export function selectionOf(placement: KubeObject, object: KubeObject, namespace: NamespaceLookup): Selection {
  const isLeftOut = !isPropagated(object);
  if (isLeftOut && !isIdleOnHub(object)) return 'foreign';
  const selectors = listAt(placement, 'spec', 'resourceSelectors');
  const answers =
    placement.kind === 'ResourcePlacement'
      ? selectors.map((selector) => inNamespaceOf(placement, selector, object))
      : selectors.map((selector) => inCluster(selectors, selector, object, namespace));
  if (answers.includes('selected')) return isLeftOut ? 'leftOut' : 'selected';
  return answers.includes('missed') ? 'missed' : 'foreign';
}

/**
 * A workload in a namespace that the placement selects, or lives in. It does nothing on a hub, so it was deployed to be placed,
 * even where no selector is for its kind (`NamespaceOnly`, a forgotten ResourcePlacement).
 */
export function isWorkloadInReach(placement: KubeObject, object: KubeObject, namespace: NamespaceLookup): boolean {
  const inNamespace = object.metadata.namespace;
  const group = groupOf(object.apiVersion);
  if (inNamespace === undefined || !isPropagated(object) || (group !== 'apps' && group !== 'batch')) return false;
  if (placement.kind === 'ResourcePlacement') return placement.metadata.namespace === inNamespace;
  const holder = holderOf(inNamespace, namespace);
  return listAt(placement, 'spec', 'resourceSelectors').some((selector) => isNamespaceSelector(selector) && isPicked(selector, holder));
}

/** Kinds and objects KubeFleet leaves out without a word (KubeFleet pkg/utils/controller/resource_selector_resolver.go). Its own kinds are placed only when they are envelopes. */
export function isPropagated(object: KubeObject): boolean {
  const group = groupOf(object.apiVersion);
  if (group === PLACEMENT_GROUP) return object.kind === 'ResourceEnvelope' || object.kind === 'ClusterResourceEnvelope';
  if (group === CLUSTER_GROUP || NEVER_PLACED_GROUPS.has(group)) return false;
  if (group === 'apps' && (object.kind === 'ReplicaSet' || object.kind === 'ControllerRevision')) return !hasOwner(object);
  if (group === 'discovery.k8s.io') return object.metadata.labels?.['endpointslice.kubernetes.io/managed-by'] === undefined;
  return group !== '' || isPropagatedCore(object);
}

/** Of what is left out, that which a deploy brings to have it placed: pods, and what they run with. No pod runs on a hub. */
function isIdleOnHub(object: KubeObject): boolean {
  const { apiVersion, kind, metadata } = object;
  return apiVersion === 'v1' && (kind === 'Pod' || (kind === 'ServiceAccount' && metadata.name === 'default') || isToken(object));
}

const NEVER_PLACED_GROUPS = new Set(['events.k8s.io', 'coordination.k8s.io', 'metrics.k8s.io']);
const NEVER_PLACED_CORE = new Set(['Pod', 'Node', 'Event', 'Endpoints']);

function isPropagatedCore(object: KubeObject): boolean {
  if (NEVER_PLACED_CORE.has(object.kind)) return false;
  if (object.kind === 'ConfigMap') return object.metadata.name !== 'kube-root-ca.crt';
  if (object.kind === 'ServiceAccount') return object.metadata.name !== 'default';
  return !isToken(object);
}

function isToken(object: KubeObject): boolean {
  return object.kind === 'Secret' && stringAt(object, 'type') === 'kubernetes.io/service-account-token';
}

function hasOwner(object: KubeObject): boolean {
  return listAt(object, 'metadata', 'ownerReferences').length > 0;
}

function inNamespaceOf(placement: KubeObject, selector: unknown, object: KubeObject): Selection {
  if (!isOfKind(selector, object) || object.metadata.namespace !== placement.metadata.namespace) return 'foreign';
  return isPicked(selector, object) ? 'selected' : 'missed';
}

function inCluster(selectors: readonly unknown[], selector: unknown, object: KubeObject, namespace: NamespaceLookup): Selection {
  const inNamespace = object.metadata.namespace;
  if (inNamespace === undefined) {
    if (!isOfKind(selector, object)) return 'foreign';
    return isPicked(selector, object) ? 'selected' : 'missed';
  }
  if (!isNamespaceSelector(selector)) return 'foreign';
  if (!isPicked(selector, holderOf(inNamespace, namespace))) return 'foreign';
  const scope = stringAt(selector, 'selectionScope') ?? 'NamespaceWithResources';
  if (scope === 'NamespaceWithResources') return 'selected';
  if (scope !== 'NamespaceWithResourceSelectors') return 'foreign';
  const ofKind = selectors.filter((other) => !isNamespaceSelector(other) && isOfKind(other, object));
  if (ofKind.length === 0) return 'foreign';
  return ofKind.some((other) => isPicked(other, object)) ? 'selected' : 'missed';
}

function holderOf(inNamespace: string, namespace: NamespaceLookup): KubeObject {
  return namespace(inNamespace) ?? { apiVersion: 'v1', kind: 'Namespace', metadata: { name: inNamespace } };
}

function isNamespaceSelector(selector: unknown): boolean {
  return (stringAt(selector, 'group') ?? '') === '' && stringAt(selector, 'kind')?.toLowerCase() === 'namespace';
}

function isOfKind(selector: unknown, object: KubeObject): boolean {
  return (
    (stringAt(selector, 'group') ?? '') === groupOf(object.apiVersion) &&
    stringAt(selector, 'kind')?.toLowerCase() === object.kind.toLowerCase()
  );
}

/** By name, by label, or all of the kind. */
function isPicked(selector: unknown, object: KubeObject): boolean {
  const name = stringAt(selector, 'name') ?? '';
  if (name !== '') return name === object.metadata.name;
  const labels = objectAt(selector, 'labelSelector');
  return labels === undefined || isPickedByLabels(labels, object.metadata.labels ?? {});
}

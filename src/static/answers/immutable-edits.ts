import { field } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { contradicts, differs } from '../../schedule/change/field-comparison.ts';
import { IMMUTABLE_RULES } from './immutable-rules.ts';

/**
 * JSON pointers of immutable fields that were edited. Every API server refuses that, also a member's. Only certain edits are returned: a
 * field that may have been filled in since is compared only if both sides set it. Kinds without an entry have no immutable fields, or none
 * that are known here. Source: `pkg/apis/<group>/validation` of Kubernetes 1.34.
 */
export function immutableEdits(before: KubeObject, after: KubeObject): readonly string[] {
  const key = `${groupOf(after.apiVersion)}/${after.kind}`;
  const fields = (FIELDS[key] ?? []).filter(({ path, isEdited }) => isEdited(field(before, ...path), field(after, ...path)));
  return [...fields.map(({ path }) => `/${path.join('/')}`), ...(IMMUTABLE_RULES[key]?.(before, after) ?? [])];
}

interface ImmutableField {
  readonly path: readonly string[];
  readonly isEdited: (before: unknown, after: unknown) => boolean;
}

/** A field that only the author sets: adding and removing it is an edit too. */
function whole(path: string): ImmutableField {
  return { path: path.split('.'), isEdited: differs };
}

/** A field that the API server or a controller may set or extend. */
function stated(path: string): ImmutableField {
  return { path: path.split('.'), isEdited: contradicts };
}

/** A field to which the API server adds values. If it was removed, a controller may have set it before. */
function authored(path: string): ImmutableField {
  const isEdited = (before: unknown, after: unknown): boolean =>
    contradicts(before, after) || ((before ?? undefined) === undefined && (after ?? undefined) !== undefined);
  return { path: path.split('.'), isEdited };
}

/** An API server does not store sources of other kinds. */
function claimSource(path: string): ImmutableField {
  const isKept = (source: unknown): boolean => ['PersistentVolumeClaim', 'VolumeSnapshot'].includes(String(field(source, 'kind')));
  return { path: path.split('.'), isEdited: (before, after) => isKept(before) && isKept(after) && contradicts(before, after) };
}

/** A list of the author, in whose entries the API server fills in fields. */
function list(path: string): ImmutableField {
  return { path: path.split('.'), isEdited: (before, after) => contradicts(before ?? [], after ?? []) };
}

/** The devices of a claim. Versions of the API have other fields in a request. */
function deviceClaim(path: string): readonly ImmutableField[] {
  return ['requests', 'constraints', 'config'].map((name) => list(`${path}.${name}`));
}

function defaulted(path: string, value: unknown): ImmutableField {
  return { path: path.split('.'), isEdited: (before, after) => (before ?? value) !== (after ?? value) };
}

const FIELDS: Readonly<Record<string, readonly ImmutableField[]>> = {
  '/PersistentVolumeClaim': [
    stated('spec.accessModes'),
    stated('spec.storageClassName'),
    defaulted('spec.volumeMode', 'Filesystem'),
    whole('spec.selector'),
    claimSource('spec.dataSource'),
    stated('spec.dataSourceRef'),
    stated('spec.volumeName'),
  ],
  '/Secret': [defaulted('type', 'Opaque')],
  'apiextensions.k8s.io/CustomResourceDefinition': [
    whole('spec.group'),
    whole('spec.scope'),
    whole('spec.names.plural'),
    whole('spec.names.kind'),
  ],
  'apps/ControllerRevision': [whole('data')],
  'apps/DaemonSet': [whole('spec.selector')],
  'apps/Deployment': [whole('spec.selector')],
  'apps/ReplicaSet': [whole('spec.selector')],
  'apps/StatefulSet': [
    whole('spec.selector'),
    whole('spec.serviceName'),
    defaulted('spec.podManagementPolicy', 'OrderedReady'),
    list('spec.volumeClaimTemplates'),
  ],
  'batch/Job': [
    defaulted('spec.completionMode', 'NonIndexed'),
    authored('spec.podFailurePolicy'),
    authored('spec.successPolicy'),
    authored('spec.backoffLimitPerIndex'),
    authored('spec.managedBy'),
  ],
  'certificates.k8s.io/ClusterTrustBundle': [whole('spec.signerName')],
  'discovery.k8s.io/EndpointSlice': [whole('addressType')],
  'networking.k8s.io/IngressClass': [whole('spec.controller')],
  'node.k8s.io/RuntimeClass': [whole('handler')],
  'rbac.authorization.k8s.io/ClusterRoleBinding': [stated('roleRef')],
  'rbac.authorization.k8s.io/RoleBinding': [stated('roleRef')],
  'resource.k8s.io/ResourceClaim': deviceClaim('spec.devices'),
  'resource.k8s.io/ResourceClaimTemplate': [stated('spec.metadata'), ...deviceClaim('spec.spec.devices')],
  'scheduling.k8s.io/PriorityClass': [defaulted('value', 0), defaulted('preemptionPolicy', 'PreemptLowerPriority')],
  'storage.k8s.io/CSIDriver': [defaulted('spec.attachRequired', true)],
  'storage.k8s.io/StorageClass': [
    whole('provisioner'),
    whole('parameters'),
    defaulted('reclaimPolicy', 'Delete'),
    defaulted('volumeBindingMode', 'Immediate'),
  ],
  'storage.k8s.io/VolumeAttributesClass': [whole('driverName'), whole('parameters')],
};

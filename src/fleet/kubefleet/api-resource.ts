import type { V1CustomResourceDefinition } from '@kubernetes/client-node';
import { field, listAt, stringAt } from '../json/json.ts';
import { FLEET_KINDS } from './kinds.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import type { Unchecked } from '../json/unchecked.ts';

/** A kind as an API server lists it. */
export interface ApiResource {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The version that discovery prefers. KubeFleet's informers know only this one. */
  readonly preferred: string;
  /** All served versions, if they are known. */
  readonly versions?: readonly string[];
  /** `false` for a kind that cannot be listed and watched; absent if the hub was not read. */
  readonly watchable?: boolean;
}

/** The kinds of one hub, as its discovery lists them. */
export interface DiscoveredApis {
  readonly resources: readonly ApiResource[];
  /** Groups whose kinds the hub could not list, for example because an aggregated API server is down. */
  readonly unread: readonly string[];
}

/**
 * `resource`: the kind that `kind` names. `registered`: spelled and versioned as the informers know it. If it is not registered, KubeFleet
 * treats it as namespaced.
 */
export interface ResolvedKind {
  readonly resource: ApiResource;
  readonly registered: boolean;
}

export interface ApiResources {
  readonly all: readonly ApiResource[];
  /** A kind by its exact name. */
  find(group: string, kind: string): ApiResource | undefined;
  /**
   * Finds the kind that a resource selector names. The lookup ignores case, accepts the name of the kind's list too, and needs no version.
   * `undefined` for kinds that are neither built in nor defined among the objects, and for versions that are not the preferred one.
   */
  resolve(group: string, version: string, kind: string): ResolvedKind | undefined;
  /** Whether the hub's discovery was read and has no such kind. False if it was not read. */
  isAbsent(group: string, kind: string): boolean;
}

/**
 * The kinds of a hub: those that its discovery lists, or else those of every Kubernetes 1.34 API server and of KubeFleet. Kinds that
 * CustomResourceDefinitions among the objects define are added.
 */
export function apiResources(objects: Iterable<KubeObject>, discovered?: DiscoveredApis): ApiResources {
  const defined: ApiResource[] = [];
  for (const object of objects) {
    const resource =
      object.kind === 'CustomResourceDefinition' ? definedBy(object as KubeObject & Unchecked<V1CustomResourceDefinition>) : undefined;
    if (resource !== undefined) defined.push(resource);
  }
  const listed = discovered === undefined ? BUILT_IN : kindsOf(discovered);
  const known = defined.length === 0 ? listed : new Map(listed);
  for (const resource of defined) register(known, resource);
  let all: readonly ApiResource[] | undefined;
  return {
    get all() {
      return (all ??= [...new Set(known.values())]);
    },
    find(group, kind) {
      const resource = known.get(key(group, kind));
      return resource?.kind === kind ? resource : undefined;
    },
    resolve(group, version, kind) {
      const resource = known.get(key(group, kind)) ?? listedIn(known, group, kind);
      if (resource === undefined || (version !== '' && version !== resource.preferred)) return undefined;
      return { resource, registered: resource.kind === kind && version === resource.preferred };
    },
    isAbsent: (group, kind) => discovered !== undefined && !discovered.unread.includes(group) && !known.has(key(group, kind)),
  };
}

function kindsOf({ resources, unread }: DiscoveredApis): Map<string, ApiResource> {
  const known = new Map([...BUILT_IN].filter(([, { group }]) => unread.includes(group)));
  for (const resource of resources) register(known, resource);
  return known;
}

function listedIn(known: ReadonlyMap<string, ApiResource>, group: string, kind: string): ApiResource | undefined {
  const resource = kind.endsWith('List') ? known.get(key(group, kind.slice(0, -'List'.length))) : undefined;
  return resource !== undefined && `${resource.kind}List` === kind ? resource : undefined;
}

function key(group: string, kind: string): string {
  return `${group}/${kind}`;
}

/** Discovery's mapper knows each kind by its name, its lower-case name and the name of its list. */
function register(known: Map<string, ApiResource>, resource: ApiResource): void {
  known.set(key(resource.group, resource.kind), resource);
  known.set(key(resource.group, resource.kind.toLowerCase()), resource);
}

function definedBy(crd: KubeObject & Unchecked<V1CustomResourceDefinition>): ApiResource | undefined {
  const group = stringAt(crd, 'spec', 'group');
  const kind = stringAt(crd, 'spec', 'names', 'kind');
  const plural = stringAt(crd, 'spec', 'names', 'plural');
  const scope = stringAt(crd, 'spec', 'scope');
  const served = servedVersions(crd);
  const [preferred] = served.toSorted(byVersionPriority);
  if (group === undefined || kind === undefined || plural === undefined || preferred === undefined) return undefined;
  if (scope !== 'Namespaced' && scope !== 'Cluster') return undefined;
  return { group, kind, plural, namespaced: scope === 'Namespaced', preferred, versions: served };
}

/** The versions that a CustomResourceDefinition serves. */
export function servedVersions(crd: KubeObject): readonly string[] {
  return listAt(crd, 'spec', 'versions').flatMap((entry) => {
    const name = stringAt(entry, 'name');
    return name === undefined || field(entry, 'served') === false ? [] : [name];
  });
}

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** Kubernetes' version priority: v2, v1, v1beta2, v1beta1, v1alpha1, then all others by name. */
function byVersionPriority(a: string, b: string): number {
  const [rankA, rankB] = [rank(a), rank(b)];
  const differing = rankA.findIndex((part, index) => part !== rankB[index]);
  return differing === -1 ? (a < b ? -1 : 1) : (rankB[differing] ?? 0) - (rankA[differing] ?? 0);
}

function rank(version: string): readonly number[] {
  const match = VERSION.exec(version);
  if (match === null) return [0, 0, 0];
  const [, major = '0', stage, minor = '0'] = match;
  return [{ alpha: 1, beta: 2 }[stage ?? ''] ?? 3, Number(major), Number(minor)];
}

/** `group/version: plural Kind …`; source: `kubectl api-resources` of Kubernetes 1.34. */
const NAMESPACED: Readonly<Record<string, string>> = {
  '/v1':
    'configmaps ConfigMap endpoints Endpoints events Event limitranges LimitRange persistentvolumeclaims PersistentVolumeClaim pods Pod podtemplates PodTemplate replicationcontrollers ReplicationController resourcequotas ResourceQuota secrets Secret services Service serviceaccounts ServiceAccount',
  'apps/v1':
    'controllerrevisions ControllerRevision daemonsets DaemonSet deployments Deployment replicasets ReplicaSet statefulsets StatefulSet',
  'autoscaling/v2': 'horizontalpodautoscalers HorizontalPodAutoscaler',
  'batch/v1': 'cronjobs CronJob jobs Job',
  'coordination.k8s.io/v1': 'leases Lease',
  'discovery.k8s.io/v1': 'endpointslices EndpointSlice',
  'events.k8s.io/v1': 'events Event',
  'networking.k8s.io/v1': 'ingresses Ingress networkpolicies NetworkPolicy',
  'policy/v1': 'poddisruptionbudgets PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1': 'roles Role rolebindings RoleBinding',
  'storage.k8s.io/v1': 'csistoragecapacities CSIStorageCapacity',
};
const CLUSTER: Readonly<Record<string, string>> = {
  '/v1': 'namespaces Namespace nodes Node persistentvolumes PersistentVolume',
  'admissionregistration.k8s.io/v1':
    'mutatingwebhookconfigurations MutatingWebhookConfiguration validatingadmissionpolicies ValidatingAdmissionPolicy validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding validatingwebhookconfigurations ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/v1': 'customresourcedefinitions CustomResourceDefinition',
  'apiregistration.k8s.io/v1': 'apiservices APIService',
  'certificates.k8s.io/v1': 'certificatesigningrequests CertificateSigningRequest',
  'flowcontrol.apiserver.k8s.io/v1': 'flowschemas FlowSchema prioritylevelconfigurations PriorityLevelConfiguration',
  'networking.k8s.io/v1': 'ingressclasses IngressClass',
  'node.k8s.io/v1': 'runtimeclasses RuntimeClass',
  'rbac.authorization.k8s.io/v1': 'clusterroles ClusterRole clusterrolebindings ClusterRoleBinding',
  'scheduling.k8s.io/v1': 'priorityclasses PriorityClass',
  'storage.k8s.io/v1': 'csidrivers CSIDriver csinodes CSINode storageclasses StorageClass volumeattachments VolumeAttachment',
};

/** The core group has only ever had this version. */
const CORE_VERSIONS = { versions: ['v1'] } as const;

const BUILT_IN = builtIn();

/** The kinds of a hub about which nothing else is known. */
export const BUILT_IN_APIS: ApiResources = apiResources([]);

function builtIn(): Map<string, ApiResource> {
  const known = new Map<string, ApiResource>();
  for (const [table, namespaced] of [
    [NAMESPACED, true],
    [CLUSTER, false],
  ] as const) {
    for (const [groupVersion, kinds] of Object.entries(table)) {
      const [group = '', preferred = ''] = groupVersion.split('/');
      const words = kinds.split(' ');
      for (let at = 0; at < words.length; at += 2) {
        const [plural = '', kind = ''] = [words[at], words[at + 1]];
        register(known, { group, kind, plural, namespaced, preferred, ...(group === '' ? CORE_VERSIONS : {}) });
      }
    }
  }
  for (const { group, kind, plural, namespaced, versions } of FLEET_KINDS) {
    register(known, { group, kind, plural, namespaced, preferred: versions[0] ?? '', versions });
  }
  return known;
}

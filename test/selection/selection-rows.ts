/** The selection of a placement, known from recordings of real hubs, otherwise from the function of KubeFleet that decides it. */
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { clusterPlacement, definition, FLEET, object, resourcePlacement } from './objects.ts';

/**
 * `invalid`: the hub reports InvalidResourceSelectors. `stuck`: it reports nothing and tries again. Either way nothing is selected.
 * `unknown`: manifests alone do not tell; on a hub that has the object, `onHub` is the answer.
 */
type Settled = 'selected' | 'not' | 'invalid' | 'stuck' | 'unknown';

export interface SelectionRow {
  readonly what: string;
  readonly source: string;
  readonly placement: KubeObject;
  /** What the hub holds; the first is the one asked for. */
  readonly objects: readonly [KubeObject, ...(readonly KubeObject[])];
  readonly answer: Settled | Readonly<Record<'v0.3' | 'main', Settled>>;
  readonly onHub?: 'selected';
}

export function answerFor({ answer }: SelectionRow, hub: Extract<HubProfile, 'v0.3' | 'main'>): Settled {
  return typeof answer === 'string' ? answer : answer[hub];
}

const RESOLVER = 'resource_selector_resolver.go';
const KINDS = 'apiresources.go, NewResourceConfig';
const PROPAGATE = `${RESOLVER}, ShouldPropagateObj`;
const INFORMERS = `${RESOLVER}, fetchResources; informermanager.go, IsClusterScopedResources`;

const SHOP = object('v1', 'Namespace', 'shop', { labels: { team: 'shop' } });
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const OPENED = { ...NAMESPACE, selectionScope: 'NamespaceWithResourceSelectors' };
const WHOLE = clusterPlacement([NAMESPACE]);
const WEB = object('apps/v1', 'Deployment', 'shop/web', { labels: { app: 'web' } });
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' };
const READER = object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader', { labels: { tier: 'ops' } });
const CLUSTER_ROLE = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' };
const SCALER = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'shop/web');
const OWNER = { metadata: { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: '1' }] } };
const DELETING = { metadata: { deletionTimestamp: '2026-01-01T12:00:00Z', finalizers: ['example.com/wait'] } };
const BY_NAME_LABEL = { ...NAMESPACE, name: undefined, labelSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } };
const BY_TEAM = { ...BY_NAME_LABEL, labelSelector: { matchLabels: { team: 'shop' } } };

export const SELECTION_ROWS: readonly SelectionRow[] = [
  // Namespaces and what is in them.
  row('the Namespace a selector names', 'recordings, first-rollout-green', WHOLE, [SHOP], 'selected'),
  row('what is in it', 'recordings, first-rollout-green', WHOLE, [WEB, SHOP], 'selected'),
  row(
    'what is in another namespace',
    `${RESOLVER}, fetchAllResourcesInOneNamespace`,
    WHOLE,
    [object('apps/v1', 'Deployment', 'other/web'), SHOP],
    'not',
  ),
  row('another Namespace', `${RESOLVER}, fetchAllResourcesInOneNamespace`, WHOLE, [object('v1', 'Namespace', 'other'), SHOP], 'not'),
  row(
    'what is in it, whatever the policy',
    'placement/controller.go: selection comes before scheduling',
    clusterPlacement([NAMESPACE], { policy: { placementType: 'PickFixed', clusterNames: ['east'] } }),
    [WEB, SHOP],
    'selected',
  ),
  row('a Namespace picked by a label', 'recordings, crp-status-scope-label-selector', clusterPlacement([BY_TEAM]), [SHOP], 'selected'),
  row(
    'what is in a Namespace picked by a label',
    'recordings, crp-status-scope-label-selector',
    clusterPlacement([BY_TEAM]),
    [WEB, SHOP],
    'selected',
  ),
  row(
    'what is in a Namespace without the label',
    `${RESOLVER}, fetchNamespaceResources`,
    clusterPlacement([BY_TEAM]),
    [WEB, object('v1', 'Namespace', 'shop')],
    'not',
  ),
  row(
    'a Namespace picked by the label every namespace has',
    'Kubernetes sets kubernetes.io/metadata.name',
    clusterPlacement([BY_NAME_LABEL]),
    [object('v1', 'Namespace', 'shop')],
    'selected',
  ),
  row(
    'what is in a Namespace picked by that label',
    'Kubernetes sets kubernetes.io/metadata.name',
    clusterPlacement([BY_NAME_LABEL]),
    [WEB, object('v1', 'Namespace', 'shop')],
    'selected',
  ),
  row(
    'what is in a namespace picked by that label, without the Namespace',
    'Kubernetes sets kubernetes.io/metadata.name',
    clusterPlacement([BY_NAME_LABEL]),
    [WEB],
    'selected',
  ),
  row(
    'what is in a namespace picked by a label, without the Namespace',
    'its labels are not known',
    clusterPlacement([BY_TEAM]),
    [WEB],
    'unknown',
  ),
  row(
    'the Namespace alone',
    'recordings, rp-green',
    clusterPlacement([{ ...NAMESPACE, selectionScope: 'NamespaceOnly' }]),
    [SHOP, WEB],
    'selected',
  ),
  row(
    'what is in a Namespace taken alone',
    'recordings, rp-green',
    clusterPlacement([{ ...NAMESPACE, selectionScope: 'NamespaceOnly' }]),
    [WEB, SHOP],
    'not',
  ),
  row(
    'a Namespace that is being deleted',
    `${RESOLVER}, fetchAllResourcesInOneNamespace`,
    WHOLE,
    [object('v1', 'Namespace', 'shop', DELETING)],
    'not',
  ),
  row(
    'what is in a Namespace that is being deleted',
    `${RESOLVER}, fetchAllResourcesInOneNamespace`,
    WHOLE,
    [WEB, object('v1', 'Namespace', 'shop', DELETING)],
    'not',
  ),
  row(
    'a reserved namespace with what is in it',
    'recordings, reserved-namespace',
    clusterPlacement([{ ...NAMESPACE, name: 'kube-tools' }]),
    [object('v1', 'Namespace', 'kube-tools')],
    'invalid',
  ),
  row(
    'what is in a reserved namespace',
    'recordings, reserved-namespace',
    clusterPlacement([{ ...NAMESPACE, name: 'default' }]),
    [object('apps/v1', 'Deployment', 'default/web'), object('v1', 'Namespace', 'default')],
    'invalid',
  ),
  row(
    'a reserved namespace alone',
    `${RESOLVER}, gatherSelectedResource`,
    clusterPlacement([{ ...NAMESPACE, name: 'kube-tools', selectionScope: 'NamespaceOnly' }]),
    [object('v1', 'Namespace', 'kube-tools')],
    'selected',
  ),
  row(
    'what a ResourcePlacement takes of the namespace default',
    `${RESOLVER}, fetchResources`,
    { ...resourcePlacement([DEPLOYMENT]), metadata: { name: 'web', namespace: 'default' } },
    [object('apps/v1', 'Deployment', 'default/web')],
    'selected',
  ),
  row(
    'a namespace among all',
    `${RESOLVER}, fetchNamespaceResources: kube-system is one of them`,
    clusterPlacement([{ ...NAMESPACE, name: undefined }]),
    [SHOP],
    'invalid',
  ),
  row(
    'a reserved namespace that carries the label',
    `${RESOLVER}, fetchNamespaceResources`,
    clusterPlacement([BY_TEAM]),
    [SHOP, object('v1', 'Namespace', 'fleet-tools', { labels: { team: 'shop' } })],
    'invalid',
  ),

  // How a selector names its kind.
  row('kind `namespace`', INFORMERS, clusterPlacement([{ ...NAMESPACE, kind: 'namespace' }]), [SHOP], 'invalid'),
  row(
    'what is in the namespace of kind `namespace`',
    INFORMERS,
    clusterPlacement([{ ...NAMESPACE, kind: 'namespace' }]),
    [WEB, SHOP],
    'invalid',
  ),
  row('a Namespace in an empty version', INFORMERS, clusterPlacement([{ ...NAMESPACE, version: '' }]), [SHOP], 'invalid'),
  row(
    'a Namespace in a version nobody serves',
    `${RESOLVER}, fetchResources: no matches for kind`,
    clusterPlacement([{ ...NAMESPACE, version: 'v2' }]),
    [SHOP],
    'invalid',
  ),
  row('kind `NamespaceList`', INFORMERS, clusterPlacement([{ ...NAMESPACE, kind: 'NamespaceList' }]), [SHOP], 'invalid'),
  row(
    'kind `namespace` beside one that is right',
    INFORMERS,
    clusterPlacement([NAMESPACE, { ...CLUSTER_ROLE, kind: 'clusterrole' }]),
    [WEB, SHOP, READER],
    'invalid',
  ),
  row('kind `deployment` in a ResourcePlacement', INFORMERS, resourcePlacement([{ ...DEPLOYMENT, kind: 'deployment' }]), [WEB], 'selected'),
  row('an empty version in a ResourcePlacement', INFORMERS, resourcePlacement([{ ...DEPLOYMENT, version: '' }]), [WEB], 'selected'),
  row(
    'a version nobody may serve in a ResourcePlacement',
    'the versions a hub serves are not known',
    resourcePlacement([{ ...DEPLOYMENT, version: 'v1beta1' }]),
    [WEB],
    'unknown',
  ),
  row(
    'a version that is served and not preferred',
    'the versions a hub serves are not known',
    resourcePlacement([{ group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler', name: 'web' }]),
    [SCALER],
    'unknown',
  ),
  row(
    'kind `DeploymentList` in a ResourcePlacement',
    `${RESOLVER}, fetchResources: no list has that name`,
    resourcePlacement([{ ...DEPLOYMENT, kind: 'DeploymentList' }]),
    [WEB],
    'stuck',
  ),
  row(
    'kind `clusterrole` in a ResourcePlacement',
    `${RESOLVER}, fetchResources: looked for in the namespace`,
    resourcePlacement([{ ...CLUSTER_ROLE, kind: 'clusterrole' }]),
    [READER],
    'not',
  ),
  row(
    'a kind that only its definition tells',
    `${RESOLVER}, fetchResources`,
    resourcePlacement([{ group: 'example.com', version: 'v1', kind: 'Widget', name: 'blue' }]),
    [object('example.com/v1', 'Widget', 'shop/blue'), definition('example.com', 'Widget')],
    'selected',
  ),
  row(
    'a kind that nothing tells, in a namespace',
    'the scope of the kind is not known',
    WHOLE,
    [object('example.com/v1', 'Widget', 'shop/blue'), SHOP],
    'unknown',
    'selected',
  ),
  row(
    'a kind that its definition tells, in a namespace',
    `${RESOLVER}, fetchAllResourcesInOneNamespace`,
    WHOLE,
    [object('example.com/v1', 'Widget', 'shop/blue'), SHOP, definition('example.com', 'Widget')],
    'selected',
  ),

  // Kinds of one scope.
  row(
    'a ClusterRole by name',
    `${RESOLVER}, fetchResources`,
    clusterPlacement([{ ...CLUSTER_ROLE, name: 'reader' }]),
    [READER],
    'selected',
  ),
  row(
    'a ClusterRole by label',
    `${RESOLVER}, fetchResources`,
    clusterPlacement([{ ...CLUSTER_ROLE, labelSelector: { matchLabels: { tier: 'ops' } } }]),
    [READER],
    'selected',
  ),
  row(
    'a ClusterRole without the label',
    `${RESOLVER}, fetchResources`,
    clusterPlacement([{ ...CLUSTER_ROLE, labelSelector: { matchLabels: { tier: 'dev' } } }]),
    [READER],
    'not',
  ),
  row('all ClusterRoles', `${RESOLVER}, fetchResources`, clusterPlacement([CLUSTER_ROLE]), [READER], 'selected'),
  row(
    'a ClusterRole by an empty label selector',
    `${RESOLVER}, fetchResources`,
    clusterPlacement([{ ...CLUSTER_ROLE, labelSelector: {} }]),
    [READER],
    'selected',
  ),
  row(
    'a ClusterRole that is being deleted',
    PROPAGATE,
    clusterPlacement([CLUSTER_ROLE]),
    [object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader', DELETING)],
    'not',
  ),
  row(
    'a ClusterRole whose deletionTimestamp is null',
    'a null is no value',
    clusterPlacement([CLUSTER_ROLE]),
    [object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader', { metadata: { deletionTimestamp: null } })],
    'selected',
  ),
  row(
    'a ClusterRole that two selectors pick',
    `${RESOLVER}, gatherSelectedResource: found duplicate resource`,
    clusterPlacement([CLUSTER_ROLE, { ...CLUSTER_ROLE, name: 'reader' }]),
    [READER],
    'invalid',
  ),
  row('a Deployment in a ClusterResourcePlacement', INFORMERS, clusterPlacement([DEPLOYMENT]), [WEB, SHOP], 'invalid'),
  row('a Deployment in a ResourcePlacement', 'recordings, rp-green', resourcePlacement([DEPLOYMENT]), [WEB], 'selected'),
  row(
    'a Deployment of another namespace',
    `${RESOLVER}, fetchResources`,
    resourcePlacement([DEPLOYMENT]),
    [object('apps/v1', 'Deployment', 'other/web')],
    'not',
  ),
  row(
    'a Deployment that no selector names',
    `${RESOLVER}, fetchResources`,
    resourcePlacement([DEPLOYMENT]),
    [object('apps/v1', 'Deployment', 'shop/api')],
    'not',
  ),
  row(
    'a Deployment that two selectors pick',
    'recordings, rp-selects-twice',
    resourcePlacement([DEPLOYMENT, { ...DEPLOYMENT, name: undefined, labelSelector: { matchLabels: { app: 'web' } } }]),
    [WEB],
    'invalid',
  ),
  row(
    'a ClusterRole in a ResourcePlacement',
    'recordings, rp-selects-cluster-kind',
    resourcePlacement([{ ...CLUSTER_ROLE, name: 'reader' }]),
    [READER],
    'invalid',
  ),
  row(
    'a Deployment beside a ClusterRole in a ResourcePlacement',
    'recordings, rp-selects-cluster-kind',
    resourcePlacement([DEPLOYMENT, { ...CLUSTER_ROLE, name: 'reader' }]),
    [WEB, READER],
    'invalid',
  ),
  row('a Namespace in a ResourcePlacement', `${RESOLVER}, gatherSelectedResource`, resourcePlacement([NAMESPACE]), [SHOP], 'invalid'),
  row(
    'labels that are no label selector',
    `${RESOLVER}, fetchResources: cannot convert the label selector`,
    resourcePlacement([
      { ...DEPLOYMENT, name: undefined, labelSelector: { matchExpressions: [{ key: 'app', operator: 'Gt', values: ['1'] }] } },
    ]),
    [WEB],
    'stuck',
  ),
  row(
    'a Namespace by labels that are no label selector',
    `${RESOLVER}, fetchNamespaceResources`,
    clusterPlacement([{ ...BY_TEAM, labelSelector: { matchExpressions: [{ key: 'team', operator: 'Has' }] } }]),
    [SHOP],
    'stuck',
  ),

  // An opened namespace.
  row(
    'the Namespace that is opened for the others',
    `${RESOLVER}, gatherSelectedResource`,
    clusterPlacement([OPENED, DEPLOYMENT]),
    [SHOP, WEB],
    'selected',
  ),
  row(
    'what a selector takes of it',
    `${RESOLVER}, gatherSelectedResource`,
    clusterPlacement([OPENED, DEPLOYMENT]),
    [WEB, SHOP],
    'selected',
  ),
  row(
    'what no selector takes of it',
    `${RESOLVER}, gatherSelectedResource`,
    clusterPlacement([OPENED, DEPLOYMENT]),
    [object('v1', 'ConfigMap', 'shop/settings'), SHOP],
    'not',
  ),
  row(
    'a cluster-scoped object beside it',
    `${RESOLVER}, gatherSelectedResource`,
    clusterPlacement([OPENED, CLUSTER_ROLE]),
    [READER, SHOP],
    'selected',
  ),
  row(
    'what a selector takes of a reserved one',
    `${RESOLVER}, fetchSelectedNamespace`,
    clusterPlacement([{ ...OPENED, name: 'default' }, DEPLOYMENT]),
    [object('apps/v1', 'Deployment', 'default/web'), object('v1', 'Namespace', 'default')],
    'invalid',
  ),
  row(
    'what a selector takes of one that is being deleted',
    `${RESOLVER}, fetchSelectedNamespace`,
    clusterPlacement([OPENED, DEPLOYMENT]),
    [WEB, object('v1', 'Namespace', 'shop', DELETING)],
    'invalid',
  ),

  // What is left out.
  row('a Pod in a namespace', KINDS, WHOLE, [object('v1', 'Pod', 'shop/web'), SHOP], 'not'),
  row(
    'a Pod in a ResourcePlacement',
    KINDS,
    resourcePlacement([{ group: '', version: 'v1', kind: 'Pod', name: 'web' }]),
    [object('v1', 'Pod', 'shop/web')],
    'not',
  ),
  row(
    'kind `pod` in a ResourcePlacement',
    'apiresources.go, isResourceConfigured: by exact kind',
    resourcePlacement([{ group: '', version: 'v1', kind: 'pod', name: 'web' }]),
    [object('v1', 'Pod', 'shop/web')],
    'selected',
  ),
  row(
    'an Event in a namespace',
    'apiresources.go, ShouldProcessResource: events of all groups',
    WHOLE,
    [object('v1', 'Event', 'shop/web.1'), SHOP],
    'not',
  ),
  row('an Event of its own group in a namespace', KINDS, WHOLE, [object('events.k8s.io/v1', 'Event', 'shop/web.2'), SHOP], 'not'),
  row(
    'an Event in a ResourcePlacement',
    'apiresources.go, IsResourceDisabled',
    resourcePlacement([{ group: '', version: 'v1', kind: 'Event', name: 'web.1' }]),
    [object('v1', 'Event', 'shop/web.1')],
    'selected',
  ),
  row('a Lease in a namespace', KINDS, WHOLE, [object('coordination.k8s.io/v1', 'Lease', 'shop/web'), SHOP], 'not'),
  row(
    'a ServiceImport in a namespace',
    KINDS,
    WHOLE,
    [object('networking.fleet.azure.com/v1', 'ServiceImport', 'shop/web'), SHOP, definition('networking.fleet.azure.com', 'ServiceImport')],
    'not',
  ),
  row(
    'a ServiceExport in a namespace',
    KINDS,
    WHOLE,
    [object('networking.fleet.azure.com/v1', 'ServiceExport', 'shop/web'), SHOP, definition('networking.fleet.azure.com', 'ServiceExport')],
    'selected',
  ),
  row('a ReplicaSet of a Deployment', PROPAGATE, WHOLE, [object('apps/v1', 'ReplicaSet', 'shop/web-1', OWNER), SHOP], 'not'),
  row('a ReplicaSet of nobody', PROPAGATE, WHOLE, [object('apps/v1', 'ReplicaSet', 'shop/web-1'), SHOP], 'selected'),
  row(
    'a ControllerRevision of a StatefulSet',
    PROPAGATE,
    WHOLE,
    [object('apps/v1', 'ControllerRevision', 'shop/db-1', OWNER), SHOP],
    'not',
  ),
  row('a Job of a CronJob', PROPAGATE, WHOLE, [object('batch/v1', 'Job', 'shop/nightly-1', OWNER), SHOP], 'selected'),
  row(
    'Endpoints of a Service',
    PROPAGATE,
    WHOLE,
    [object('v1', 'Endpoints', 'shop/web'), object('v1', 'Service', 'shop/web'), SHOP],
    'not',
  ),
  row(
    'Endpoints without a Service',
    PROPAGATE,
    WHOLE,
    [object('v1', 'Endpoints', 'shop/legacy'), object('v1', 'Service', 'shop/web'), SHOP],
    'selected',
  ),
  row(
    'an EndpointSlice of a Service',
    PROPAGATE,
    WHOLE,
    [
      object('discovery.k8s.io/v1', 'EndpointSlice', 'shop/web-1', {
        labels: { 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' },
      }),
      SHOP,
    ],
    'not',
  ),
  row('an EndpointSlice of nobody', PROPAGATE, WHOLE, [object('discovery.k8s.io/v1', 'EndpointSlice', 'shop/legacy'), SHOP], 'selected'),
  row('the CA bundle every namespace has', PROPAGATE, WHOLE, [object('v1', 'ConfigMap', 'shop/kube-root-ca.crt'), SHOP], 'not'),
  row(
    'that CA bundle by name',
    PROPAGATE,
    resourcePlacement([{ group: '', version: 'v1', kind: 'ConfigMap', name: 'kube-root-ca.crt' }]),
    [object('v1', 'ConfigMap', 'shop/kube-root-ca.crt')],
    'not',
  ),
  row('any other ConfigMap', 'recordings, first-rollout-green', WHOLE, [object('v1', 'ConfigMap', 'shop/settings'), SHOP], 'selected'),
  row('the ServiceAccount every namespace has', PROPAGATE, WHOLE, [object('v1', 'ServiceAccount', 'shop/default'), SHOP], 'not'),
  row('any other ServiceAccount', PROPAGATE, WHOLE, [object('v1', 'ServiceAccount', 'shop/web'), SHOP], 'selected'),
  row(
    'the token of a ServiceAccount',
    PROPAGATE,
    WHOLE,
    [object('v1', 'Secret', 'shop/token', { type: 'kubernetes.io/service-account-token' }), SHOP],
    'not',
  ),
  row('any other Secret', PROPAGATE, WHOLE, [object('v1', 'Secret', 'shop/password', { type: 'Opaque' }), SHOP], 'selected'),
  row(
    'a PersistentVolumeClaim',
    `${PROPAGATE}: left out only by --enable-workload`,
    WHOLE,
    [object('v1', 'PersistentVolumeClaim', 'shop/data'), SHOP],
    'selected',
  ),
  row('an object that is being deleted', PROPAGATE, WHOLE, [object('v1', 'ConfigMap', 'shop/settings', DELETING), SHOP], 'not'),

  // KubeFleet's own.
  row(
    'a ResourceOverride in a namespace',
    'recordings, fresh-override-added',
    WHOLE,
    [object(FLEET, 'ResourceOverride', 'shop/web'), SHOP],
    'not',
  ),
  row(
    'a ResourceEnvelope in a namespace',
    'recordings, envelope-cluster-scoped-in-resource-envelope',
    WHOLE,
    [object(FLEET, 'ResourceEnvelope', 'shop/web', { data: {} }), SHOP],
    'selected',
  ),
  row(
    'a ClusterResourceEnvelope by name',
    `${RESOLVER}, fetchResources`,
    clusterPlacement([{ group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ClusterResourceEnvelope', name: 'crds' }]),
    [object(FLEET, 'ClusterResourceEnvelope', 'crds', { data: {} })],
    'selected',
  ),
  row(
    'a ClusterResourceEnvelope in a version nobody serves',
    `${RESOLVER}, fetchResources: no matches for kind`,
    clusterPlacement([{ group: 'placement.kubernetes-fleet.io', version: 'v1', kind: 'ClusterResourceEnvelope', name: 'crds' }]),
    [object(FLEET, 'ClusterResourceEnvelope', 'crds', { data: {} })],
    'invalid',
  ),
  row(
    'a StagedUpdateRun in a namespace',
    'apiresources.go of v0.3.1 and of main',
    WHOLE,
    [object('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'shop/go'), SHOP],
    { 'v0.3': 'selected', main: 'not' },
  ),
  row(
    'an ApprovalRequest in a namespace',
    'apiresources.go of v0.3.1 and of main',
    WHOLE,
    [object('placement.kubernetes-fleet.io/v1', 'ApprovalRequest', 'shop/go'), SHOP],
    { 'v0.3': 'selected', main: 'not' },
  ),
  row(
    'a StagedUpdateStrategy in a ResourcePlacement',
    'apiresources.go of v0.3.1 and of main',
    resourcePlacement([{ group: 'placement.kubernetes-fleet.io', version: 'v1', kind: 'StagedUpdateStrategy', name: 'careful' }]),
    [object('placement.kubernetes-fleet.io/v1', 'StagedUpdateStrategy', 'shop/careful')],
    { 'v0.3': 'selected', main: 'not' },
  ),
];

function row(
  what: string,
  source: string,
  placement: KubeObject,
  objects: SelectionRow['objects'],
  answer: SelectionRow['answer'],
  onHub?: 'selected',
): SelectionRow {
  return { what, source, placement, objects, answer, ...(onHub === undefined ? {} : { onHub }) };
}

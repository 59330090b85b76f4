import { stringify } from 'yaml';
import type { Tree } from './places.ts';

/**
 * Deployers of what is not among the files. `${object}` is the text of an object of KubeFleet in one line of JSON, which is YAML as well, and
 * a merge of it is a patch.
 */
type Deployer = (object: string) => object;

const flux = (spec: object): object => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'a', namespace: 'flux-system' },
  spec: { interval: '5m', prune: true, path: './elsewhere', sourceRef: { kind: 'GitRepository', name: 'other' }, ...spec },
});
const release = (spec: object): object => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'a', namespace: 'flux-system' },
  spec: { interval: '5m', chart: { spec: { chart: 'raw', sourceRef: { kind: 'HelmRepository', name: 'r' } } }, ...spec },
});
const application = (source: object, spec: object = {}): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'a', namespace: 'argocd' },
  spec: {
    destination: { server: 'https://kubernetes.default.svc', namespace: 'tools' },
    source: { repoURL: 'https://example.com/other.git', ...source },
    ...spec,
  },
});
const set = (source: object): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name: 'a', namespace: 'argocd' },
  spec: { generators: [{ list: { elements: [{}] } }], template: { spec: (application(source) as { spec: object }).spec } },
});
const REMOVE = { target: { kind: 'ClusterResourcePlacement' }, patch: '[{"op": "remove", "path": "/spec/policy"}]' };

/** They bring an object of KubeFleet from elsewhere, or change one. */
export const FROM_OUTSIDE: Readonly<Record<string, Deployer>> = {
  'a patch of Flux': (object) => flux({ patches: [{ patch: object }] }),
  'a patch of Flux by its kind': () => flux({ patches: [REMOVE] }),
  'a patch of Flux by its group': () => flux({ patches: [{ ...REMOVE, target: { group: 'placement.kubernetes-fleet.io' } }] }),
  'a strategic merge of Flux': (object) => flux({ patchesStrategicMerge: [JSON.parse(object)] }),
  'a patch of Flux for an artifact': () => flux({ path: './', sourceRef: { kind: 'OCIRepository', name: 'other' }, patches: [REMOVE] }),
  'a patch behind a HelmRelease': () => release({ postRenderers: [{ kustomize: { patches: [REMOVE] } }] }),
  'a merge behind a HelmRelease': (object) => release({ postRenderers: [{ kustomize: { patches: [{ patch: object }] } }] }),
  'values of a HelmRelease': (object) => release({ values: { extra: [JSON.parse(object)] } }),
  'a text in values of a HelmRelease': (object) => release({ values: { templates: [object] } }),
  'values of a HelmRelease of an artifact': (object) =>
    release({ chart: undefined, chartRef: { kind: 'OCIRepository', name: 'r' }, values: { extra: [JSON.parse(object)] } }),
  'a ConfigMap with values': (object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'values', namespace: 'flux-system' },
    data: { 'values.yaml': stringify({ extra: [JSON.parse(object)] }) },
  }),
  'a patch of Argo CD': () => application({ path: 'x', kustomize: { patches: [REMOVE] } }),
  'values of an Application': (object) => application({ chart: 'raw', helm: { values: stringify({ extra: [JSON.parse(object)] }) } }),
  'an object of values of an Application': (object) =>
    application({ chart: 'raw', helm: { valuesObject: { extra: [JSON.parse(object)] } } }),
  'a patch of an ApplicationSet': () => set({ path: 'x', kustomize: { patches: [REMOVE] } }),
  'values of an ApplicationSet': (object) => set({ chart: 'raw', helm: { valuesObject: { extra: [JSON.parse(object)] } } }),
  'a HelmChart of k3s': (object) => ({
    apiVersion: 'helm.cattle.io/v1',
    kind: 'HelmChart',
    metadata: { name: 'a', namespace: 'kube-system' },
    spec: { chart: 'raw', valuesContent: stringify({ extra: [JSON.parse(object)] }) },
  }),
};

/** ConfigMaps and Secrets with values or manifests under any key, and the objects that refer to them. */
export const REFERRED: Readonly<Record<string, (text: string) => readonly [holder: object, by: (name: string) => object]>> = {
  'values of a HelmRelease in a ConfigMap': (text) => [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'flux-system' }, data: { prod: `extra: [${text}]\n` } },
    (name) => release({ valuesFrom: [{ kind: 'ConfigMap', name, valuesKey: 'prod' }] }),
  ],
  'values of a HelmRelease in a Secret': (text) => [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { prod: encoded(`extra: [${text}]\n`) } },
    (name) => release({ valuesFrom: [{ kind: 'Secret', name, valuesKey: 'prod' }] }),
  ],
  'files of an App of kapp-controller': (text) => [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, stringData: { 'a.yaml': text } },
    (name) => ({
      apiVersion: 'kappctrl.k14s.io/v1alpha1',
      kind: 'App',
      metadata: { name: 'b' },
      spec: { fetch: [{ inline: { pathsFrom: [{ secretRef: { name } }] } }], deploy: [{ kapp: {} }] },
    }),
  ],
  'values of a Release of Crossplane': (text) => [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { prod: `extra: [${text}]\n` } },
    (name) => ({
      apiVersion: 'helm.crossplane.io/v1beta1',
      kind: 'Release',
      metadata: { name: 'b' },
      spec: { forProvider: { valuesFrom: [{ configMapKeyRef: { name, key: 'prod' } }] } },
    }),
  ],
  'a volume of Argo Workflows': (text) => [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { 'a.yaml': encoded(text) } },
    (secretName) => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Workflow',
      metadata: { name: 'b' },
      spec: { volumes: [{ name: 'a', secret: { secretName } }] },
    }),
  ],
  'manifests of a ClusterResourceSet': (text) => [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { 'a.yaml': text } },
    (name) => ({
      apiVersion: 'addons.cluster.x-k8s.io/v1beta1',
      kind: 'ClusterResourceSet',
      metadata: { name: 'b', namespace: 'shop' },
      spec: { clusterSelector: {}, resources: [{ kind: 'ConfigMap', name }] },
    }),
  ],
};

const mutating = (apiVersion: string, kind: string, spec: object): object => ({ apiVersion, kind, metadata: { name: 'a' }, spec });
const kyverno = (kinds: readonly string[], mutate: object): object =>
  mutating('kyverno.io/v1', 'ClusterPolicy', { rules: [{ name: 'a', match: { any: [{ resources: { kinds } }] }, mutate }] });
const MERGE = { patchStrategicMerge: { spec: { policy: { placementType: 'PickAll' } } } };
const rule = (apiGroup: string, resource = '*'): object => ({
  apiGroups: [apiGroup],
  apiVersions: ['*'],
  operations: ['CREATE'],
  resources: [resource],
});
const webhook = (apiGroup: string, resource?: string): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'a' },
  webhooks: [{ name: 'a.example.org', rules: [rule(apiGroup, resource)], sideEffects: 'None', admissionReviewVersions: ['v1'] }],
});
const constraints = (apiGroup: string, resource?: string): object => ({
  matchConstraints: { resourceRules: [rule(apiGroup, resource)] },
  mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
});

/** Policies by which the hub changes objects of KubeFleet when it admits them. */
export const MUTATING: Readonly<Record<string, object>> = {
  'a mutation of Kyverno': kyverno(['ClusterResourcePlacement'], MERGE),
  'a mutation of Kyverno with a version': kyverno(['placement.kubernetes-fleet.io/v1/ClusterResourcePlacement'], MERGE),
  'a mutation of existing objects': kyverno(['ConfigMap'], {
    ...MERGE,
    targets: [{ apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' }],
  }),
  'a MutatingPolicy of Kyverno': mutating('policies.kyverno.io/v1alpha1', 'MutatingPolicy', constraints('placement.kubernetes-fleet.io')),
  'a MutatingAdmissionPolicy': mutating(
    'admissionregistration.k8s.io/v1beta1',
    'MutatingAdmissionPolicy',
    constraints('placement.kubernetes-fleet.io'),
  ),
  'a MutatingAdmissionPolicy of a resource in any group': mutating(
    'admissionregistration.k8s.io/v1beta1',
    'MutatingAdmissionPolicy',
    constraints('*', 'clusterresourceplacements'),
  ),
  'a webhook for placements': webhook('placement.kubernetes-fleet.io'),
  'a webhook for a resource in any group': webhook('*', 'clusterresourceplacements'),
  'a mutation of Gatekeeper': mutating('mutations.gatekeeper.sh/v1', 'Assign', {
    applyTo: [{ groups: ['placement.kubernetes-fleet.io'], versions: ['*'], kinds: ['ClusterResourcePlacement'] }],
    location: 'spec.policy.placementType',
    parameters: { assign: { value: 'PickAll' } },
  }),
  'a MutatingPolicy of Kyverno with targets': mutating('policies.kyverno.io/v1', 'MutatingPolicy', {
    ...constraints('apps'),
    targetMatchConstraints: { resourceRules: [rule('placement.kubernetes-fleet.io')] },
  }),
  'a MutatingPolicy of Kyverno with an expression': mutating('policies.kyverno.io/v1', 'MutatingPolicy', {
    ...constraints('apps'),
    targetMatchConstraints: { expression: 'resource.List("placement.kubernetes-fleet.io/v1", "clusterresourceplacements", "")' },
  }),
  'a policy of Kubewarden': mutating('policies.kubewarden.io/v1', 'ClusterAdmissionPolicy', {
    mutating: true,
    rules: [{ apiGroups: ['placement.kubernetes-fleet.io'], apiVersions: ['*'], resources: ['*'], operations: ['CREATE'] }],
  }),
};

const PLACEMENT_REF = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const MAP_REF = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'tools' };
const patched = (targetObjectRef: object, more: object = {}): object =>
  mutating('redhatcop.redhat.io/v1alpha1', 'Patch', {
    patches: { a: { targetObjectRef, patchTemplate: 'spec: {policy: null}', ...more } },
  });

/** Objects by which a controller changes objects of KubeFleet, or completes one. */
export const CHANGING: Readonly<Record<string, object>> = {
  'a Patch of patch-operator': patched(PLACEMENT_REF),
  'a patch in a text': mutating('redhatcop.redhat.io/v1alpha1', 'Patch', {
    patches: { a: { patchTemplate: stringify({ ...PLACEMENT_REF, spec: { policy: null } }) } },
  }),
  'a ResourceLocker': mutating('redhatcop.redhat.io/v1alpha1', 'ResourceLocker', {
    patches: [{ targetObjectRef: PLACEMENT_REF, patchTemplate: 'spec: {policy: null}' }],
  }),
  'a patch of Sveltos': mutating('config.projectsveltos.io/v1beta1', 'ClusterProfile', {
    patches: [{ target: { group: 'placement.kubernetes-fleet.io', kind: '.*' }, patch: '[{"op": "remove", "path": "/spec/policy"}]' }],
  }),
  'a CompositeController with children': {
    apiVersion: 'metacontroller.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: 'a' },
    spec: {
      parentResource: { apiVersion: 'example.com/v1', resource: 'shops' },
      childResources: [{ apiVersion: 'placement.kubernetes-fleet.io/v1', resource: 'clusterresourceplacements' }],
    },
  },
  'a target of External Secrets': mutating('external-secrets.io/v1', 'ExternalSecret', {
    target: { name: 'a', manifest: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement' } },
  }),
  'a base of Crossplane': mutating('apiextensions.crossplane.io/v1', 'Composition', {
    resources: [{ name: 'a', base: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement' }, patches: [] }],
  }),
};

/** Objects of other projects that name an object of KubeFleet and only read it, or change another one. */
export const NOT_CHANGING: Readonly<Record<string, object>> = {
  'a patch of another object by values of a placement': patched(MAP_REF, { sourceObjectRefs: [PLACEMENT_REF] }),
  'an autoscaler': mutating('keda.sh/v1alpha1', 'ScaledObject', { scaleTargetRef: PLACEMENT_REF, triggers: [] }),
  'health checks of Flux': flux({ healthChecks: [PLACEMENT_REF] }),
  'differences that Argo CD ignores': application(
    { path: 'x' },
    { ignoreDifferences: [{ group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement', jsonPointers: ['/spec/policy'] }] },
  ),
  'a controller that reads placements': {
    apiVersion: 'metacontroller.io/v1alpha1',
    kind: 'DecoratorController',
    metadata: { name: 'a' },
    spec: {
      resources: [{ apiVersion: 'placement.kubernetes-fleet.io/v1', resource: 'clusterresourceplacements' }],
      attachments: [{ apiVersion: 'v1', resource: 'configmaps' }],
    },
  },
  'an alert': mutating('monitoring.coreos.com/v1', 'PrometheusRule', {
    groups: [
      { name: 'a', rules: [{ alert: 'ClusterResourcePlacementStuck', expr: 'kube_customresource{kind="ClusterResourcePlacement"} > 0' }] },
    ],
  }),
  'a patch that Crossplane reads from a placement': mutating('kubernetes.crossplane.io/v1alpha2', 'Object', {
    references: [{ patchesFrom: { ...PLACEMENT_REF, fieldPath: 'metadata.name' }, toFieldPath: 'data.a' }],
    forProvider: { manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'tools' } } },
  }),
  'a policy of Kubewarden that only refuses': mutating('policies.kubewarden.io/v1', 'ClusterAdmissionPolicy', {
    mutating: false,
    rules: [{ apiGroups: ['placement.kubernetes-fleet.io'], apiVersions: ['*'], resources: ['*'], operations: ['CREATE'] }],
  }),
  'a MutatingPolicy of Kyverno that a placement starts': mutating('policies.kyverno.io/v1', 'MutatingPolicy', {
    ...constraints('placement.kubernetes-fleet.io'),
    targetMatchConstraints: { resourceRules: [rule('apps')] },
  }),
};

/** Policies that change other objects, or none. */
export const NOT_MUTATING: Readonly<Record<string, object>> = {
  'a mutation of other kinds': kyverno(['Deployment'], MERGE),
  'a mutation that reads placements': kyverno(['ConfigMap'], { ...MERGE, targets: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a' }] }),
  'a validation of Kyverno': mutating('kyverno.io/v1', 'ClusterPolicy', {
    rules: [{ name: 'a', match: { any: [{ resources: { kinds: ['ClusterResourcePlacement'] } }] }, validate: { message: 'a', deny: {} } }],
  }),
  'a MutatingAdmissionPolicy': mutating('admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicy', constraints('apps')),
  'a webhook for Pods': webhook('', 'pods'),
};

const other = (apiVersion: string, kind: string, spec: object, namespace = 'flux-system'): object => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace },
  spec,
});
const REPOSITORY = 'https://example.com/other.git';
const CHART = 'oci://example.com/raw';
const ADDRESS = 'https://example.com/a.yaml';

/** They bring something into a namespace that a placement selects. */
export const INTO_NAMESPACE: Readonly<Record<string, (namespace: string) => object>> = {
  'a Kustomization of Flux': (targetNamespace) => flux({ targetNamespace }),
  'a HelmRelease': (targetNamespace) => release({ targetNamespace }),
  'an Application': (namespace) => application({ chart: 'raw' }, { destination: { server: 'https://kubernetes.default.svc', namespace } }),
  'a hydrated Application': (namespace) =>
    application(
      {},
      {
        source: undefined,
        sourceHydrator: { drySource: { repoURL: REPOSITORY, path: 'x' } },
        destination: { server: 'https://kubernetes.default.svc', namespace },
      },
    ),
  'a chart of a RootSync': (namespace) => other('configsync.gke.io/v1beta1', 'RootSync', { sourceType: 'helm', helm: { namespace } }),
  'an App of kapp-controller': (intoNs) =>
    other('kappctrl.k14s.io/v1alpha1', 'App', { fetch: [{ git: { url: REPOSITORY } }], deploy: [{ kapp: { intoNs } }] }),
  'a chart of an App': (defaultNamespace) =>
    other('kappctrl.k14s.io/v1alpha1', 'App', { fetch: [{ helmChart: { name: 'raw' } }], defaultNamespace }),
  'a PackageInstall': (defaultNamespace) =>
    other('packaging.carvel.dev/v1alpha1', 'PackageInstall', { packageRef: { refName: 'raw' }, defaultNamespace }),
  'a HelmChart of k3s with the chart in it': (targetNamespace) =>
    other('helm.cattle.io/v1', 'HelmChart', { chartContent: encoded('raw'), targetNamespace }),
};

/** The same, in a namespace that KubeFleet never sends to members. */
export const INTO_NAMESPACE_OF_HUB: typeof INTO_NAMESPACE = {
  'a GitRepo of Rancher Fleet': (targetNamespace) =>
    other('fleet.cattle.io/v1alpha1', 'GitRepo', { repo: REPOSITORY, targetNamespace }, 'fleet-local'),
  'a HelmOp of Rancher Fleet': (namespace) =>
    other('fleet.cattle.io/v1alpha1', 'HelmOp', { helm: { chart: CHART }, namespace }, 'fleet-local'),
};

const settings = (namespace: string | undefined): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', ...(namespace === undefined ? {} : { namespace }) },
  data: { a: 'b' },
});

/** Objects of other projects that have an object of a namespace in them, which a controller creates on the own cluster. */
export const HELD: Readonly<Record<string, (namespace: string) => object>> = {
  'an Object of Crossplane': (namespace) =>
    other('kubernetes.crossplane.io/v1alpha2', 'Object', { forProvider: { manifest: settings(namespace) } }),
  'a namespaced Object of Crossplane': (namespace) =>
    other('kubernetes.m.crossplane.io/v1alpha1', 'Object', { forProvider: { manifest: settings(namespace) } }),
  'a Composition of Crossplane': (namespace) =>
    other('apiextensions.crossplane.io/v1', 'Composition', {
      pipeline: [{ step: 'a', input: { resources: [{ name: 'a', base: { spec: { forProvider: { manifest: settings(namespace) } } } }] } }],
    }),
  'a Bundle of Rancher Fleet': (namespace) =>
    other('fleet.cattle.io/v1alpha1', 'Bundle', { resources: [{ content: stringify(settings(namespace)) }] }, 'fleet-local'),
  'a Bundle of Rancher Fleet in base64': (namespace) =>
    other(
      'fleet.cattle.io/v1alpha1',
      'Bundle',
      { resources: [{ encoding: 'base64', content: encoded(stringify(settings(namespace))) }] },
      'fleet-local',
    ),
  'a Bundle of Rancher Fleet with a namespace': (targetNamespace) =>
    other(
      'fleet.cattle.io/v1alpha1',
      'Bundle',
      { targetNamespace, resources: [{ content: stringify(settings(undefined)) }] },
      'fleet-local',
    ),
  'an App of kapp-controller with files in it': (namespace) =>
    other('kappctrl.k14s.io/v1alpha1', 'App', { fetch: [{ inline: { paths: { 'a.yaml': stringify(settings(namespace)) } } }] }),
  'an App of kapp-controller with a namespace': (intoNs) =>
    other('kappctrl.k14s.io/v1alpha1', 'App', {
      fetch: [{ inline: { paths: { 'a.yaml': stringify(settings(undefined)) } } }],
      deploy: [{ kapp: { intoNs } }],
    }),
  'a ResourceSet of Flux': (namespace) => other('fluxcd.controlplane.io/v1', 'ResourceSet', { resources: [settings(namespace)] }),
  'a template of a ResourceSet': (namespace) =>
    other('fluxcd.controlplane.io/v1', 'ResourceSet', {
      resourcesTemplate: `---\n<<- range $a := inputs.all >>\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: << $a >>\n  namespace: ${namespace}\n<<- end >>\n`,
    }),
  'values of a HelmRelease': (namespace) => release({ targetNamespace: 'tools', values: { extraDeploy: [settings(namespace)] } }),
  'values of an Application': (namespace) =>
    application({ chart: 'raw', helm: { values: stringify({ extraObjects: [settings(namespace)] }) } }),
  'a Template of OpenShift': (namespace) => ({
    apiVersion: 'template.openshift.io/v1',
    kind: 'Template',
    metadata: { name: 'a' },
    objects: [settings(namespace)],
  }),
  'a template of Tekton': (namespace) =>
    other('triggers.tekton.dev/v1beta1', 'TriggerTemplate', {
      resourcetemplates: [{ apiVersion: 'tekton.dev/v1', kind: 'PipelineRun', metadata: { generateName: 'a-', namespace } }],
    }),
  'a step of Argo Workflows': (namespace) =>
    other('argoproj.io/v1alpha1', 'WorkflowTemplate', {
      templates: [{ name: 'a', resource: { action: 'apply', manifest: stringify(settings(namespace)) } }],
    }),
};

/** The same, which nothing creates on the own cluster. */
export const NOT_HELD: typeof HELD = {
  'a Bundle of Rancher Fleet for other clusters': (namespace) =>
    other('fleet.cattle.io/v1alpha1', 'Bundle', { resources: [{ content: stringify(settings(namespace)) }] }, 'fleet-default'),
  'an App of kapp-controller for another cluster': (namespace) =>
    other('kappctrl.k14s.io/v1alpha1', 'App', {
      fetch: [{ inline: { paths: { 'a.yaml': stringify(settings(namespace)) } } }],
      cluster: { kubeconfigSecretRef: { name: 'a' } },
    }),
  'a ManifestWork': (namespace) =>
    other('work.open-cluster-management.io/v1', 'ManifestWork', { workload: { manifests: [settings(namespace)] } }),
  'a sample of the console': (namespace) => other('console.openshift.io/v1', 'ConsoleYAMLSample', { yaml: stringify(settings(namespace)) }),
  'a description': (namespace) => other('example.com/v1', 'Thing', { description: stringify(settings(namespace)) }),
  'a reference': (namespace) =>
    other('example.com/v1', 'Thing', { ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', namespace } }),
  'the status of an object': (namespace) => ({
    ...other('example.com/v1', 'Thing', {}),
    status: { last: settings(namespace) },
  }),
  'an object without a namespace': () => other('example.com/v1', 'Thing', { template: settings(undefined) }),
};

/** They bring nothing of a placement that is known here. */
export const OTHERS_FROM_OUTSIDE: Readonly<Record<string, object>> = {
  'a Kustomization of Flux': flux({}),
  'a patch of Flux for a Deployment': flux({
    patches: [{ target: { kind: 'Deployment' }, patch: '[{"op": "remove", "path": "/spec/replicas"}]' }],
  }),
  'a HelmRelease': release({ values: { a: 'b' } }),
  'an Application': application({ chart: 'raw', helm: { values: 'a: b\n' } }),
  'an ApplicationSet': set({ chart: 'raw' }),
  'the whole of an artifact': flux({ path: './', sourceRef: { kind: 'ExternalArtifact', name: 'other' } }),
  'the whole of a bucket': flux({ path: './', sourceRef: { kind: 'Bucket', name: 'other' } }),
  'a RootSync': other('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: REPOSITORY } }),
  'a RepoSync': other('configsync.gke.io/v1beta1', 'RepoSync', { git: { repo: REPOSITORY } }),
  'a GitRepo of Rancher Fleet for other clusters': other('fleet.cattle.io/v1alpha1', 'GitRepo', {
    repo: REPOSITORY,
    targetNamespace: 'shop',
  }),
  'an App of kapp-controller for another cluster': other('kappctrl.k14s.io/v1alpha1', 'App', {
    fetch: [{ http: { url: REPOSITORY } }],
    defaultNamespace: 'shop',
    cluster: { namespace: 'shop' },
  }),
  'a HelmChart of k3s': other('helm.cattle.io/v1', 'HelmChart', { chart: 'raw' }),
  'a HelmChartProxy': other('addons.cluster.x-k8s.io/v1alpha1', 'HelmChartProxy', { chartName: 'raw', namespace: 'shop' }),
  'a FluxInstance': other('fluxcd.controlplane.io/v1', 'FluxInstance', { sync: { kind: 'GitRepository', url: REPOSITORY } }),
  'an Application that ignores the status of placements': application(
    { chart: 'raw' },
    { ignoreDifferences: [{ group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement', jsonPointers: ['/status'] }] },
  ),
};

/** Objects of the same names, and others without a source. */
export const NO_DEPLOYERS: Readonly<Record<string, object>> = {
  'an Application of KubeVela': other('core.oam.dev/v1beta1', 'Application', { components: [] }),
  'a HelmChart of Flux, which a HelmRelease makes': other('source.toolkit.fluxcd.io/v1', 'HelmChart', { chart: 'raw' }),
  'an App of kapp-controller with files in it': other('kappctrl.k14s.io/v1alpha1', 'App', {
    fetch: [{ inline: { paths: { 'a.yaml': 'a: b' } } }],
  }),
  'a FluxInstance that takes nothing': other('fluxcd.controlplane.io/v1', 'FluxInstance', { distribution: { version: '2.x' } }),
};

/** Commands that deploy something from an address. */
export const OUTSIDE_COMMANDS: Readonly<Record<string, (flag: string) => string>> = {
  'kubectl apply of an address': (flag) => `kubectl apply ${flag} -f https://example.com/a.yaml`,
  'kubectl create of an address': (flag) => `kubectl ${flag} create --filename=https://example.com/a.yaml`,
  'kubectl apply of a repository': (flag) => `kubectl apply ${flag} -k github.com/other/repository//deploy?ref=v1`,
  'a file that curl fetches': (flag) => `curl -sL "https://example.com/a.yaml" | kubectl apply ${flag} -f -`,
  'a repository that kustomize builds': (flag) => `kustomize build https://example.com/other.git | kubectl apply ${flag} -f -`,
  'a chart of a registry': (flag) => `helm upgrade --install a ${CHART} ${flag}`,
  'a chart of a repository': (flag) => `helm repo add other https://example.com/charts && helm install a other/raw ${flag}`,
  'a chart by the flag of its repository': (flag) => `helm upgrade a raw \\\n  --repo https://example.com/charts \\\n  ${flag}`,
  'a packed chart': (flag) => `helm upgrade --install a charts/raw-1.0.0.tgz ${flag}`,
  'an address for oc': (flag) => `oc apply ${flag} -f https://example.com/a.yaml`,
  'an address for kubectl with a path': (flag) => `./bin/kubectl apply ${flag} -f https://example.com/a.yaml`,
  'an address of a loop': (flag) =>
    `for url in https://example.com/a.yaml https://example.com/b.yaml; do\n  kubectl apply ${flag} -f $url\ndone`,
  'an address for xargs': (flag) => `echo https://example.com/a.yaml | xargs -n1 kubectl apply ${flag} -f`,
  'a list of files that curl fetches': (flag) => `curl https://example.com/list | xargs kubectl apply ${flag} -f`,
  'the output of curl as a file': (flag) => `kubectl apply ${flag} -f <(curl -sL https://example.com/a.yaml | envsubst)`,
  'the output of curl as the input': (flag) => `kubectl apply ${flag} -f - <<< "$(curl -sL https://example.com/a.yaml)"`,
  'an address in a variable for curl': (flag) => `curl -sL "$URL" | kubectl apply ${flag} -f -`,
  'a file that curl stores': (flag) => `curl -sLo a.yaml https://example.com/a.yaml && kubectl apply ${flag} -f a.yaml`,
  'a file that curl names as its address': (flag) => `curl -LO https://example.com/a.yaml\nkubectl apply ${flag} -f a.yaml`,
  'a file that curl redirects': (flag) => `curl https://example.com/a.yaml > out/a.yaml\nkubectl apply ${flag} -f out/`,
  'a file that wget stores': (flag) => `wget -qO a.yaml https://example.com/a.yaml; kubectl apply ${flag} -f a.yaml`,
  'a file that wget stores in a folder': (flag) => `wget -P out https://example.com/a.yaml\nkubectl apply ${flag} -f out/a.yaml`,
  'a file that PowerShell stores': (flag) => `iwr https://example.com/a.yaml -OutFile a.yaml\nkubectl apply ${flag} -f a.yaml`,
  'a file of an object store': (flag) => `aws s3 cp s3://example/a.yaml a.yaml\nkubectl apply ${flag} -f a.yaml`,
  'a repository that is cloned': (flag) =>
    `git clone --depth 1 https://example.com/other.git && cd other && kubectl apply ${flag} -k deploy`,
  'an archive that is unpacked': (flag) => `curl -L https://example.com/a.tgz | tar xz -C out\nkubectl apply ${flag} -f out/deploy`,
  'a repository that kustomize builds into a file': (flag) =>
    `kustomize build https://example.com/other.git > a.yaml\nkubectl apply ${flag} -f a.yaml`,
  'a command in a substitution': (flag) => `OUT=$(kubectl apply ${flag} -f https://example.com/a.yaml)`,
  'a command in backticks': (flag) => `if ! OUT=\`kubectl apply ${flag} -f https://example.com/a.yaml 2>&1\`; then exit 1; fi`,
  'a command of sh -c': (flag) => `timeout 60 sh -ec "kubectl apply ${flag} -f https://example.com/a.yaml"`,
  'a command of a function': (flag) => `deploy() {\n  kubectl apply "$@" -f https://example.com/a.yaml\n}\ndeploy ${flag}`,
  'a command that az invokes': (flag) => `az aks command invoke -n hub --command "kubectl apply ${flag} -f https://example.com/a.yaml"`,
  'a command of a text for a shell': (flag) => `ssh hub <<EOF\nkubectl apply ${flag} -f https://example.com/a.yaml\nEOF`,
  'a command for which a pipe goes on': (flag) => `curl -sL https://example.com/a.yaml |\n  kubectl apply ${flag} -f -`,
  'an address for kapp': (flag) => `kapp deploy -a a ${flag} -f https://example.com/a.yaml`,
  'a chart that helm template makes': (flag) => `helm template a ${CHART} | kubectl apply ${flag} -f -`,
};

/** Commands that deploy nothing from an address. */
export const OTHER_COMMANDS: Readonly<Record<string, string>> = {
  'a dry run of the client': 'kubectl apply -n shop --dry-run=client -f https://example.com/a.yaml',
  'a command that is only printed': 'echo kubectl apply -n shop -f https://example.com/a.yaml',
  'a command that a recipe prints': 'printf "kubectl apply -n shop -f https://example.com/a.yaml"',
  'a comment': '# kubectl apply -n shop -f https://example.com/a.yaml',
  'a comment behind a command': 'ls # kubectl apply -n shop -f https://example.com/a.yaml',
  'a command in a text that is printed': 'echo "to deploy:\nkubectl apply -n shop -f https://example.com/a.yaml"',
  'a cluster for tests': 'kind create cluster\nkubectl apply -n shop -f https://example.com/a.yaml',
  'a program that curl stores': 'curl -LO https://example.com/kubectl && ./kubectl apply -n shop -f fleet',
  'a file of the tree beside one that is fetched': 'curl -o b.yaml https://example.com/b.yaml\nkubectl apply -n shop -f fleet',
  'a chart of the tree': 'helm upgrade a charts/raw -n shop',
  'a chart of the tree that is packed first': 'helm package charts/raw && helm upgrade a raw-1.0.0.tgz -n shop',
  'values from an address': 'helm upgrade a charts/raw -n shop -f https://example.com/values.yaml',
};

/** What other tools, and tasks of pipelines, deploy from an address, in the first file. */
export const OUTSIDE_RELEASES: Readonly<Record<string, (namespace: string) => Tree>> = {
  'a Helmfile with a registry': (namespace) => ({ 'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: CHART, namespace }] }) }),
  'a Helmfile with a repository': (namespace) => ({
    'helmfile.yml': stringify({
      repositories: [{ name: 'other', url: 'https://example.com/charts' }],
      releases: [{ name: 'a', chart: 'other/raw', namespace }],
    }),
  }),
  'a Helmfile that another one lists': (namespace) => ({
    'apps/all.yaml': stringify({ releases: [{ name: 'a', chart: CHART, namespace }] }),
    'helmfile.yaml': stringify({ helmfiles: [{ path: 'apps/all.yaml' }] }),
  }),
  'a Helmfile of a folder': (namespace) => ({
    'helmfile.d/10-a.yaml': stringify({ releases: [{ name: 'a', chart: CHART, namespace }] }),
  }),
  'a Helmfile with the name of a template': (namespace) => ({
    'helmfile.yaml.gotmpl': stringify({ releases: [{ name: 'a', chart: CHART, namespace }] }),
  }),
  'a Helmfile below': (namespace) => ({
    'infra/hub/helmfile.yaml': stringify({ releases: [{ name: 'a', chart: CHART, namespace }] }),
  }),
  'a folder of Helmfiles below': (namespace) => ({
    'infra/helmfile.d/a.yaml': stringify({ releases: [{ name: 'a', chart: CHART, namespace }] }),
  }),
  'a dependency in a Helmfile': (namespace) => ({
    'helmfile.yaml': stringify({
      releases: [{ name: 'a', chart: './raw', namespace, dependencies: [{ chart: CHART, version: '1.0.0' }] }],
    }),
  }),
  'a Helmfile with a repository of another document': (namespace) => ({
    'helmfile.yaml': [
      { repositories: [{ name: 'other', url: 'https://example.com/charts' }] },
      { releases: [{ name: 'a', chart: 'other/raw', namespace }] },
    ]
      .map((document) => stringify(document))
      .join('---\n'),
  }),
  'a Helmfile with a repository that it does not add': (namespace) => ({
    'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: 'other/raw', namespace }] }),
  }),
  'a Helmfile with an address of git': (namespace) => ({
    'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: 'git::https://example.com/other.git@raw?ref=v1', namespace }] }),
  }),
  'a Helmfile with a packed chart': (namespace) => ({
    'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: './charts/raw-1.0.0.tgz', namespace }] }),
  }),
  'a Helmfile with a namespace for all': (namespace) => ({
    'helmfile.yaml': stringify({ namespace, releases: [{ name: 'a', chart: CHART, namespace: 'tools' }] }),
  }),
  'a Helmfile with a template for releases': (namespace) => ({
    'helmfile.yaml': stringify({
      templates: { d: { namespace }, e: { chart: CHART, namespace: 'tools' } },
      releases: [{ name: 'a', inherit: [{ template: 'd' }, { template: 'e', except: ['namespace'] }] }],
    }),
  }),
  'manifests of Skaffold': (namespace) => ({
    'skaffold.yaml': skaffold({ manifests: { rawYaml: [ADDRESS] }, deploy: { kubectl: { defaultNamespace: namespace } } }),
  }),
  'a kustomization of Skaffold': (namespace) => ({
    'skaffold.yaml': skaffold({
      manifests: { kustomize: { paths: ['github.com/example/other//deploy?ref=v1'] } },
      deploy: { kubectl: { flags: { apply: ['-n', namespace] } } },
    }),
  }),
  'manifests of a profile of Skaffold': (namespace) => ({
    'skaffold.yaml': skaffold({
      deploy: { kubectl: { defaultNamespace: namespace } },
      profiles: [{ name: 'a', manifests: { rawYaml: [ADDRESS] } }],
    }),
  }),
  'manifests of an older Skaffold': (namespace) => ({
    'skaffold.yaml': skaffold({ deploy: { kubectl: { manifests: [ADDRESS], defaultNamespace: namespace } } }),
  }),
  'a remote chart of Skaffold': (namespace) => ({
    'skaffold.yaml': stringify({
      apiVersion: 'skaffold/v4beta6',
      kind: 'Config',
      deploy: { helm: { releases: [{ name: 'a', remoteChart: 'raw', repo: 'https://example.com/charts', namespace }] } },
    }),
  }),
  'a remote chart of a profile of Skaffold': (namespace) => ({
    'skaffold.yaml': stringify({
      apiVersion: 'skaffold/v4beta6',
      kind: 'Config',
      profiles: [{ name: 'p', manifests: { helm: { releases: [{ name: 'a', remoteChart: CHART, namespace }] } } }],
    }),
  }),
  'Terraform with a registry': (namespace) => ({
    'main.tf': `resource "helm_release" "a" {\n  chart     = "${CHART}"\n  namespace = "${namespace}"\n}\n`,
  }),
  'Terraform with a repository': (namespace) => ({
    'main.tf': `resource "helm_release" "a" {\n  repository = "https://example.com/charts"\n  chart = "raw"\n  namespace = "${namespace}"\n}\n`,
  }),
  'a task of Azure Pipelines with a registry': (namespace) => ({
    'azure-pipelines.yml': task('HelmDeploy@1', { command: 'upgrade', chartName: CHART, releaseName: 'a', namespace }),
  }),
  'a task of Azure Pipelines with a repository': (namespace) => ({
    '.azuredevops/deploy.yml': task('HelmDeploy@0', { command: 'install', chartType: 'Name', chartName: 'other/raw', namespace }),
  }),
  'a task of Azure Pipelines that starts kubectl': (namespace) => ({
    'pipelines/templates/deploy.yml': task('Kubernetes@1', { command: 'apply', arguments: `-f ${ADDRESS}`, namespace }),
  }),
  'a task of Azure Pipelines that applies files': (namespace) => ({
    'azure-pipelines-prod.yml': task('KubernetesManifest@1', { action: 'deploy', manifests: `a.yaml\n${ADDRESS}`, namespace }),
  }),
  'a workflow with a folded text': (namespace) => ({
    '.github/workflows/deploy.yml': `jobs:\n  a:\n    steps:\n      - run: >-\n          kubectl apply\n          -n ${namespace}\n          -f ${ADDRESS}\n`,
  }),
  'a workflow in flow style': (namespace) => ({
    '.github/workflows/deploy.yml': `{jobs: {a: {steps: [{run: "kubectl apply -n ${namespace} \\\n  -f ${ADDRESS}"}]}}}\n`,
  }),
  'a workflow with a variable of the step': (namespace) => ({
    '.github/workflows/deploy.yml': stringify({
      env: { NS: 'other' },
      jobs: { a: { steps: [{ run: `helm upgrade a ${CHART} -n "$NS"`, env: { NS: namespace } }] } },
    }),
  }),
  'a workflow with a context': (namespace) => ({
    '.github/workflows/deploy.yml': stringify({
      jobs: {
        a: {
          steps: [{ run: `kubectl config set-context --current --namespace=${namespace}` }, { run: `kubectl apply -f ${ADDRESS}` }],
        },
      },
    }),
  }),
  'a script with a variable': (namespace) => ({
    'deploy.sh': `NS="${namespace}"\nkubectl apply -n "$NS" -f ${ADDRESS}\n`,
  }),
  'GitLab with a variable': (namespace) => ({
    '.gitlab-ci.yml': stringify({ deploy: { variables: { NS: namespace }, script: [`kubectl apply -n $NS -f ${ADDRESS}`] } }),
  }),
  Jenkins: (namespace) => ({ Jenkinsfile: `node {\n  sh '''\n    kubectl apply -n ${namespace} -f ${ADDRESS}\n  '''\n}\n` }),
  Drone: (namespace) => ({
    '.drone.yml': stringify({ kind: 'pipeline', steps: [{ name: 'a', commands: [`kubectl apply -n ${namespace} -f ${ADDRESS}`] }] }),
  }),
  'Azure Pipelines in a folder': (namespace) => ({
    'deploy/azure-pipelines.yml': `steps:\n- script: kubectl apply -n ${namespace} -f ${ADDRESS}\n`,
  }),
  'azure/k8s-deploy': (namespace) => ({
    '.github/workflows/deploy.yml': stringify({
      jobs: { deploy: { steps: [{ uses: 'Azure/k8s-deploy@v5', with: { manifests: ADDRESS, namespace } }] } },
    }),
  }),
};

function skaffold(fields: object): string {
  return stringify({ apiVersion: 'skaffold/v4beta6', kind: 'Config', ...fields });
}

function task(name: string, inputs: object): string {
  return stringify({ stages: [{ jobs: [{ steps: [{ task: name, inputs }] }] }] });
}

/** Files of other tools that bring something which cannot be read, into a namespace that is not known. */
export const UNREAD_RELEASES: Readonly<Record<string, Tree>> = {
  'a template of Helmfile': { 'helmfile.yaml.gotmpl': 'releases:\n{{ range .Values.apps }}\n- name: {{ . }}\n{{ end }}\n' },
  'a chart of Helmfile by a template': {
    'helmfile.yaml': 'releases:\n- {name: a, chart: "{{ .Values.chart }}", namespace: shop}\n',
  },
  'a Helmfile of another repository': { 'helmfile.yaml': 'helmfiles:\n- path: git::https://example.com/a.git@helmfile.yaml\n' },
  'a Helmfile with releases of a template': {
    'helmfile.yaml': stringify({ namespace: '{{ .Environment.Name }}', releases: [{ name: 'a', chart: CHART, namespace: 'shop' }] }),
  },
  'a configuration of another repository for Skaffold': {
    'skaffold.yaml': skaffold({
      requires: [{ git: { repo: 'https://example.com/other.git' } }],
      deploy: { kubectl: { defaultNamespace: 'shop' } },
    }),
  },
  'Helmfiles by a pattern': { 'helmfile.yaml': 'helmfiles:\n- apps/*/helmfile.yaml\n' },
  'a remote chart of Rancher Fleet': {
    'fleet.yaml': stringify({ defaultNamespace: 'shop', helm: { chart: 'raw', repo: 'https://example.com/charts' } }),
  },
  'a registry of Rancher Fleet': { 'apps/fleet.yaml': stringify({ namespace: 'shop', helm: { chart: CHART } }) },
};

/** Releases of a chart of the tree. */
export const OTHER_RELEASES: Readonly<Record<string, Tree>> = {
  'a Helmfile with a folder': { 'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: './raw', namespace: 'shop' }] }) },
  'a Helmfile with the path of a folder': {
    'charts/raw/README.md': 'A chart.\n',
    'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: 'charts/raw', namespace: 'shop' }] }),
  },
  'a release of a Helmfile that is not installed': {
    'helmfile.yaml': stringify({ releases: [{ name: 'a', chart: CHART, namespace: 'shop', installed: false }] }),
  },
  'manifests of the tree by Skaffold': {
    'skaffold.yaml': skaffold({ manifests: { rawYaml: ['p.yaml'] }, deploy: { kubectl: { defaultNamespace: 'shop' } } }),
  },
  'a Helmfile outside of the tree': { 'helmfile.yaml': 'helmfiles: [../other/helmfile.yaml]\n' },
  'a chart of the tree by Skaffold': {
    'skaffold.yaml': stringify({
      apiVersion: 'skaffold/v4beta6',
      kind: 'Config',
      deploy: { helm: { releases: [{ name: 'a', chartPath: './raw', namespace: 'shop' }] } },
    }),
  },
  'a chart of the tree by Rancher Fleet': { 'raw/fleet.yaml': stringify({ namespace: 'shop', helm: { releaseName: 'a' } }) },
  'Terraform with a folder': { 'main.tf': 'resource "helm_release" "a" {\n  chart = "${path.module}/raw"\n  namespace = "shop"\n}\n' },
  'a task of Azure Pipelines with a folder': {
    'azure-pipelines.yml': task('HelmDeploy@0', { command: 'upgrade', chartType: 'FilePath', chartPath: './raw', namespace: 'shop' }),
  },
  'a comment of Terraform': { 'main.tf': '# resource "helm_release" "a" {\n#   chart = "raw"\n# }\n' },
};

/** Files of a chart that compose a placement. */
export const COMPOSED: Readonly<Record<string, (object: { readonly rest: string; readonly text: string }) => Tree>> = {
  'a group of the values': ({ rest }) => ({
    'templates/a.yaml': `apiVersion: {{ printf "%s/v1" .Values.group }}\nkind: {{ .Values.kind }}\n${rest}`,
    'values.yaml': 'group: placement.kubernetes-fleet.io\nkind: ClusterResourcePlacement\n',
  }),
  'pieces in the template': ({ rest }) => ({
    'templates/a.yaml': `apiVersion: {{ printf "%s.%s.io/v1" "placement" "kubernetes-fleet" }}\nkind: {{ printf "Cluster%sPlacement" "Resource" }}\n${rest}`,
  }),
  'pieces of a list': ({ rest }) => ({
    'templates/a.yaml': `apiVersion: {{ join "" (list "placement.kuber" "netes-fl" "eet.io/v1") }}\nkind: {{ join "" (list "ClusterRes" "ourcePlacement") }}\n${rest}`,
  }),
  'pieces of the values': ({ rest }) => ({
    'templates/a.yaml': `apiVersion: {{ .Values.a }}.{{ .Values.b }}.io/v1\nkind: Cluster{{ .Values.c }}Placement\n${rest}`,
    'values.yaml': 'a: placement\nb: kubernetes-fleet\nc: Resource\n',
  }),
  'a replaced letter': ({ rest }) => ({
    'templates/a.yaml': `apiVersion: {{ "placementXkubernetes-fleetXio/v1" | replace "X" "." }}\nkind: {{ "ClusterXPlacement" | replace "X" "Resource" }}\n${rest}`,
  }),
  'base64 in the template': ({ text }) => ({ 'templates/a.yaml': `{{ "${encoded(text)}" | b64dec }}\n` }),
  'base64 in the values': ({ text }) => ({ 'templates/a.yaml': '{{ .Values.x | b64dec }}\n', 'values.yaml': `x: ${encoded(text)}\n` }),
  'a group in base64': ({ rest }) => ({
    'templates/a.yaml': `apiVersion: {{ b64dec "${encoded('placement.kubernetes-fleet.io/v1')}" }}\nkind: {{ b64dec "${encoded('ClusterResourcePlacement')}" }}\n${rest}`,
  }),
  'a template that another one includes': ({ text }) => ({
    'templates/a.yaml': '{{ include "placement" . }}\n',
    'templates/_p.tpl': `{{ define "placement" }}\n${text}{{ end }}\n`,
  }),
  'a text of the values': ({ text }) => ({
    'templates/a.yaml': '{{ tpl .Values.x . }}\n',
    'values.yaml': stringify({ x: text }),
  }),
  'kinds of the values': ({ rest }) => ({
    'templates/a.yaml': `{{ range $k, $v := .Values.o }}\n---\napiVersion: {{ $v.group }}/v1\nkind: {{ $k }}\n${rest}{{ end }}\n`,
    'values.yaml': 'o: {ClusterResourcePlacement: {group: placement.kubernetes-fleet.io}}\n',
  }),
  'a file of the chart': ({ text }) => ({ 'templates/a.yaml': '{{ .Files.Get "files/p.txt" }}\n', 'files/p.txt': text }),
  'all files of a folder': ({ text }) => ({
    'templates/a.yaml': '{{ range $p, $_ := .Files.Glob "files/*" }}\n---\n{{ $.Files.Get $p }}\n{{ end }}\n',
    'files/p.tpl': text,
  }),
};

/** Files of a chart that only name KubeFleet, or not even that. */
export const NOT_COMPOSED: Readonly<Record<string, Tree>> = {
  'a ConfigMap': { 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: {{ .Values.a | quote }}}\n' },
  'a version of the values': {
    'templates/a.yaml': 'apiVersion: {{ .Values.v }}\nkind: {{ .Values.k }}\n',
    'values.yaml': 'v: v1\nk: Secret\n',
  },
  'a label': { 'templates/a.yaml': 'metadata: {labels: {kubernetes-fleet.io/is-x: "{{ .Values.x }}"}}\n' },
  rights: {
    'templates/a.yaml':
      'rules:\n- apiGroups:\n  - placement.kubernetes-fleet.io\n  resources: ["*"]\n- apiGroups: ["cluster.kubernetes-fleet.io"]\n',
  },
  notes: { 'templates/NOTES.txt': 'See ClusterResourcePlacement of placement.kubernetes-fleet.io\n' },
  'a comment': { 'templates/a.yaml': '# ClusterResourcePlacement of placement.kubernetes-fleet.io\n' },
  'a description': { 'README.md': 'ClusterResourcePlacement', 'templates/a.yaml': '{{ .Files.Get "x" }}\n' },
};

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

/** A policy with its binding, and the objects that it looks up. */
export interface BoundPolicy {
  readonly policy: KubeObject;
  readonly binding: KubeObject;
  readonly others: readonly KubeObject[];
  /** Whether the result for some of the objects is not known without asking the server. */
  readonly isOpen: boolean;
}

export const NAMESPACES: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'shop', tier: 'prod' } } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet-lab' } },
];

const P = 'placement.kubernetes-fleet.io';
const SELECTS = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
const crp = (version: string, spec: object, labels: object = {}): KubeObject => ({
  apiVersion: `${P}/${version}`,
  kind: 'ClusterResourcePlacement',
  metadata: { name: '', labels: { ...labels } },
  spec: { resourceSelectors: SELECTS, ...spec },
});
const rp = (namespace: string, spec: object = {}): KubeObject => ({
  apiVersion: `${P}/v1beta1`,
  kind: 'ResourcePlacement',
  metadata: { name: '', namespace },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'a' }], ...spec },
});
const deployment = (spec: object): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: '', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'registry/a:1' }] } },
    ...spec,
  },
});

/** The test adds the name; `live` is the object that the hub holds before. */
export const OBJECTS: readonly { readonly name: string; readonly manifest: KubeObject; readonly live?: KubeObject }[] = [
  { name: 'plain', manifest: crp('v1', {}) },
  { name: 'older', manifest: crp('v1beta1', { revisionHistoryLimit: 3 }, { team: 'shop' }) },
  { name: 'all', manifest: crp('v1', { policy: { placementType: 'PickAll' }, strategy: { type: 'RollingUpdate' } }) },
  {
    name: 'number',
    manifest: crp('v1', { revisionHistoryLimit: 20, policy: { placementType: 'PickN', numberOfClusters: 3 } }, { team: 'Shop' }),
  },
  { name: 'changed', manifest: crp('v1', { revisionHistoryLimit: 20 }), live: crp('v1', { revisionHistoryLimit: 4 }) },
  { name: 'relabelled', manifest: crp('v1', {}, { team: 'books' }), live: crp('v1', {}, { team: 'shop' }) },
  { name: 'in-shop', manifest: rp('shop') },
  { name: 'in-fleet', manifest: rp('fleet-lab', { revisionHistoryLimit: 2 }) },
  { name: 'account', manifest: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: '', namespace: 'shop' } } },
  { name: 'set', manifest: { ...deployment({}), kind: 'ReplicaSet' } },
  { name: 'set-in-fleet', manifest: { ...deployment({}), kind: 'ReplicaSet', metadata: { name: '', namespace: 'fleet-lab' } } },
  { name: 'workload', manifest: deployment({ replicas: 9 }) },
];

type Rule = {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly scope?: string;
};
const rule = (more: Partial<Rule> = {}): Rule => ({
  apiGroups: [P],
  apiVersions: ['v1', 'v1beta1'],
  operations: ['*'],
  resources: ['*'],
  ...more,
});

interface Made {
  readonly expression?: string;
  readonly validations?: readonly object[];
  readonly constraints?: object;
  readonly spec?: object;
  readonly binding?: object;
  readonly others?: readonly KubeObject[];
  readonly isOpen?: boolean;
}

function made(
  name: string,
  { expression, validations, constraints = {}, spec = {}, binding = {}, others = [], isOpen = false }: Made,
): BoundPolicy {
  return {
    policy: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: { matchConstraints: { resourceRules: [rule()], ...constraints }, validations: validations ?? [{ expression }], ...spec },
    },
    binding: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: `${name}-binding` },
      spec: {
        policyName: name,
        validationActions: ['Deny'],
        matchResources: { objectSelector: { matchLabels: { policy: name } } },
        ...binding,
      },
    },
    others,
    isOpen,
  };
}

const param = (name: string, data: object, labels: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', labels: { ...labels } },
  data,
});
const ASKS_PARAMS = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
const BUILT_IN = { resourceRules: [rule({ apiGroups: ['apps', ''], apiVersions: ['v1'] })] };
const FIRST = 'size(object.metadata.name) < 3';

export const BOUND: readonly BoundPolicy[] = [
  made('says-nothing', { expression: ` ${FIRST} ` }),
  made('says-why', { validations: [{ expression: FIRST, message: ' too long a name ' }] }),
  made('makes-words', {
    validations: [{ expression: FIRST, messageExpression: "'name ' + object.metadata.name + ' is long'", message: 'never said' }],
  }),
  made('makes-lines', { validations: [{ expression: FIRST, messageExpression: "'a\\nb'", message: 'said instead' }] }),
  made('makes-an-error', { validations: [{ expression: FIRST, messageExpression: 'string(object.spec.none)', message: 'said instead' }] }),
  made('forbids', { validations: [{ expression: FIRST, message: 'no', reason: 'Forbidden' }] }),
  made('says-two', {
    validations: [{ expression: 'true' }, { expression: FIRST, message: 'the first' }, { expression: 'false', message: 'the second' }],
  }),
  made('no-such-key', { expression: 'object.spec.nothing == 1' }),
  made('no-such-key-ignored', { expression: 'object.spec.nothing == 1', spec: { failurePolicy: 'Ignore' } }),
  made('error-or-true', { expression: 'object.spec.nothing == 1 || true' }),
  made('sees-defaults', { expression: 'object.spec.revisionHistoryLimit != 10' }),
  made('sees-int', { expression: 'type(object.spec.revisionHistoryLimit) != int' }),
  made('compares', {
    validations: [
      { expression: 'object.spec.revisionHistoryLimit <= 5', messageExpression: "'limit is ' + string(object.spec.revisionHistoryLimit)" },
    ],
  }),
  made('optional', { expression: "object.spec.?policy.?placementType.orValue('none') != 'PickN'" }),
  made('sees-status', { expression: 'has(object.status)' }),
  made('sees-labels', { expression: "'team' in object.metadata.labels && object.metadata.labels.team.lowerAscii() == 'shop'" }),
  made('matches', { expression: "object.metadata.name.matches('^matches-[op]')" }),
  made('quantifies', { expression: "object.spec.resourceSelectors.all(s, s.kind == 'ConfigMap')" }),
  made('counts', { expression: 'size(object.spec.resourceSelectors) > 1' }),
  made('variables', {
    expression: "variables.limit < 4 || variables.kind == 'ResourcePlacement'",
    spec: {
      variables: [
        { name: 'kind', expression: 'object.kind' },
        { name: 'limit', expression: 'object.spec.revisionHistoryLimit' },
      ],
    },
  }),
  made('variable-fails', { expression: 'variables.none == 1', spec: { variables: [{ name: 'none', expression: 'object.spec.none' }] } }),
  made('condition', {
    expression: 'false',
    spec: { matchConditions: [{ name: 'few', expression: 'object.spec.revisionHistoryLimit < 5' }] },
  }),
  made('condition-fails', { expression: 'false', spec: { matchConditions: [{ name: 'fails', expression: 'object.spec.none == 1' }] } }),
  made('condition-fails-ignored', {
    expression: 'false',
    spec: { failurePolicy: 'Ignore', matchConditions: [{ name: 'fails', expression: 'object.spec.none == 1' }] },
  }),
  made('condition-false-wins', {
    expression: 'false',
    spec: {
      matchConditions: [
        { name: 'fails', expression: 'object.spec.none == 1' },
        { name: 'false', expression: 'false' },
      ],
    },
  }),
  made('equivalent', {
    expression: "object.apiVersion.endsWith('/v1') && request.kind.version == 'v1beta1'",
    constraints: { resourceRules: [rule({ apiVersions: ['v1beta1'] })] },
  }),
  made('exact', { expression: 'false', constraints: { matchPolicy: 'Exact', resourceRules: [rule({ apiVersions: ['v1beta1'] })] } }),
  made('excludes', {
    expression: 'false',
    constraints: { excludeResourceRules: [rule({ resources: ['clusterresourceplacements'], apiVersions: ['v1'] })] },
  }),
  made('excludes-exact', {
    expression: 'false',
    constraints: { matchPolicy: 'Exact', excludeResourceRules: [rule({ resources: ['clusterresourceplacements'], apiVersions: ['v1'] })] },
  }),
  made('namespaced', { expression: 'false', constraints: { resourceRules: [rule({ scope: 'Namespaced' })] } }),
  made('cluster-wide', { expression: 'false', constraints: { resourceRules: [rule({ scope: 'Cluster' })] } }),
  made('named-resources', {
    expression: 'false',
    constraints: { resourceRules: [rule({ resources: ['resourceplacements', 'clusterresourceplacements/status'] })] },
  }),
  made('updates', {
    expression: 'object.spec.revisionHistoryLimit <= oldObject.spec.revisionHistoryLimit',
    constraints: { resourceRules: [rule({ operations: ['UPDATE'] })] },
  }),
  made('creates', { expression: 'oldObject != null', constraints: { resourceRules: [rule({ operations: ['CREATE'] })] } }),
  made('operation', {
    expression: "request.operation == 'CREATE' ? object.spec.revisionHistoryLimit > 5 : oldObject.metadata.name == request.name",
  }),
  made('labelled', { expression: 'false', constraints: { objectSelector: { matchLabels: { team: 'shop' } } } }),
  made('in-team', { expression: 'false', constraints: { namespaceSelector: { matchLabels: { team: 'shop' } } } }),
  made('not-in-fleet', {
    expression: 'false',
    constraints: {
      namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['fleet-lab'] }] },
    },
  }),
  made('bound-in-team', {
    expression: 'false',
    binding: {
      matchResources: {
        objectSelector: { matchLabels: { policy: 'bound-in-team' } },
        namespaceSelector: { matchLabels: { tier: 'prod' } },
      },
    },
  }),
  made('request-namespace', { expression: "request.namespace.startsWith('shop')" }),
  made('has-request-namespace', { expression: 'has(request.namespace) && !has(request.subResource)' }),
  made('request-resource', {
    expression: "request.resource.resource != 'clusterresourceplacements' && request.requestKind.kind == object.kind",
  }),
  made('namespace-object', { expression: "namespaceObject == null || namespaceObject.metadata.labels['team'] == 'shop'" }),
  made('params', {
    validations: [
      { expression: 'object.spec.revisionHistoryLimit <= int(params.data.most)', messageExpression: "'at most ' + params.data.most" },
    ],
    spec: ASKS_PARAMS,
    binding: { paramRef: { name: 'params-limits', namespace: 'shop', parameterNotFoundAction: 'Deny' } },
    others: [param('params-limits', { most: '5' })],
  }),
  made('params-missing', {
    expression: 'true',
    spec: ASKS_PARAMS,
    binding: { paramRef: { name: 'nowhere', namespace: 'shop', parameterNotFoundAction: 'Deny' } },
  }),
  made('params-missing-allowed', {
    expression: 'false',
    spec: ASKS_PARAMS,
    binding: { paramRef: { name: 'nowhere', namespace: 'shop', parameterNotFoundAction: 'Allow' } },
  }),
  made('params-selected', {
    expression: 'object.spec.revisionHistoryLimit != int(params.data.most)',
    spec: ASKS_PARAMS,
    binding: { paramRef: { selector: { matchLabels: { for: 'selected' } }, namespace: 'shop', parameterNotFoundAction: 'Deny' } },
    others: [param('selected-a', { most: '10' }, { for: 'selected' }), param('selected-b', { most: '20' }, { for: 'selected' })],
  }),
  made('params-of-request', {
    expression: 'object.spec.revisionHistoryLimit != int(params.data.most)',
    spec: ASKS_PARAMS,
    binding: { paramRef: { name: 'request-params', parameterNotFoundAction: 'Allow' } },
    others: [param('request-params', { most: '10' })],
  }),
  made('params-unbound', { expression: 'params == null', spec: ASKS_PARAMS }),
  made('warns', { expression: 'false', binding: { validationActions: ['Warn'] } }),
  made('audits', { expression: 'false', binding: { validationActions: ['Audit'] } }),
  made('audits-and-denies', { expression: 'false', binding: { validationActions: ['Audit', 'Deny'] } }),
  made('who', { expression: "request.userInfo.username == 'nobody'", isOpen: true }),
  made('who-or-true', { expression: "request.userInfo.username == 'nobody' || object.kind != ''" }),
  made('uid', { expression: "object.metadata.uid == 'x'", isOpen: true }),
  made('authorizes', { expression: "authorizer.group('').resource('pods').check('get').allowed() && false", isOpen: true }),
  made('quantities', { expression: "quantity('1').isLessThan(quantity('0'))", isOpen: true }),
  made('kubefleet-sets', {
    validations: [
      {
        expression: '(request.namespace.startsWith("fleet-")) || (request.namespace.startsWith("kube-"))',
        message: 'creating pods and replicas is disallowed in the fleet hub cluster',
        reason: 'Forbidden',
      },
    ],
    constraints: {
      resourceRules: [rule({ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['replicasets'] })],
    },
  }),
  made('replicas', { expression: 'object.spec.replicas <= 5', constraints: BUILT_IN, isOpen: true }),
  made('images', {
    expression: "object.spec.template.spec.containers.all(c, c.image.startsWith('other/'))",
    constraints: { resourceRules: [rule({ apiGroups: ['apps'], apiVersions: ['v1'] })] },
  }),
];

/** Edits that real API servers of Kubernetes 1.34 accept or refuse. Each row was tried on one. */
import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { immutableEdits } from '../../../src/static/answers/immutable-edits.ts';

describe('an edit that an API server refuses', () => {
  it.each<[string, KubeObject, KubeObject, readonly string[]]>([
    [
      'Deployment selector',
      obj('apps/v1', 'Deployment', workload({ app: 'a' })),
      obj('apps/v1', 'Deployment', workload({ app: 'b' })),
      ['/spec/selector'],
    ],
    [
      'Deployment selector key added',
      obj('apps/v1', 'Deployment', workload({ app: 'a' })),
      obj('apps/v1', 'Deployment', workload({ app: 'a', tier: 'x' })),
      ['/spec/selector'],
    ],
    [
      'Deployment template',
      obj('apps/v1', 'Deployment', workload({ app: 'a' }, { version: '1' })),
      obj('apps/v1', 'Deployment', workload({ app: 'a' }, { version: '2' })),
      [],
    ],
    [
      'Deployment empty matchExpressions',
      obj('apps/v1', 'Deployment', workload({ app: 'a' })),
      obj('apps/v1', 'Deployment', {
        spec: { selector: { matchLabels: { app: 'a' }, matchExpressions: [] }, template: pod({ app: 'a' }) },
      }),
      [],
    ],
    [
      'DaemonSet selector',
      obj('apps/v1', 'DaemonSet', workload({ app: 'a' })),
      obj('apps/v1', 'DaemonSet', workload({ app: 'b' })),
      ['/spec/selector'],
    ],
    [
      'ReplicaSet selector',
      obj('apps/v1', 'ReplicaSet', workload({ app: 'a' })),
      obj('apps/v1', 'ReplicaSet', workload({ app: 'b' })),
      ['/spec/selector'],
    ],
    [
      'StatefulSet serviceName',
      obj('apps/v1', 'StatefulSet', stateful({})),
      obj('apps/v1', 'StatefulSet', stateful({ serviceName: 't' })),
      ['/spec/serviceName'],
    ],
    [
      'StatefulSet podManagementPolicy',
      obj('apps/v1', 'StatefulSet', stateful({})),
      obj('apps/v1', 'StatefulSet', stateful({ podManagementPolicy: 'Parallel' })),
      ['/spec/podManagementPolicy'],
    ],
    [
      'StatefulSet default spelled out',
      obj('apps/v1', 'StatefulSet', stateful({})),
      obj('apps/v1', 'StatefulSet', stateful({ podManagementPolicy: 'OrderedReady' })),
      [],
    ],
    [
      'StatefulSet claim size',
      obj('apps/v1', 'StatefulSet', stateful({ volumeClaimTemplates: [claim('1Gi')] })),
      obj('apps/v1', 'StatefulSet', stateful({ volumeClaimTemplates: [claim('2Gi')] })),
      ['/spec/volumeClaimTemplates'],
    ],
    [
      'StatefulSet claim size spelled otherwise',
      obj('apps/v1', 'StatefulSet', stateful({ volumeClaimTemplates: [claim('1Gi')] })),
      obj('apps/v1', 'StatefulSet', stateful({ volumeClaimTemplates: [claim('1024Mi')] })),
      [],
    ],
    [
      'StatefulSet claim added',
      obj('apps/v1', 'StatefulSet', stateful({})),
      obj('apps/v1', 'StatefulSet', stateful({ volumeClaimTemplates: [claim('1Gi')] })),
      ['/spec/volumeClaimTemplates'],
    ],
    [
      'StatefulSet replicas and the like',
      obj('apps/v1', 'StatefulSet', stateful({})),
      obj(
        'apps/v1',
        'StatefulSet',
        stateful({
          replicas: 2,
          minReadySeconds: 5,
          revisionHistoryLimit: 3,
          ordinals: { start: 1 },
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        }),
      ),
      [],
    ],
    ['Job template', obj('batch/v1', 'Job', job('a')), obj('batch/v1', 'Job', job('b')), ['/spec/template']],
    [
      'Job arguments that came',
      obj('batch/v1', 'Job', job('a')),
      obj(
        'batch/v1',
        'Job',
        job('a', { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'a', args: ['b'] }] } } }),
      ),
      ['/spec/template'],
    ],
    [
      'Job defaults of the template spelled out',
      obj('batch/v1', 'Job', job('a')),
      obj(
        'batch/v1',
        'Job',
        job('a', {
          template: {
            spec: {
              restartPolicy: 'Never',
              dnsPolicy: 'ClusterFirst',
              volumes: [],
              containers: [{ name: 'c', image: 'a', args: null, imagePullPolicy: 'Always' }],
            },
          },
        }),
      ),
      [],
    ],
    [
      'Job podFailurePolicy that came',
      obj('batch/v1', 'Job', job('a')),
      obj('batch/v1', 'Job', job('a', { podFailurePolicy: { rules: [] } })),
      ['/spec/podFailurePolicy'],
    ],
    [
      'Service loadBalancerClass',
      obj('v1', 'Service', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerClass: 'example.com/old' } }),
      obj('v1', 'Service', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerClass: 'example.com/lb' } }),
      ['/spec/loadBalancerClass'],
    ],
    [
      'Service loadBalancerClass with the type',
      obj('v1', 'Service', { spec: { ports: [{ port: 80 }] } }),
      obj('v1', 'Service', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerClass: 'example.com/lb' } }),
      [],
    ],
    [
      'CSIDriver attachRequired',
      obj('storage.k8s.io/v1', 'CSIDriver', { spec: { volumeLifecycleModes: ['Persistent'] } }),
      obj('storage.k8s.io/v1', 'CSIDriver', { spec: { attachRequired: false, volumeLifecycleModes: ['Persistent'] } }),
      ['/spec/attachRequired'],
    ],
    [
      'claim of a source that is forgotten',
      obj('v1', 'PersistentVolumeClaim', { spec: { dataSource: { apiGroup: 'a.example.com', kind: 'A', name: 'a' } } }),
      obj('v1', 'PersistentVolumeClaim', { spec: { dataSource: { apiGroup: 'a.example.com', kind: 'B', name: 'a' } } }),
      [],
    ],
    ['Job parallelism', obj('batch/v1', 'Job', job('a')), obj('batch/v1', 'Job', job('a', { parallelism: 2 })), []],
    [
      'Job completions',
      obj('batch/v1', 'Job', job('a', { completions: 2 })),
      obj('batch/v1', 'Job', job('a', { completions: 3 })),
      ['/spec/completions'],
    ],
    [
      'Job completionMode',
      obj('batch/v1', 'Job', job('a', { completions: 2 })),
      obj('batch/v1', 'Job', job('a', { completions: 2, completionMode: 'Indexed' })),
      ['/spec/completionMode'],
    ],
    [
      'Job backoffLimitPerIndex',
      obj('batch/v1', 'Job', job('a', { completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 })),
      obj('batch/v1', 'Job', job('a', { completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 2 })),
      ['/spec/backoffLimitPerIndex'],
    ],
    [
      'Job podFailurePolicy',
      obj(
        'batch/v1',
        'Job',
        job('a', { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } }] } }),
      ),
      obj(
        'batch/v1',
        'Job',
        job('a', { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [2] } }] } }),
      ),
      ['/spec/podFailurePolicy'],
    ],
    [
      'Job successPolicy',
      obj(
        'batch/v1',
        'Job',
        job('a', { completions: 2, completionMode: 'Indexed', successPolicy: { rules: [{ succeededIndexes: '0' }] } }),
      ),
      obj(
        'batch/v1',
        'Job',
        job('a', { completions: 2, completionMode: 'Indexed', successPolicy: { rules: [{ succeededIndexes: '1' }] } }),
      ),
      ['/spec/successPolicy'],
    ],
    [
      'ConfigMap sealed data',
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1' } }),
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '2' } }),
      ['/data'],
    ],
    [
      'ConfigMap sealed key added',
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1' } }),
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1', b: '2' } }),
      ['/data'],
    ],
    [
      'ConfigMap sealed key removed',
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1', b: '2' } }),
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1' } }),
      ['/data'],
    ],
    [
      'ConfigMap sealed binaryData',
      obj('v1', 'ConfigMap', { immutable: true, binaryData: { a: 'YQ==' } }),
      obj('v1', 'ConfigMap', { immutable: true, binaryData: { a: 'Yg==' } }),
      ['/binaryData'],
    ],
    [
      'ConfigMap unsealed',
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1' } }),
      obj('v1', 'ConfigMap', { data: { a: '1' } }),
      ['/immutable'],
    ],
    [
      'ConfigMap now sealed',
      obj('v1', 'ConfigMap', { data: { a: '1' } }),
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '2' } }),
      [],
    ],
    [
      'ConfigMap sealed labels',
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1' } }),
      obj('v1', 'ConfigMap', { immutable: true, data: { a: '1' }, metadata: { name: 'x', labels: { x: 'y' } } }),
      [],
    ],
    ['Secret type', obj('v1', 'Secret', { type: 'Opaque' }), obj('v1', 'Secret', { type: 'example.com/x' }), ['/type']],
    [
      'Secret sealed stringData',
      obj('v1', 'Secret', { immutable: true, stringData: { a: '1' } }),
      obj('v1', 'Secret', { immutable: true, stringData: { a: '2' } }),
      ['/stringData'],
    ],
    [
      'Secret sealed same in other words',
      obj('v1', 'Secret', { immutable: true, stringData: { a: '1' } }),
      obj('v1', 'Secret', { immutable: true, data: { a: 'MQ==' } }),
      [],
    ],
    [
      'Secret sealed stringData taken out',
      obj('v1', 'Secret', { immutable: true, stringData: { a: '1', b: '2' } }),
      obj('v1', 'Secret', { immutable: true, stringData: { a: '1' } }),
      [],
    ],
    [
      'Service headless to address',
      obj('v1', 'Service', { spec: { clusterIP: 'None', ports: [{ port: 80 }] } }),
      obj('v1', 'Service', { spec: { clusterIP: '10.0.0.77', ports: [{ port: 80 }] } }),
      ['/spec/clusterIP'],
    ],
    [
      'Service made headless',
      obj('v1', 'Service', { spec: { ports: [{ port: 80 }] } }),
      obj('v1', 'Service', { spec: { clusterIP: 'None', ports: [{ port: 80 }] } }),
      ['/spec/clusterIP'],
    ],
    [
      'Service address',
      obj('v1', 'Service', { spec: { clusterIP: '10.0.0.78', ports: [{ port: 80 }] } }),
      obj('v1', 'Service', { spec: { clusterIP: '10.0.0.79', ports: [{ port: 80 }] } }),
      ['/spec/clusterIP'],
    ],
    [
      'Service made ExternalName',
      obj('v1', 'Service', { spec: { clusterIP: 'None', ports: [{ port: 80 }] } }),
      obj('v1', 'Service', { spec: { type: 'ExternalName', externalName: 'x.example.com', ports: [{ port: 80 }] } }),
      [],
    ],
    [
      'Service headless left out',
      obj('v1', 'Service', { spec: { clusterIP: 'None', ports: [{ port: 80 }] } }),
      obj('v1', 'Service', { spec: { ports: [{ port: 80 }] } }),
      [],
    ],
    [
      'PVC class',
      obj('v1', 'PersistentVolumeClaim', pvc({})),
      obj('v1', 'PersistentVolumeClaim', pvc({ storageClassName: 'slow' })),
      ['/spec/storageClassName'],
    ],
    [
      'PVC access modes',
      obj('v1', 'PersistentVolumeClaim', pvc({})),
      obj('v1', 'PersistentVolumeClaim', pvc({ accessModes: ['ReadWriteMany'] })),
      ['/spec/accessModes'],
    ],
    [
      'PVC volume mode',
      obj('v1', 'PersistentVolumeClaim', pvc({})),
      obj('v1', 'PersistentVolumeClaim', pvc({ volumeMode: 'Block' })),
      ['/spec/volumeMode'],
    ],
    [
      'PVC selector',
      obj('v1', 'PersistentVolumeClaim', pvc({})),
      obj('v1', 'PersistentVolumeClaim', pvc({ selector: { matchLabels: { a: 'b' } } })),
      ['/spec/selector'],
    ],
    [
      'PVC labels',
      obj('v1', 'PersistentVolumeClaim', pvc({})),
      obj('v1', 'PersistentVolumeClaim', { ...pvc({}), metadata: { name: 'x', labels: { a: 'b' } } }),
      [],
    ],
    [
      'PV source',
      obj('v1', 'PersistentVolume', pv({ hostPath: { path: '/a' } })),
      obj('v1', 'PersistentVolume', pv({ hostPath: { path: '/b' } })),
      ['/spec/hostPath'],
    ],
    [
      'PV other source',
      obj('v1', 'PersistentVolume', pv({ hostPath: { path: '/a' } })),
      obj('v1', 'PersistentVolume', pv({ nfs: { server: 's', path: '/b' } })),
      ['/spec/nfs'],
    ],
    [
      'PV reclaim policy',
      obj('v1', 'PersistentVolume', pv({ hostPath: { path: '/a' } })),
      obj('v1', 'PersistentVolume', pv({ hostPath: { path: '/a' }, persistentVolumeReclaimPolicy: 'Delete' })),
      [],
    ],
    [
      'ClusterRoleBinding',
      obj('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', binding('view')),
      obj('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', binding('edit')),
      ['/roleRef'],
    ],
    [
      'RoleBinding',
      obj('rbac.authorization.k8s.io/v1', 'RoleBinding', binding('view')),
      obj('rbac.authorization.k8s.io/v1', 'RoleBinding', binding('edit')),
      ['/roleRef'],
    ],
    [
      'StorageClass',
      obj('storage.k8s.io/v1', 'StorageClass', { provisioner: 'a', parameters: { x: '1' } }),
      obj('storage.k8s.io/v1', 'StorageClass', {
        provisioner: 'b',
        parameters: {},
        reclaimPolicy: 'Retain',
        volumeBindingMode: 'WaitForFirstConsumer',
      }),
      ['/provisioner', '/parameters', '/reclaimPolicy', '/volumeBindingMode'],
    ],
    [
      'StorageClass expansion',
      obj('storage.k8s.io/v1', 'StorageClass', { provisioner: 'a' }),
      obj('storage.k8s.io/v1', 'StorageClass', { provisioner: 'a', allowVolumeExpansion: true, reclaimPolicy: 'Delete' }),
      [],
    ],
    [
      'PriorityClass',
      obj('scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }),
      obj('scheduling.k8s.io/v1', 'PriorityClass', { value: 2, preemptionPolicy: 'Never' }),
      ['/value', '/preemptionPolicy'],
    ],
    [
      'IngressClass',
      obj('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/a' } }),
      obj('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/b' } }),
      ['/spec/controller'],
    ],
    [
      'RuntimeClass',
      obj('node.k8s.io/v1', 'RuntimeClass', { handler: 'a' }),
      obj('node.k8s.io/v1', 'RuntimeClass', { handler: 'b' }),
      ['/handler'],
    ],
    [
      'EndpointSlice',
      obj('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [] }),
      obj('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv6', endpoints: [] }),
      ['/addressType'],
    ],
    [
      'ControllerRevision',
      obj('apps/v1', 'ControllerRevision', { revision: 1, data: { a: 1 } }),
      obj('apps/v1', 'ControllerRevision', { revision: 1, data: { a: 2 } }),
      ['/data'],
    ],
    [
      'ResourceQuota',
      obj('v1', 'ResourceQuota', { spec: { hard: { pods: '1' }, scopes: ['BestEffort'] } }),
      obj('v1', 'ResourceQuota', { spec: { hard: { pods: '1' } } }),
      ['/spec/scopes'],
    ],
    [
      'CRD scope',
      obj('apiextensions.k8s.io/v1', 'CustomResourceDefinition', crd('Namespaced')),
      obj('apiextensions.k8s.io/v1', 'CustomResourceDefinition', crd('Cluster')),
      ['/spec/scope'],
    ],
    [
      'PDB selector',
      obj('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } }),
      obj('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: { matchLabels: { a: 'c' } } } }),
      [],
    ],
    ['Job that is suspended', obj('batch/v1', 'Job', job('a', { suspend: true })), obj('batch/v1', 'Job', suspendedOn('linux')), []],
  ])('is reported: %s', (_what, before, after, pointers) => {
    expect(immutableEdits(before, after)).toEqual(pointers);
  });

  it('is not reported if the object may no longer exist by then', () => {
    const cleared = (image: string): KubeObject => obj('batch/v1', 'Job', job(image, { ttlSecondsAfterFinished: 60 }));
    expect(immutableEdits(cleared('a'), cleared('b'))).toEqual([]);
  });
});

// Sources of Kubernetes 1.34: `pkg/apis/{certificates,core,networking,resource,storage}/validation`.
describe('an edit that the validation of an API server refuses', () => {
  const requests = (deviceClassName: string): object => ({ devices: { requests: [{ name: 'a', exactly: { deviceClassName } }] } });
  const claimOf = (spec: object, version = 'v1'): KubeObject => obj(`resource.k8s.io/${version}`, 'ResourceClaim', { spec });
  const template = (spec: object, labels?: object): KubeObject =>
    obj('resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec, ...(labels && { metadata: { labels } }) } });
  const attributes = (parameters: object, driverName = 'a.b'): KubeObject =>
    obj('storage.k8s.io/v1', 'VolumeAttributesClass', { driverName, parameters });
  const service = (...ipFamilies: readonly string[]): KubeObject => obj('v1', 'Service', { spec: { ipFamilies } });
  const headless = (family: string): KubeObject => obj('v1', 'Service', { spec: { clusterIP: 'None', ipFamilies: [family] } });
  const ranges = (...cidrs: readonly string[]): KubeObject => obj('networking.k8s.io/v1', 'ServiceCIDR', { spec: { cidrs } });
  const bundle = (signerName: string | undefined): KubeObject =>
    obj('certificates.k8s.io/v1beta1', 'ClusterTrustBundle', { spec: { signerName, trustBundle: 'x' } });
  const filled = { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'x', allocationMode: 'ExactCount', count: 1 } }] } };
  const old = { devices: { requests: [{ name: 'a', deviceClassName: 'x' }] } };
  const constrained = { devices: { constraints: [{ matchAttribute: 'a.b/c' }] } };
  const run = (spec: Fields, container: Fields = {}, podSpec: Fields = {}, labels: Fields = {}): KubeObject => {
    const containers = [{ name: 'c', image: 'a', ...container }];
    return obj('batch/v1', 'Job', { spec: { template: { metadata: { labels }, spec: { containers, ...podSpec } }, ...spec } });
  };
  const suspended = run({ suspend: true });
  const indexed = (completions: number, parallelism?: number): KubeObject => run({ completionMode: 'Indexed', completions, parallelism });
  const scheduling = { tolerations: [{ key: 'a' }], affinity: { nodeAffinity: {} }, schedulingGates: [{ name: 'a' }] };

  it.each<[string, KubeObject, KubeObject, readonly string[]]>([
    ['the image of a suspended Job', suspended, run({ suspend: true }, { image: 'b' }), ['/spec/template']],
    ['the image of a Job that no longer is suspended', suspended, run({}, { image: 'b' }), ['/spec/template']],
    ['a variable of a suspended Job', suspended, run({ suspend: true }, { env: [{ name: 'A' }] }), ['/spec/template']],
    ['what a suspended Job may change', suspended, run({ suspend: true }, {}, scheduling, { a: 'b' }), []],
    [
      'resources of a suspended Job',
      run({ suspend: true }, { resources: { limits: { cpu: 1 } } }),
      run({ suspend: true }, { resources: { limits: { cpu: 2 } } }),
      [],
    ],
    ['the manager of a Job', suspended, run({ suspend: true, managedBy: 'a.b/c' }), ['/spec/managedBy']],
    ['completions of an Indexed Job', indexed(2, 2), indexed(3, 2), ['/spec/completions']],
    ['completions of an Indexed Job without parallelism', indexed(2), indexed(3), ['/spec/completions']],
    ['completions of an Indexed Job with parallelism', indexed(2, 2), indexed(3, 3), []],
    ['parallelism of an Indexed Job', indexed(2, 2), indexed(2, 1), []],
    ['the class of a claim', claimOf(requests('x')), claimOf(requests('y')), ['/spec/devices/requests']],
    ['a constraint of a claim', claimOf({ devices: {} }), claimOf(constrained), ['/spec/devices/constraints']],
    ['defaults of a claim', claimOf(filled), claimOf(requests('x')), []],
    ['the version of a claim', claimOf(old, 'v1beta1'), claimOf(requests('x')), []],
    ['the class of a template', template(requests('x')), template(requests('y')), ['/spec/spec/devices/requests']],
    ['a label of a template', template(requests('x'), { a: 'b' }), template(requests('x'), { a: 'c' }), ['/spec/metadata']],
    ['parameters', attributes({ a: 'x' }), attributes({ a: 'y' }), ['/parameters']],
    ['a driver', attributes({}), attributes({}, 'c.d'), ['/driverName']],
    ['the first family of a Service', service('IPv4'), service('IPv6'), ['/spec/ipFamilies']],
    ['the order of families', service('IPv4', 'IPv6'), service('IPv6', 'IPv4'), ['/spec/ipFamilies']],
    ['a second family', service('IPv4'), service('IPv4', 'IPv6'), []],
    ['families left to the hub', service('IPv4'), obj('v1', 'Service', { spec: {} }), []],
    ['the family of a headless Service', headless('IPv4'), headless('IPv6'), []],
    ['a range of Services', ranges('10.0.0.0/24'), ranges('10.0.1.0/24'), ['/spec/cidrs']],
    ['a second range', ranges('10.0.0.0/24'), ranges('10.0.0.0/24', 'fd00::/112'), []],
    ['fewer ranges', ranges('10.0.0.0/24', 'fd00::/112'), ranges('10.0.0.0/24'), ['/spec/cidrs']],
    ['a signer', bundle('a.b/c'), bundle('a.b/d'), ['/spec/signerName']],
    ['no signer any more', bundle('a.b/c'), bundle(undefined), ['/spec/signerName']],
  ])('%s', (_, before, after, expected) => {
    expect(immutableEdits(before, after)).toEqual(expected);
  });
});

function obj(apiVersion: string, kind: string, fields: Fields): KubeObject {
  return { apiVersion, kind, metadata: { name: 'x' }, ...fields };
}

type Fields = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

function pod(labels: Labels): Fields {
  return { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
}

function workload(selector: Labels, more: Labels = {}): Fields {
  return { spec: { selector: { matchLabels: selector }, template: pod({ ...selector, ...more }) } };
}

/** Source: `pkg/apis/core/validation` of Kubernetes 1.34, ValidatePersistentVolumeClaimUpdate. */
describe('the storage that a claim requests', () => {
  it.each<[string, string, string, Fields, readonly string[]]>([
    ['can grow', '10Gi', '20Gi', {}, []],
    ['can be spelled otherwise', '10Gi', '10240Mi', {}, []],
    ['cannot become smaller', '10Gi', '10239Mi', {}, ['/spec/resources/requests/storage']],
    ['cannot grow before the claim is bound', '10Gi', '20Gi', { status: { phase: 'Pending' } }, ['/spec/resources/requests/storage']],
    ['can be spelled otherwise before the claim is bound', '10Gi', '10240Mi', { status: { phase: 'Pending' } }, []],
    ['can grow after the claim is bound', '10Gi', '20Gi', { status: { phase: 'Bound' } }, []],
  ])('%s', (_name, before, after, state, expected) => {
    const sized = (storage: string): KubeObject => obj('v1', 'PersistentVolumeClaim', pvc({ resources: { requests: { storage } } }));
    expect(immutableEdits({ ...sized(before), ...state }, sized(after))).toEqual(expected);
  });
});

/** Source: `k8s.io/apiextensions-apiserver` 0.34, ValidateCustomResourceDefinitionStoredVersions. */
describe('the versions of a CustomResourceDefinition', () => {
  const versioned = (names: string, status: Fields = {}, apiVersion = 'apiextensions.k8s.io/v1'): KubeObject => {
    const versions = names.split(' ').map((name) => ({ name: name.replace('*', ''), served: true, storage: name.endsWith('*') }));
    return obj(apiVersion, 'CustomResourceDefinition', {
      ...crd('Cluster'),
      spec: { ...(crd('Cluster')['spec'] as Fields), versions },
      ...status,
    });
  };
  const stored = (...storedVersions: readonly string[]): Fields => ({ status: { storedVersions } });
  const name = (index: number): string => `/spec/versions/${index}/name`;

  it.each<[string, KubeObject, KubeObject, readonly string[]]>([
    ['may get a new one', versioned('v1*'), versioned('v1 v2*'), []],
    ['may lose one that was not stored', versioned('v1 v2*'), versioned('v2*'), []],
    ['cannot lose the stored one to a new one', versioned('v1*'), versioned('v2*'), [name(0)]],
    ['cannot lose the stored one to a new one beside another', versioned('v1 v2*'), versioned('v1 v3*'), [name(1)]],
    ['cannot lose the stored one to an existing one', versioned('v1* v2'), versioned('v2*'), ['/spec/versions']],
    ['cannot lose one that the hub has noted', versioned('v1 v2*', stored('v1', 'v2')), versioned('v2*'), ['/spec/versions']],
    ['may lose one that was migrated', versioned('v1 v2*', stored('v2')), versioned('v2*'), []],
    ['are not known with a placeholder', versioned('v1*'), versioned('${VERSION}*'), []],
    ['were not accepted with two that are stored', versioned('v1* v2*'), versioned('v2*'), []],
    ['are not known before v1', versioned('v1*', {}, 'apiextensions.k8s.io/v1beta1'), versioned('v2*'), []],
  ])('%s', (_name, before, after, expected) => {
    expect(immutableEdits(before, after)).toEqual(expected);
  });
});

function stateful(spec: Fields): Fields {
  return { spec: { selector: { matchLabels: { app: 'a' } }, serviceName: 's', template: pod({ app: 'a' }), ...spec } };
}

function claim(storage: string): Fields {
  return { metadata: { name: 'd' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } } };
}

function job(image: string, spec: Fields = {}): Fields {
  return { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image }] } }, ...spec } };
}

function suspendedOn(os: string): Fields {
  const podSpec = { restartPolicy: 'Never', nodeSelector: { 'kubernetes.io/os': os }, containers: [{ name: 'c', image: 'a' }] };
  return { spec: { suspend: true, template: { spec: podSpec } } };
}

function pvc(spec: Fields): Fields {
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } };
  return { spec: { ...common, ...spec } };
}

function pv(source: Fields): Fields {
  return { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source } };
}

function binding(name: string): Fields {
  return { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name } };
}

function crd(scope: string): Fields {
  return { spec: { group: 'example.com', scope, names: { kind: 'Widget', plural: 'widgets' }, versions: [] } };
}

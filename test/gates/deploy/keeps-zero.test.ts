import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asWanted } from '../../../src/gates/deploy/content/comparable.ts';
import { missingFrom } from '../../../src/gates/deploy/content/equal.ts';
import { typeRules } from '../../../src/gates/deploy/content/type-rules.ts';

type Json = Readonly<Record<string, unknown>>;

const of = (apiVersion: string, kind: string, content: Json): KubeObject => ({ apiVersion, kind, metadata: { name: 'x' }, ...content });
const differsAt = (live: KubeObject, manifest: KubeObject): string | undefined =>
  missingFrom(live, asWanted(manifest), '', typeRules(live));

const pod = (spec: Json): KubeObject => of('apps/v1', 'Deployment', { spec: { template: { spec } } });
const container = (more: Json): KubeObject => pod({ containers: [{ name: 'a', ...more }] });
const schema = (more: Json): KubeObject =>
  of('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { spec: { versions: [{ schema: { openAPIV3Schema: more } }] } });
const volume = (kind: string, spec: Json): KubeObject => of('v1', kind, { spec: { volumeMode: 'Filesystem', ...spec } });

describe('an empty value in one of the kinds of Kubernetes that the hub does not have', () => {
  test.each<readonly [string, (more: Json) => KubeObject, Json]>([
    ['the class of a PersistentVolume', (more) => volume('PersistentVolume', more), { storageClassName: '' }],
    ['the prefix of variables', (more) => container({ envFrom: [{ secretRef: { name: 's' }, ...more }] }), { prefix: '' }],
    ['the address of a port', (more) => container({ ports: [{ containerPort: 80, ...more }] }), { hostIP: '' }],
    ['a user of SELinux', (more) => container({ securityContext: { seLinuxOptions: { level: 's0', ...more } } }), { user: '' }],
    ['a revision', (more) => pod({ volumes: [{ name: 'v', gitRepo: { repository: 'r', ...more } }] }), { revision: '' }],
    [
      'a message',
      (more) =>
        of('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', { spec: { validations: [{ expression: 'true', ...more }] } }),
      { message: '' },
    ],
    [
      'the number of a named port',
      (more) => of('networking.k8s.io/v1', 'Ingress', { spec: { defaultBackend: { service: { port: { name: 'http', ...more } } } } }),
      { number: 0 },
    ],
    [
      'the version of a target',
      (more) => of('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { scaleTargetRef: { kind: 'Deployment', ...more } } }),
      { apiVersion: '' },
    ],
    [
      'the former topology of an endpoint',
      (more) => of('discovery.k8s.io/v1', 'EndpointSlice', { endpoints: [{ addresses: ['10.0.0.1'], ...more }] }),
      { deprecatedTopology: {} },
    ],
    ['zeros of a schema', schema, { title: '', exclusiveMinimum: false, uniqueItems: false, 'x-kubernetes-embedded-resource': false }],
    [
      'texts of a validation',
      (more) => schema({ 'x-kubernetes-validations': [{ rule: 'true', ...more }] }),
      { message: '', fieldPath: '' },
    ],
    ['a property that is named default', (more) => schema({ properties: { default: { type: 'string', ...more } } }), { title: '' }],
  ])('is not a difference if the API server does not store it: %s', (_what, object, empty) => {
    expect(differsAt(object({}), object(empty))).toBeUndefined();
  });

  test.each<readonly [string, (more: Json) => KubeObject, Json]>([
    ['the class of a PersistentVolumeClaim', (more) => volume('PersistentVolumeClaim', more), { storageClassName: '' }],
    ['replicas', (more) => of('apps/v1', 'Deployment', { spec: more }), { replicas: 0 }],
    ['links of Services', pod, { enableServiceLinks: false }],
    ['the token of a pod', pod, { automountServiceAccountToken: false }],
    ['the token of an account', (more) => of('v1', 'ServiceAccount', more), { automountServiceAccountToken: false }],
    ['escalation of rights', (more) => container({ securityContext: more }), { allowPrivilegeEscalation: false }],
    ['the user of a container', (more) => container({ securityContext: more }), { runAsUser: 0 }],
    ['a limit', (more) => container({ resources: { limits: { memory: '1Gi', ...more } } }), { cpu: 0 }],
    ['a quota', (more) => of('v1', 'ResourceQuota', { spec: { hard: { pods: '1', ...more } } }), { services: 0 }],
    ['a parameter', (more) => of('storage.k8s.io/v1', 'StorageClass', { parameters: { a: '1', ...more } }), { zone: '' }],
    [
      'the partition of an update',
      (more) => of('apps/v1', 'StatefulSet', { spec: { updateStrategy: { rollingUpdate: more } } }),
      { partition: 0 },
    ],
    ['the least of a schema', schema, { minimum: 0 }],
    ['other properties of a schema', schema, { additionalProperties: false }],
    ['a value within a default', (more) => schema({ default: { a: 1, ...more } }), { enabled: false }],
  ])('is a difference if the API server stores it: %s', (_what, object, empty) => {
    expect(differsAt(object({}), object(empty))).toMatch(new RegExp(`/${Object.keys(empty).join('')}$`));
    expect(differsAt(object(empty), object(empty))).toBeUndefined();
  });

  test('is a difference in a custom resource', () => {
    const custom = (more: Json): KubeObject => of('shop.example/v1', 'Order', { spec: { a: 1, ...more } });
    expect(differsAt(custom({}), custom({ prefix: '' }))).toBe('/spec/prefix');
    expect(differsAt(custom({}), custom({ uniqueItems: false }))).toBe('/spec/uniqueItems');
  });
});

test('an empty group of a subject or a role is that of RBAC', () => {
  const binding = (apiGroup: string): KubeObject =>
    of('rbac.authorization.k8s.io/v1', 'RoleBinding', {
      roleRef: { kind: 'Role', name: 'r', apiGroup },
      subjects: [{ kind: 'User', name: 'u', apiGroup }],
    });
  expect(differsAt(binding('rbac.authorization.k8s.io'), binding(''))).toBeUndefined();
  expect(differsAt(binding('other.example'), binding(''))).toBe('/roleRef/apiGroup');
});

describe('the second address family that the API server adds to a Service', () => {
  const service = (spec: Json): KubeObject => of('v1', 'Service', { spec });
  test.each(['PreferDualStack', 'RequireDualStack'])('is not a difference with %s', (ipFamilyPolicy) => {
    const live = service({ ipFamilyPolicy, ipFamilies: ['IPv4', 'IPv6'], clusterIPs: ['10.0.0.1', 'fd00::1'] });
    expect(differsAt(live, service({ ipFamilyPolicy, ipFamilies: ['IPv4'], clusterIPs: ['10.0.0.1'] }))).toBeUndefined();
    expect(differsAt(live, service({ ipFamilyPolicy, ipFamilies: ['IPv6'] }))).toBe('/spec/ipFamilies/0');
    expect(differsAt(live, service({ ipFamilyPolicy, ipFamilies: ['IPv6', 'IPv4'] }))).toBe('/spec/ipFamilies/0');
  });

  test('is one otherwise', () => {
    const spec = { ipFamilies: ['IPv4', 'IPv6'] };
    const live = service(spec);
    expect(differsAt(live, service({ ipFamilies: ['IPv4'] }))).toBe('/spec/ipFamilies');
    expect(
      differsAt(service({ ...spec, ipFamilyPolicy: 'SingleStack' }), service({ ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] })),
    ).toBe('/spec/ipFamilies');
  });
});

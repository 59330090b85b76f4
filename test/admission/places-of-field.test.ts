import { expect, test } from 'vitest';
import { structuralErrorsOf } from '../../src/admission/kubernetes/structural-errors.ts';
import type { JsonObject } from '../../src/fleet/json/json.ts';

/** A Deployment with more at the given levels. */
function deployment(more: Readonly<Record<'top' | 'spec' | 'pod' | 'container', JsonObject>>): JsonObject {
  const containers = [{ name: 'web', image: 'nginx:1.27', ...more.container }];
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers, ...more.pod } };
  const spec = { selector: { matchLabels: { app: 'web' } }, template, ...more.spec };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec, ...more.top };
}

const NOTHING = { top: {}, spec: {}, pod: {}, container: {} };

test.each([
  ['top', { replicas: 3 }, ['spec.replicas']],
  ['top', { labels: { a: 'b' } }, ['metadata.labels']],
  ['top', { template: {} }, ['spec.template']],
  ['spec', { containers: [] }, ['spec.template.spec.containers']],
  ['spec', { strategy: { maxUnavailable: 1 } }, ['spec.strategy.rollingUpdate.maxUnavailable']],
  ['pod', { image: 'a' }, ['spec.template.spec.containers[].image']],
  ['pod', { replicas: 3 }, ['spec.replicas']],
  ['pod', { securityContext: { capabilities: {} } }, ['spec.template.spec.containers[].securityContext.capabilities']],
  ['container', { limits: {} }, ['spec.template.spec.containers[0].resources.limits']],
  ['container', { serviceAccountName: 'a' }, ['spec.template.spec.serviceAccountName']],
  ['container', { runAsUser: 1 }, ['spec.template.spec.containers[0].securityContext.runAsUser']],
  [
    'container',
    { readinessProbe: { port: 80 } },
    ['grpc', 'httpGet', 'tcpSocket'].map((probe) => `spec.template.spec.containers[0].readinessProbe.${probe}.port`),
  ],
] as const)('a field of another place of its kind is refused with the nearest one: %s %j', (level, more, belongs) => {
  const found = structuralErrorsOf(deployment({ ...NOTHING, [level]: more }));
  expect(found).toMatchObject([{ fault: 'unknown', belongs }]);
});

test.each([
  ['spec', { selector: { app: 'web' } }, ['spec.selector.matchLabels']],
  [
    'container',
    { resources: { cpu: 1 } },
    ['spec.template.spec.containers[0].resources.limits', 'spec.template.spec.containers[0].resources.requests'],
  ],
  ['top', { metadata: { name: 'web', team: 'a' } }, ['metadata.labels']],
] as const)('an entry of a mapping that is beside it is refused with the mapping: %s %j', (level, more, entryOf) => {
  expect(structuralErrorsOf(deployment({ ...NOTHING, [level]: more }))).toMatchObject([{ fault: 'unknown', entryOf }]);
});

test('a misspelt field is refused, also beside the field that it means', () => {
  const found = (spec: JsonObject): unknown =>
    structuralErrorsOf(deployment({ ...NOTHING, spec })).map(({ allowed, unknownTo }) => [allowed, unknownTo !== undefined]);
  expect(found({ replica: 2 })).toEqual([[['replicas'], false]]);
  expect(found({ replicas: 2, replica: 5 })).toEqual([[['replicas'], false]]);
  // The name that a newer field would have.
  expect(found({ replicas: 2, replicass: 5 })).toEqual([[[], true]]);
});

test('a field that no release has may be one of a newer Kubernetes, but not in metadata', () => {
  const unknown = (level: 'top' | 'pod', more: JsonObject): unknown =>
    structuralErrorsOf(deployment({ ...NOTHING, [level]: more })).map(({ unknownTo }) => unknownTo);
  expect(unknown('pod', { inventedField: {} })).toEqual([{ oldest: '1.29', newest: '1.37' }]);
  expect(unknown('top', { metadata: { name: 'web', invented: {} } })).toEqual([undefined]);
});

test.each([
  ['of Kubernetes 1.37', 'pod', { evictionResponders: [] }],
  ['of Kubernetes 1.30 that was removed', 'pod', { resourceClaims: [{ name: 'a', source: {} }] }],
  ['of the status', 'top', { status: { anything: 1 } }],
  ['that another tool replaces', 'pod', { '${FIELDS}': 1, $patch: 'merge', '<<': {} }],
  ['of the API server', 'top', { metadata: { name: 'web', managedFields: [] } }],
] as const)('a field %s is accepted', (_, level, more) => {
  expect(structuralErrorsOf(deployment({ ...NOTHING, [level]: more }))).toEqual([]);
});

test('a claim in a StatefulSet is an object, with its type and status', () => {
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec: {}, status: {} };
  const whole = deployment(NOTHING);
  const spec = { ...(whole['spec'] as JsonObject), serviceName: 'a', volumeClaimTemplates: [claim] };
  expect(structuralErrorsOf({ ...whole, kind: 'StatefulSet', spec })).toEqual([]);
});

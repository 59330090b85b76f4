import { expect, test } from 'vitest';

import { missingKind } from '../../../src/static/answers/missing-kind.ts';
import { worldOf } from '../../support/trees/lint-texts.ts';

const HUB = `apiVersion: v1
kind: APIResourceList
metadata: { name: v1 }
groupVersion: v1
resources: [{ name: namespaces, kind: Namespace, namespaced: false }]
`;
const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ingres.networking.k8s.io }
spec:
  group: networking.k8s.io
  scope: Namespaced
  names: { kind: Ingres, plural: ingres }
  versions: [{ name: v1, served: true, storage: true }]
`;

test.each([
  ['v1', 'Configmap', 'v1 ConfigMap'],
  ['v1', 'NameSpace', 'v1 Namespace'],
  ['v1', 'Deployment', 'apps/v1 Deployment'],
  ['core/v1', 'ConfigMap', 'v1 ConfigMap'],
  ['apps/v1', 'Deploymnt', 'apps/v1 Deployment'],
  ['apps/v1', 'deployment', 'apps/v1 Deployment'],
  ['networking.k8s.io/v1', 'Ingres', 'networking.k8s.io/v1 Ingress'],
  ['batch/v1', 'Workflow', 'unknown'],
  ['core/v1', 'Event', 'unknown'],
  ['networking.k8s.io/v1', 'ServiceCIDR', undefined],
  ['admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', undefined],
  ['policy/v1beta1', 'PodSecurityPolicy', undefined],
  ['extensions/v1beta1', 'Ingress', undefined],
  ['extensions/v1', 'Ingress', 'networking.k8s.io/v1 Ingress'],
  ['apps/v2', 'Deployment', 'apps/v1 Deployment'],
  ['apps/V1', 'Deployment', 'apps/v1 Deployment'],
  ['apps/v1beta3', 'StatefulSet', 'apps/v1 StatefulSet'],
  ['batch/v1beta9', 'CronJob', 'batch/v1 CronJob'],
  ['v2', 'ConfigMap', 'v1 ConfigMap'],
  ['networking.k8s.io/v2', 'Ingress', 'networking.k8s.io/v1 Ingress'],
  ['autoscaling/v1', 'HorizontalPodAutoscaler', undefined],
  ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', undefined],
  ['networking.k8s.io/v1beta1', 'ServiceCIDR', undefined],
  ['resource.k8s.io/v1alpha3', 'ResourceClaim', undefined],
  ['v1', 'DeploymentList', 'unknown'],
  ['apps/v1', 'DeploymentList', undefined],
  ['v1', 'ConfigMap', undefined],
  ['apps/v1beta1', 'Deployment', undefined],
  ['example.com/v1', 'Configmap', undefined],
  ['skaffold/v4beta6', 'Config', undefined],
  ['placement.kubernetes-fleet.io/v1', 'Placement', undefined],
])('%s %s is meant as %s, if no API server has it', (apiVersion, kind, expected) => {
  for (const hub of [undefined, HUB]) {
    const { world } = worldOf({ files: [{ path: 'a.yaml', text: '' }], ...(hub === undefined ? {} : { hub }) });
    const found = missingKind({ apiVersion, kind }, world);
    const { meant } = found ?? {};
    const named = meant === undefined ? 'unknown' : `${meant.group === '' ? '' : `${meant.group}/`}${meant.preferred} ${meant.kind}`;
    expect([hub === undefined, found === undefined ? undefined : named]).toEqual([hub === undefined, expected]);
  }
});

test('a kind that a CustomResourceDefinition among the manifests defines is not missing', () => {
  const { world } = worldOf({ files: [{ path: 'a.yaml', text: DEFINITION }] });
  expect(missingKind({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingres' }, world)).toBeUndefined();
});

test('a version that a CustomResourceDefinition among the manifests or the hub serves is not missing', () => {
  const text = DEFINITION.replace('ingres.', 'ingresses.').replace('kind: Ingres, plural: ingres', 'kind: Ingress, plural: ingresses');
  const served = text.replace('name: v1, served', 'name: v7, served');
  const { world } = worldOf({ files: [{ path: 'a.yaml', text: served }] });
  expect(missingKind({ apiVersion: 'networking.k8s.io/v7', kind: 'Ingress' }, world)).toBeUndefined();
  expect(missingKind({ apiVersion: 'networking.k8s.io/v8', kind: 'Ingress' }, world)).toBeDefined();
  const listed = HUB.replaceAll('v1 }', 'networking.k8s.io/v7 }')
    .replace('groupVersion: v1', 'groupVersion: networking.k8s.io/v7')
    .replace('name: namespaces, kind: Namespace', 'name: ingresses, kind: Ingress');
  const { world: ofHub } = worldOf({ files: [{ path: 'a.yaml', text: '' }], hub: listed });
  expect(missingKind({ apiVersion: 'networking.k8s.io/v7', kind: 'Ingress' }, ofHub)).toBeUndefined();
  expect(missingKind({ apiVersion: 'networking.k8s.io/v8', kind: 'Ingress' }, ofHub)).toBeDefined();
});

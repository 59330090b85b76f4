import { describe, expect, it } from 'vitest';

import { apiResources } from '../../src/fleet/kubefleet/api-resource.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

describe('api resources', () => {
  const builtIn = apiResources([]);

  it.each([
    ['', 'v1', 'Namespace', false, 'namespaces'],
    ['', 'v1', 'ConfigMap', true, 'configmaps'],
    ['apps', 'v1', 'Deployment', true, 'deployments'],
    ['autoscaling', 'v2', 'HorizontalPodAutoscaler', true, 'horizontalpodautoscalers'],
    ['rbac.authorization.k8s.io', 'v1', 'ClusterRole', false, 'clusterroles'],
    ['placement.kubernetes-fleet.io', 'v1beta1', 'ResourceEnvelope', true, 'resourceenvelopes'],
    ['placement.kubernetes-fleet.io', 'v1beta1', 'ClusterResourceEnvelope', false, 'clusterresourceenvelopes'],
  ])('knows %s/%s %s', (group, version, kind, namespaced, plural) => {
    expect(builtIn.resolve(group, version, kind)).toMatchObject({
      registered: true,
      resource: { group, kind, plural, namespaced, preferred: version },
    });
  });

  it('finds kinds leniently as the hub does, but knows that informers do not', () => {
    expect(builtIn.resolve('', 'v1', 'namespace')?.registered).toBe(false);
    expect(builtIn.resolve('apps', '', 'Deployment')?.registered).toBe(false);
    expect(builtIn.resolve('', 'v1', 'NamespaceList')).toMatchObject({ registered: false, resource: { kind: 'Namespace' } });
    expect(builtIn.resolve('', 'v1', 'namespacelist')).toBeUndefined();
    expect(builtIn.resolve('', 'v1', 'List')).toBeUndefined();
    expect(builtIn.resolve('', 'v1', 'namespaces')).toBeUndefined();
    expect(builtIn.resolve('', 'v1', 'NAMESPACE')).toBeUndefined();
    expect(builtIn.find('', 'namespace')).toBeUndefined();
  });

  it('ignores versions that are not preferred, and kinds of the same name in other groups', () => {
    expect(builtIn.resolve('autoscaling', 'v1', 'HorizontalPodAutoscaler')).toBeUndefined();
    expect(builtIn.resolve('extensions', 'v1beta1', 'Deployment')).toBeUndefined();
  });

  it.each([
    [['v1alpha1', 'v1beta1', 'v1'], 'v1'],
    [['v1beta2', 'v1beta10', 'v1alpha3'], 'v1beta10'],
    [['v1', 'v2', 'v10beta1'], 'v2'],
    [['foo', 'bar', 'v1alpha1'], 'v1alpha1'],
  ])('prefers among %j the version %s', (versions, preferred) => {
    expect(apiResources([crd({ versions: versions.map((name) => ({ name, served: true })) })]).find('example.com', 'Widget')).toEqual({
      group: 'example.com',
      kind: 'Widget',
      plural: 'widgets',
      namespaced: true,
      preferred,
      versions,
    });
  });

  it('ignores an incomplete definition', () => {
    const odd = [{ versions: [] }, { versions: [{ name: 'v1', served: false }] }, { scope: 'Global' }, { names: 'widgets' }, { group: 7 }];
    for (const spec of odd) expect(apiResources([crd(spec)]).find('example.com', 'Widget')).toBeUndefined();
  });
});

function crd(spec: object): KubeObject {
  const sound = { group: 'example.com', scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' }, versions: [{ name: 'v1' }] };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: { ...sound, ...spec },
  };
}

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

const P = 'placement.kubernetes-fleet.io/v1beta1';

export const CONFIG: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
export const NAMESPACE: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

/** One placement, `shop`, whose namespace and ConfigMap are on one cluster, `m1`. */
export function fleet(): readonly KubeObject[] {
  return [
    placement('shop'),
    member('m1'),
    NAMESPACE,
    CONFIG,
    snapshot(0, [NAMESPACE, CONFIG], 'latest'),
    binding('shop', 'm1'),
    work('shop', 'm1', [NAMESPACE, CONFIG]),
  ];
}

export function placement(name: string, selects = 'shop'): KubeObject {
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: selects }];
  return {
    apiVersion: P,
    kind: 'ClusterResourcePlacement',
    metadata: { name },
    spec: { resourceSelectors, policy: { placementType: 'PickAll' } },
  };
}

export function member(name: string): KubeObject {
  return { apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', metadata: { name } };
}

export function snapshot(index: number, selectedResources: readonly KubeObject[], latest?: 'latest'): KubeObject {
  const labels = {
    ...fleetKeys({ 'parent-CRP': 'shop', 'resource-index': String(index), 'is-latest-snapshot': String(latest !== undefined) }),
  };
  const annotations = fleetKeys({ 'number-of-resource-snapshots': '1' });
  return {
    apiVersion: P,
    kind: 'ClusterResourceSnapshot',
    metadata: { name: `shop-${index}-snapshot`, labels, annotations },
    spec: { selectedResources },
  };
}

/** The same snapshot, no longer the latest one. */
export function relabelled(object: KubeObject): KubeObject {
  return {
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...fleetKeys({ 'is-latest-snapshot': 'false' }) } },
  };
}

export function binding(name: string, targetCluster: string, conditions: readonly unknown[] = []): KubeObject {
  const metadata = { name: `${name}-${targetCluster}`, labels: fleetKeys({ 'parent-CRP': name }) };
  return { apiVersion: P, kind: 'ClusterResourceBinding', metadata, spec: { targetCluster, state: 'Bound' }, status: { conditions } };
}

export function work(
  name: string,
  cluster: string,
  manifests: readonly KubeObject[],
  labels: Readonly<Record<string, string>> = {},
): KubeObject {
  const own = { 'parent-CRP': name, 'parent-resource-binding': `${name}-${cluster}`, 'parent-resource-snapshot-index': '0' };
  const metadata = { name: `${name}-work`, namespace: `fleet-member-${cluster}`, labels: fleetKeys({ ...own, ...labels }) };
  return { apiVersion: P, kind: 'Work', metadata, spec: { workload: { manifests } } };
}

export function condition(type: string, status: string, reason: string): unknown {
  return { type, status, reason, message: '' };
}

function fleetKeys(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`kubernetes-fleet.io/${key}`, value]));
}

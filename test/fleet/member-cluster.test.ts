import { describe, expect, it } from 'vitest';

import { memberCluster, memberClusters, resourcePropertyNameError } from '../../src/fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { tolerates } from '../../src/fleet/kubernetes/taint.ts';

const CLUSTER: KubeObject = {
  apiVersion: 'cluster.kubernetes-fleet.io/v1',
  kind: 'MemberCluster',
  metadata: { name: 'a' },
  status: {
    properties: { cost: { value: '1.5' }, version: { value: 'v1.32.1' } },
    resourceUsage: { capacity: { cpu: '8' }, allocatable: { cpu: '7900m' }, available: { memory: 1024 } },
  },
};

describe('member clusters', () => {
  it.each([
    ['cost', { kind: 'value', quantity: { mantissa: 15n, exponent: -1 } }],
    ['version', { kind: 'invalid', error: 'value v1.32.1 of property version from cluster a is not a valid quantity' }],
    ['missing', { kind: 'absent' }],
    ['resources.kubernetes-fleet.io/total-cpu', { kind: 'value', quantity: { mantissa: 8n, exponent: 0 } }],
    ['resources.kubernetes-fleet.io/allocatable-cpu', { kind: 'value', quantity: { mantissa: 7900n, exponent: -3 } }],
    ['resources.kubernetes-fleet.io/available-memory', { kind: 'value', quantity: { mantissa: 1024n, exponent: 0 } }],
    ['resources.kubernetes-fleet.io/available-cpu', { kind: 'absent' }],
  ])('give the property %s', (name, value) => {
    expect(memberCluster(CLUSTER).property(name)).toEqual(value);
  });

  it.each([
    ['total-cpu', undefined],
    ['total-ephemeral-storage', 'invalid resource property name: total-ephemeral-storage'],
    ['total-', 'invalid resource property name: total-'],
    ['cpu', 'invalid resource property name: cpu'],
    ['used-cpu', 'invalid capacity type used in resource property name used-cpu'],
    ['constructor-cpu', 'invalid capacity type constructor in resource property name constructor-cpu'],
  ])('the resource property name %s', (name, error) => {
    expect(resourcePropertyNameError(`resources.kubernetes-fleet.io/${name}`)).toBe(error);
  });

  it('distinguish namespaces that they have from those that they do not report', () => {
    const status = (namespaces?: object): object => ({
      conditions: [{ type: 'NamespaceCollectionSucceeded', status: 'False' }],
      namespaces,
    });
    expect(memberCluster(CLUSTER).namespaces).toBe('untracked');
    expect(memberCluster({ ...CLUSTER, status: status() }).namespaces).toBe('unknown');
    expect(memberCluster({ ...CLUSTER, status: status({ shop: 'work' }) }).namespaces).toEqual(new Set(['shop']));
  });

  it('are found among other objects of any shape', () => {
    const odd = { ...CLUSTER, metadata: { name: 'odd', labels: 3 as unknown as Record<string, string> }, spec: [], status: 'x' };
    const unnamed = { ...CLUSTER, metadata: { name: '' } };
    const clusters = memberClusters([odd, unnamed, CLUSTER, { ...CLUSTER, kind: 'Secret' }, CLUSTER]);
    const [first] = clusters;
    expect(clusters.map(({ name }) => name)).toEqual(['odd', 'a']);
    expect(first).toMatchObject({ labels: {}, taints: [], leaving: false, namespaces: 'untracked' });
  });
});

describe('tolerations', () => {
  const taint = { key: 'gpu', value: 'true', effect: 'NoSchedule' };
  const none = { key: '', operator: 'Equal', value: '', effect: '' };

  it.each([
    [{ ...none, operator: 'Exists' }, true],
    [{ ...none, operator: 'Exists', key: 'gpu' }, true],
    [{ ...none, operator: 'Exists', key: 'gpu', value: 'ignored' }, true],
    [{ ...none, operator: 'Exists', key: 'cpu' }, false],
    [{ ...none, key: 'gpu', value: 'true' }, true],
    [{ ...none, key: 'gpu', value: 'false' }, false],
    [{ ...none, key: 'gpu', value: 'true', effect: 'NoSchedule' }, true],
    [{ ...none, operator: 'Exists', effect: 'NoExecute' }, false],
    [{ ...none, operator: 'exists' }, false],
  ])('%j: %s', (toleration, tolerated) => {
    expect(tolerates(toleration, taint)).toBe(tolerated);
  });
});

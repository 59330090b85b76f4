import { numberAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { uidOf, type Storybook } from './storybook.ts';

/** Puts member clusters on the hub: the MemberCluster as given, its hub namespace and its InternalMemberCluster. */
export function joinMembers(book: Storybook, members: readonly KubeObject[]): void {
  for (const member of members) {
    const { name } = member.metadata;
    const namespace = `fleet-member-${name}`;
    const owner = { apiVersion: 'cluster.kubernetes-fleet.io/v1beta1', kind: 'MemberCluster', name, uid: uidOf(member), controller: true };
    book.put({
      ...member,
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      metadata: { ...member.metadata, generation: 1, finalizers: ['kubernetes-fleet.io/membercluster-finalizer'] },
    });
    book.put({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        labels: { 'kubernetes-fleet.io/is-fleet-resource': 'true', 'kubernetes.io/metadata.name': namespace },
        ownerReferences: [owner],
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    const { conditions: _conditions, ...status } = member['status'] as Readonly<Record<string, unknown>>;
    book.put({
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      kind: 'InternalMemberCluster',
      metadata: { name, namespace, generation: 1, ownerReferences: [owner] },
      spec: { heartbeatPeriodSeconds: numberAt(member, 'spec', 'heartbeatPeriodSeconds') ?? 60, state: 'Join' },
      status,
    });
  }
}

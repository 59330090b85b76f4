import type { KubeObject } from '../kubernetes/object.ts';

/** The hub has one namespace of Works for each member (KubeFleet pkg/utils, NamespaceNameFormat). */
export const MEMBER_NAMESPACE = 'fleet-member-';

/** The cluster a Work is for. */
export function clusterOfWork({ metadata }: KubeObject): string {
  const { namespace = '' } = metadata;
  return namespace.startsWith(MEMBER_NAMESPACE) ? namespace.slice(MEMBER_NAMESPACE.length) : namespace;
}

/** The namespace of a cluster's Works. */
export function namespaceOfCluster(cluster: string): string {
  return MEMBER_NAMESPACE + cluster;
}

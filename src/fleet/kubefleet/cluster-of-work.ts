import type { KubeObject } from '../kubernetes/object.ts';

/** The hub has one namespace of Works for each member (KubeFleet pkg/utils, NamespaceNameFormat). */
const PREFIX = 'fleet-member-';

/** The cluster a Work is for. */
export function clusterOfWork({ metadata }: KubeObject): string {
  const { namespace = '' } = metadata;
  return namespace.startsWith(PREFIX) ? namespace.slice(PREFIX.length) : namespace;
}

/** The namespace of a cluster's Works. */
export function namespaceOfCluster(cluster: string): string {
  return PREFIX + cluster;
}

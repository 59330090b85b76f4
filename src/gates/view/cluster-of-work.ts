import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** Works live in a namespace of the hub for each member (KubeFleet pkg/utils, NamespaceNameFormat). */
const PREFIX = 'fleet-member-';

/** The cluster a Work is for. */
export function clusterOfWork({ metadata }: KubeObject): string {
  const { namespace = '' } = metadata;
  return namespace.startsWith(PREFIX) ? namespace.slice(PREFIX.length) : namespace;
}

/** Where the Works of a cluster are. */
export function namespaceOfCluster(cluster: string): string {
  return PREFIX + cluster;
}

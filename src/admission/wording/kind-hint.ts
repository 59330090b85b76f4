import { nearest } from '../../fleet/text/nearest.ts';

/** Cluster-scoped kinds that people place, and the namespaced ones they write in a selector by mistake. */
const COMMON = [
  'Namespace',
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'PriorityClass',
  'StorageClass',
  'IngressClass',
  'PersistentVolume',
  'ClusterResourceEnvelope',
  'ConfigMap',
  'Secret',
  'Service',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
];

/** What a selector that names no kind of the hub probably meant. */
export function kindHint(group: string, version: string, kind: string): string {
  if (group === 'core') return 'The core group has no name: write `group: ""`.';
  if (version.includes('/') || group.includes('/')) return 'Write the group and the version apart: `group: apps`, `version: v1`.';
  const near = nearest(kind, COMMON);
  if (near !== undefined && near !== kind) return `Did you mean \`${near}\`?`;
  return 'Write group, version and kind as `kubectl api-resources` lists them.';
}

import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { nearest } from '../../fleet/text/nearest.ts';

/** Cluster-scoped kinds that people place often, and namespaced kinds that they put into a selector by mistake. */
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

/** The hint for a selector whose kind the hub does not have. */
export function kindHint(group: string, version: string, kind: string): string {
  if (group === 'core') return 'The core group has no name: write `group: ""`.';
  if (version.includes('/') || group.includes('/')) return 'Write the group and the version separately: `group: apps`, `version: v1`.';
  const [known, ...others] = BUILT_IN_APIS.all.filter((each) => each.kind === kind);
  if (known !== undefined && others.length === 0 && (known.group !== group || known.preferred !== version))
    return `Write \`group: ${known.group === '' ? '""' : known.group}\`, \`version: ${known.preferred}\`.`;
  const near = nearest(kind, COMMON);
  if (near !== undefined && near !== kind) return `Did you mean \`${near}\`?`;
  return 'Write group, version and kind as `kubectl api-resources` lists them.';
}

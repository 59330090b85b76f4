import { onHub } from './commands.ts';
import type { Details } from './failure.ts';

/**
 * A ResourcePlacement on a hub whose scheduler checks that members have its namespace (KubeFleet
 * pkg/scheduler/framework/plugins/namespaceaffinity).
 */
export const LACKS_NAMESPACE: Details = {
  title: 'The namespace does not exist on enough clusters',
  explain:
    '{target} can only use clusters that have its namespace {namespace}, and the namespace does not exist on a cluster that its policy would take. The scheduler looks again when the cluster has it.',
  remedy: [
    `Look for the ClusterResourcePlacement that brings the namespace to other clusters: ${onHub('get clusterresourceplacements')}`,
    'Have it place the namespace on that cluster too, or create one for the namespace alone (selectionScope NamespaceOnly).{managedNamespace}',
  ],
  isFoundBefore: false,
};

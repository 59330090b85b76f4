import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { BindingView } from './binding.ts';

/** The overrides in force on a cluster, by the names of their snapshots. */
export function overridesOfBinding({ overrides }: BindingView): readonly ObjectRef[] {
  return overrides.map(overrideOfSnapshot);
}

/** The override of a snapshot, which is named `<override>-<index>` (KubeFleet apis/placement/v1beta1/overridesnapshot_types.go). */
export function overrideOfSnapshot(key: string): ObjectRef {
  const [namespace = '', snapshot = ''] = key.split('/');
  const name = snapshot.replace(/-\d+$/, '');
  const apiVersion = `${PLACEMENT_GROUP}/v1`;
  return namespace === ''
    ? { apiVersion, kind: 'ClusterResourceOverride', name }
    : { apiVersion, kind: 'ResourceOverride', namespace, name };
}

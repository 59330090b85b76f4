import type { ObjectRef } from '../fleet/kubernetes/object.ts';
import { groupOf } from '../fleet/kubernetes/object.ts';
import { byCodeUnit } from '../fleet/text/by-code-unit.ts';

/** The order of `status.selectedResources`. Source: `resource_selector_resolver.go`, resourceSortOrder. */
const RANKS: ReadonlyMap<string, number> = new Map(
  [
    'PriorityClass Namespace NetworkPolicy ResourceQuota LimitRange PodDisruptionBudget ServiceAccount Secret ConfigMap StorageClass',
    'PersistentVolume PersistentVolumeClaim CustomResourceDefinition ClusterRole ClusterRoleBinding Role RoleBinding Service DaemonSet Pod',
    'ReplicationController ReplicaSet Deployment HorizontalPodAutoscaler StatefulSet Job CronJob IngressClass Ingress APIService',
    'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
  ]
    .flatMap((line) => line.split(' '))
    .map((kind, index) => [kind, index]),
);

/** Sorts known kinds by rank, then version and name. All other kinds come last, by group, version and kind, then name. */
export function compareResources(a: ObjectRef, b: ObjectRef): number {
  const [rankA, rankB] = [RANKS.get(a.kind) ?? RANKS.size, RANKS.get(b.kind) ?? RANKS.size];
  if (rankA !== rankB) return rankA - rankB;
  const [kindA, kindB] = rankA === RANKS.size ? [fullKind(a), fullKind(b)] : [a.apiVersion, b.apiVersion];
  return byCodeUnit(kindA, kindB) || byCodeUnit(`${a.namespace ?? ''}/${a.name}`, `${b.namespace ?? ''}/${b.name}`);
}

/** A GroupVersionKind as Go prints it: the core group keeps its slash. */
function fullKind({ apiVersion, kind }: ObjectRef): string {
  return `${groupOf(apiVersion) === '' ? '/' : ''}${apiVersion}, Kind=${kind}`;
}

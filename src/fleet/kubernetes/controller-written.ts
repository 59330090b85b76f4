/** Kinds whose status or fields a controller of Kubernetes always writes, as `group/Kind`. */
const KINDS: ReadonlySet<string> = new Set([
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/CronJob',
  'batch/Job',
  '/PersistentVolumeClaim',
  '/ReplicationController',
  '/ResourceQuota',
  'policy/PodDisruptionBudget',
]);

/** Whether a controller certainly writes to objects of the kind after they are applied. */
export function isControllerWritten(group: string, kind: string): boolean {
  return KINDS.has(`${group}/${kind}`);
}

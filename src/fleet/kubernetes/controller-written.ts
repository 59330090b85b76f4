/** Kinds with a status, or with fields, that a controller of Kubernetes writes wherever such an object is, as `group/Kind`. */
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

/** Whether somebody else than who applied an object of the kind writes to it for certain. */
export function isControllerWritten(group: string, kind: string): boolean {
  return KINDS.has(`${group}/${kind}`);
}

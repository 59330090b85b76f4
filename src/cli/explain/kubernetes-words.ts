/**
 * Reasons of pods, events and workloads, as `kubectl describe` on a member shows them, with the failure that each belongs to. Source:
 * Kubernetes pkg/kubelet/images/types.go, pkg/kubelet/container/sync_result.go, pkg/kubelet/events/event.go, and its controllers.
 */
export const KUBERNETES_WORDS: Readonly<Record<string, string>> = {
  ...leadingTo('workload-image-pull', 'ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'RegistryUnavailable', 'ImageInspectError'),
  ...leadingTo('workload-image-invalid', 'InvalidImageName'),
  ...leadingTo('workload-config-missing', 'CreateContainerConfigError'),
  ...leadingTo(
    'workload-container-refused',
    'CreateContainerError',
    'RunContainerError',
    'PreCreateHookError',
    'PreStartHookError',
    'PostStartHookError',
  ),
  ...leadingTo('workload-crash-loop', 'CrashLoopBackOff', 'OOMKilled', 'StartError', 'ContainerCannotRun'),
  ...leadingTo('workload-evicted', 'Evicted', 'Evicting', 'NodeLost'),
  ...leadingTo('workload-unschedulable', 'FailedScheduling', 'Unschedulable', 'SchedulerError'),
  ...leadingTo(
    'workload-volume-not-ready',
    'FailedMount',
    'FailedAttachVolume',
    'FailedBinding',
    'ProvisioningFailed',
    'ContainerCreating',
  ),
  ...leadingTo('workload-probe-failing', 'Unhealthy', 'ProbeError', 'ContainersNotReady'),
  ...leadingTo('workload-progress-deadline', 'ProgressDeadlineExceeded'),
  ...leadingTo('workload-job-failed', 'BackoffLimitExceeded', 'DeadlineExceeded', 'PodFailurePolicy'),
  ...leadingTo('workload-replica-failure', 'FailedCreate', 'ReplicaFailure'),
};

function leadingTo(id: string, ...words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, id]));
}

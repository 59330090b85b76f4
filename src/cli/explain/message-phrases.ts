/**
 * Phrases of messages that users see without their reason, and the failure of each: events of pods as `kubectl describe` on a member
 * shows them, and conditions of KubeFleet. Only phrases with one meaning. Sources: Kubernetes pkg/kubelet, pkg/scheduler and
 * pkg/controller; the conditions of hubs of KubeFleet v0.3.
 */
export const MESSAGE_PHRASES: readonly (readonly [phrase: string, id: string])[] = [
  ['back-off pulling image', 'workload-image-pull'],
  ['failed to pull image', 'workload-image-pull'],
  ['failed to pull and unpack image', 'workload-image-pull'],
  ['failed to apply default image tag', 'workload-image-invalid'],
  ['back-off restarting failed container', 'workload-crash-loop'],
  ['nodes are available:', 'workload-unschedulable'],
  ['mountvolume.setup failed', 'workload-volume-not-ready'],
  ['unable to attach or mount volumes', 'workload-volume-not-ready'],
  ['waiting for a volume to be created', 'workload-volume-not-ready'],
  ['liveness probe failed', 'workload-probe-failing'],
  ['readiness probe failed', 'workload-probe-failing'],
  ['startup probe failed', 'workload-probe-failing'],
  ['failed to create pod sandbox', 'workload-sandbox-failed'],
  ['has timed out progressing', 'workload-progress-deadline'],
  ['job has reached the specified backoff limit', 'workload-job-failed'],
  ['find all clusters needed', 'scheduled-too-few-clusters'],
  ['find all the clusters needed', 'scheduled-too-few-clusters'],
  ['blocked by the rollout strategy', 'rollout-blocked'],
  ['because of the rollout strategy', 'rollout-blocked'],
  ['deciding whether to roll out', 'rollout-undecided'],
  ['drifts are found', 'drift-blocks-apply'],
  ['no ownership of the object in the member cluster', 'takeover-refused'],
  ['already managed by another placement', 'apply-owned-by-other-placement'],
  ['a duplicate manifest has been found', 'apply-duplicate-manifest'],
  ['the updaterun is stuck', 'run-stuck'],
  ['the update run has been stopped', 'run-stopped'],
  ['manifest is not yet available', 'workload-not-available'],
  ['resources are being applied', 'apply-in-progress'],
  ['has not yet completed the apply op', 'apply-in-progress'],
  ['in the process of applying the resources', 'apply-in-progress'],
  ['in the process of creating or updating the work object', 'apply-in-progress'],
  ['failed to find the corresponding object', 'drift-check-failed'],
  ['failed to calculate drifts', 'drift-check-failed'],
  ['object is owned by others', 'apply-owned-by-other-controller'],
  ['objects with only generate name', 'apply-duplicate-manifest'],
  ['failed to unmarshal json', 'apply-undecodable'],
  ['failed to track the availability', 'availability-error'],
  ['failed to report the diff', 'diff-report-failed'],
  ['has failed to report diff', 'diff-report-failed'],
  ['found in degraded mode', 'diff-report-failed'],
  ['is the process of stopping', 'run-stopped'],
];

/** What KubeFleet writes before the cause, and the reason with which it writes it. The longer one is first if both are in a message. */
export const MESSAGE_STARTS: readonly (readonly [start: string, reason: string])[] = [
  ['The resource selectors are invalid', 'InvalidResourceSelectors'],
  ['failed to get GVR of the selector', 'InvalidResourceSelectors'],
  ['found duplicate resource', 'InvalidResourceSelectors'],
  ['cannot select cluster-scoped resource', 'InvalidResourceSelectors'],
  ['cannot select namespace-scoped resource', 'InvalidResourceSelectors'],
  ['ClusterResourcePlacementStatus:', 'StatusSyncFailed'],
  ['Failed to apply the override rules', 'OverriddenFailed'],
  ['Failed to synchronize the work', 'SyncWorkFailed'],
  ['failed to validate the updateRun', 'UpdateRunInitializedFailed'],
  ['cannot continue the updateRun', 'UpdateRunFailed'],
];

/** Reasons of update runs that the gate concludes a failure from, which no failure has as its reason. */
export const RUN_REASONS: Readonly<Record<string, string>> = {
  UpdateRunStuck: 'run-stuck',
  UpdateRunWaiting: 'run-waiting-approval',
};

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
];

/** Reasons of update runs that the gate concludes a failure from, which no failure has as its reason. */
export const RUN_REASONS: Readonly<Record<string, string>> = {
  UpdateRunStuck: 'run-stuck',
  UpdateRunWaiting: 'run-waiting-approval',
};

// Written by scripts/gen-failures.ts. To add a failure, add its file to failures/.
import type { Failure } from './failure.ts';
import { applyAgentForbidden } from './failures/apply-agent-forbidden.ts';
import { applyDeniedByPolicy } from './failures/apply-denied-by-policy.ts';
import { applyDuplicateManifest } from './failures/apply-duplicate-manifest.ts';
import { applyError } from './failures/apply-error.ts';
import { applyImmutableField } from './failures/apply-immutable-field.ts';
import { applyInProgress } from './failures/apply-in-progress.ts';
import { applyKindMissing } from './failures/apply-kind-missing.ts';
import { applyNamespaceMissing } from './failures/apply-namespace-missing.ts';
import { applyNamespaceTerminating } from './failures/apply-namespace-terminating.ts';
import { applyOwnedByOtherController } from './failures/apply-owned-by-other-controller.ts';
import { applyOwnedByOtherPlacement } from './failures/apply-owned-by-other-placement.ts';
import { applyOwnershipConflict } from './failures/apply-ownership-conflict.ts';
import { applyQuotaExceeded } from './failures/apply-quota-exceeded.ts';
import { applyRejectedInvalid } from './failures/apply-rejected-invalid.ts';
import { applyStatusStale } from './failures/apply-status-stale.ts';
import { applyTransientError } from './failures/apply-transient-error.ts';
import { applyUndecodable } from './failures/apply-undecodable.ts';
import { approvalDenied } from './failures/approval-denied.ts';
import { approvalNotAccepted } from './failures/approval-not-accepted.ts';
import { approvalStaleGeneration } from './failures/approval-stale-generation.ts';
import { availabilityError } from './failures/availability-error.ts';
import { availabilityUntrackable } from './failures/availability-untrackable.ts';
import { bindingDeleting } from './failures/binding-deleting.ts';
import { contentNotSelected } from './failures/content-not-selected.ts';
import { diffFound } from './failures/diff-found.ts';
import { diffReportFailed } from './failures/diff-report-failed.ts';
import { driftBlocksApply } from './failures/drift-blocks-apply.ts';
import { driftCheckFailed } from './failures/drift-check-failed.ts';
import { driftFound } from './failures/drift-found.ts';
import { envelopeDuplicateWorks } from './failures/envelope-duplicate-works.ts';
import { envelopeMalformed } from './failures/envelope-malformed.ts';
import { evictionNotExecuted } from './failures/eviction-not-executed.ts';
import { externalRunMissing } from './failures/external-run-missing.ts';
import { memberNotJoined } from './failures/member-not-joined.ts';
import { memberSilent } from './failures/member-silent.ts';
import { overrideError } from './failures/override-error.ts';
import { overrideFailed } from './failures/override-failed.ts';
import { overrideNotApplied } from './failures/override-not-applied.ts';
import { placementDeleting } from './failures/placement-deleting.ts';
import { placementNotFound } from './failures/placement-not-found.ts';
import { placementNotReconciled } from './failures/placement-not-reconciled.ts';
import { resourceSnapshotMissing } from './failures/resource-snapshot-missing.ts';
import { rolloutBlocked } from './failures/rollout-blocked.ts';
import { rolloutDeadlocked } from './failures/rollout-deadlocked.ts';
import { rolloutUndecided } from './failures/rollout-undecided.ts';
import { runClusterInNoStage } from './failures/run-cluster-in-no-stage.ts';
import { runClusterInTwoStages } from './failures/run-cluster-in-two-stages.ts';
import { runClustersChanged } from './failures/run-clusters-changed.ts';
import { runConcurrent } from './failures/run-concurrent.ts';
import { runDeleted } from './failures/run-deleted.ts';
import { runFailed } from './failures/run-failed.ts';
import { runInitializationFailed } from './failures/run-initialization-failed.ts';
import { runNotInitialized } from './failures/run-not-initialized.ts';
import { runNotStarted } from './failures/run-not-started.ts';
import { runPlacementChanged } from './failures/run-placement-changed.ts';
import { runPlacementDeleted } from './failures/run-placement-deleted.ts';
import { runPlacementMissing } from './failures/run-placement-missing.ts';
import { runPlacementNotExternal } from './failures/run-placement-not-external.ts';
import { runPreempted } from './failures/run-preempted.ts';
import { runRolledOutOldSnapshot } from './failures/run-rolled-out-old-snapshot.ts';
import { runSchedulingUnfinished } from './failures/run-scheduling-unfinished.ts';
import { runSnapshotMissing } from './failures/run-snapshot-missing.ts';
import { runSortLabelInvalid } from './failures/run-sort-label-invalid.ts';
import { runStalled } from './failures/run-stalled.ts';
import { runStopped } from './failures/run-stopped.ts';
import { runStrategyMissing } from './failures/run-strategy-missing.ts';
import { runStuck } from './failures/run-stuck.ts';
import { runWaitingApproval } from './failures/run-waiting-approval.ts';
import { runWaitingTimed } from './failures/run-waiting-timed.ts';
import { scheduledFixedClustersMissing } from './failures/scheduled-fixed-clusters-missing.ts';
import { scheduledTooFewClusters } from './failures/scheduled-too-few-clusters.ts';
import { scheduledZeroClusters } from './failures/scheduled-zero-clusters.ts';
import { schedulingPending } from './failures/scheduling-pending.ts';
import { selectionEmpty } from './failures/selection-empty.ts';
import { selectorsInvalid } from './failures/selectors-invalid.ts';
import { selectorsNamespaceAccessible } from './failures/selectors-namespace-accessible.ts';
import { selectorsReservedNamespace } from './failures/selectors-reserved-namespace.ts';
import { snapshotNotFresh } from './failures/snapshot-not-fresh.ts';
import { superseded } from './failures/superseded.ts';
import { takeoverDiffers } from './failures/takeover-differs.ts';
import { takeoverRefused } from './failures/takeover-refused.ts';
import { undocumented } from './failures/undocumented.ts';
import { workNamespaceTerminating } from './failures/work-namespace-terminating.ts';
import { workSyncError } from './failures/work-sync-error.ts';
import { workloadNeverAvailable } from './failures/workload-never-available.ts';
import { workloadNotAvailable } from './failures/workload-not-available.ts';
import { workloadProgressDeadline } from './failures/workload-progress-deadline.ts';
import { workloadReplicaFailure } from './failures/workload-replica-failure.ts';

/** Every known failure, in the order in which they are asked: narrower ones first. */
export const FAILURES: readonly Failure[] = [
  applyAgentForbidden,
  applyDeniedByPolicy,
  applyDuplicateManifest,
  applyError,
  applyImmutableField,
  applyInProgress,
  applyKindMissing,
  applyNamespaceMissing,
  applyNamespaceTerminating,
  applyOwnedByOtherController,
  applyOwnedByOtherPlacement,
  applyOwnershipConflict,
  applyQuotaExceeded,
  applyRejectedInvalid,
  applyStatusStale,
  applyTransientError,
  applyUndecodable,
  approvalDenied,
  approvalNotAccepted,
  approvalStaleGeneration,
  availabilityError,
  availabilityUntrackable,
  bindingDeleting,
  contentNotSelected,
  diffFound,
  diffReportFailed,
  driftBlocksApply,
  driftCheckFailed,
  driftFound,
  envelopeDuplicateWorks,
  envelopeMalformed,
  evictionNotExecuted,
  externalRunMissing,
  memberNotJoined,
  memberSilent,
  overrideError,
  overrideFailed,
  overrideNotApplied,
  placementDeleting,
  placementNotFound,
  placementNotReconciled,
  resourceSnapshotMissing,
  rolloutBlocked,
  rolloutDeadlocked,
  rolloutUndecided,
  runClusterInNoStage,
  runClusterInTwoStages,
  runClustersChanged,
  runConcurrent,
  runDeleted,
  runFailed,
  runInitializationFailed,
  runNotInitialized,
  runNotStarted,
  runPlacementChanged,
  runPlacementDeleted,
  runPlacementMissing,
  runPlacementNotExternal,
  runPreempted,
  runRolledOutOldSnapshot,
  runSchedulingUnfinished,
  runSnapshotMissing,
  runSortLabelInvalid,
  runStalled,
  runStopped,
  runStrategyMissing,
  runStuck,
  runWaitingApproval,
  runWaitingTimed,
  scheduledFixedClustersMissing,
  scheduledTooFewClusters,
  scheduledZeroClusters,
  schedulingPending,
  selectionEmpty,
  selectorsInvalid,
  selectorsNamespaceAccessible,
  selectorsReservedNamespace,
  snapshotNotFresh,
  superseded,
  takeoverDiffers,
  takeoverRefused,
  undocumented,
  workNamespaceTerminating,
  workSyncError,
  workloadNeverAvailable,
  workloadNotAvailable,
  workloadProgressDeadline,
  workloadReplicaFailure,
].toSorted((a, b) => a.precedence - b.precedence);

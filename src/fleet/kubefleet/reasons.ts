/**
 * The reasons that KubeFleet v0.3 and main write into conditions, by the object that has the condition. A benign reason is a good one, or
 * another condition has a more exact one. If the gate finds only benign reasons, nothing has failed. The other reasons belong to failures
 * of the catalogue. Source: `pkg/utils/condition/reason.go`, `apis/placement/v1beta1`, `pkg/controllers/workapplier` of KubeFleet.
 */
const REASONS = {
  placement: {
    benign: [
      'SchedulingPolicyFulfilled',
      'SchedulePending',
      'RolloutStarted',
      'RolloutControlledByExternalController',
      'OverriddenPending',
      'OverriddenSucceeded',
      'NoOverrideSpecified',
      'WorkSynchronizedUnknown',
      'WorkNotSynchronizedYet',
      'WorkSynchronized',
      'ApplyPending',
      'ApplyFailed',
      'ApplySucceeded',
      'ResourceAvailableUnknown',
      'ResourceNotAvailableYet',
      'ResourceAvailable',
      'DiffReportingPending',
      'DiffReportingIncompleteOrFailed',
      'DiffReportingCompleted',
      'StatusSyncSucceeded',
      'Scheduled',
      'ScheduleFailed',
    ],
    failing: [
      'SchedulingPolicyUnfulfilled',
      'InvalidResourceSelectors',
      'RolloutStartedUnknown',
      'RolloutNotStartedYet',
      'OverriddenFailed',
      'StatusSyncFailed',
    ],
  },
  binding: {
    benign: [
      'AllWorkSynced',
      'AllWorkHaveBeenApplied',
      'AllWorkAreAvailable',
      'NotAllWorkAreAvailabilityTrackable',
      'AllWorkHaveDiffReported',
    ],
    failing: [
      'SyncWorkFailed',
      'ApplyInProgress',
      'NotAllWorkHaveBeenApplied',
      'NotAllWorkAreAvailable',
      'DiffReportInProgress',
      'NotAllWorkHaveDiffReported',
    ],
  },
  work: {
    benign: [
      'AllManifestsApplied',
      'SomeManifestsAreNotApplied',
      'AllManifestsAvailable',
      'WorkNotTrackable',
      'SomeManifestsAreNotAvailabilityTrackable',
      'SomeManifestsAreNotAvailable',
      'AllManifestsDiffReported',
      'SomeManifestsHaveNotReportedDiff',
      'Oversized',
    ],
    failing: [],
  },
  manifest: {
    benign: ['Applied', 'PreparingToProcess', 'Available', 'NotTrackable', 'NoDiffFound', 'FoundDiff', 'FoundDiffInDegradedMode'],
    failing: [
      'AppliedWithFailedDriftDetection',
      'DecodingErred',
      'FoundGenerateName',
      'Duplicated',
      'FailedToFindObjInMemberCluster',
      'FailedToTakeOver',
      'NotTakenOver',
      'FailedToRunDriftDetection',
      'FoundDrifts',
      'FoundDriftsInDegradedMode',
      'ManifestApplyFailed',
      'ManifestNotAvailableYet',
      'Failed',
      'FailedToReportDiff',
    ],
  },
  /** A Deployment's own reason, which the member reports back. */
  reported: {
    benign: [],
    failing: ['ProgressDeadlineExceeded'],
  },
  run: {
    benign: [
      'UpdateRunInitializedSuccessfully',
      'UpdateRunProgressing',
      'UpdateRunWaiting',
      'UpdateRunStuck',
      'UpdateRunSucceeded',
      'StageUpdatingStarted',
      'StageUpdatingWaiting',
      'StageUpdatingStopping',
      'StageUpdatingStopped',
      'StageUpdatingSucceeded',
      'StageUpdatingFailed',
      'StageUpdatingSkippedNoClusters',
      'ClusterUpdatingStarted',
      'ClusterUpdatingSucceeded',
      'ClusterUpdatingFailed',
      'StageTaskApprovalRequestCreated',
      'StageTaskApprovalRequestApproved',
      'AfterStageTaskWaitTimeElapsed',
      'ApprovalRequestApprovalAccepted',
    ],
    failing: ['UpdateRunInitializedFailed', 'UpdateRunStopping', 'UpdateRunStopped', 'UpdateRunFailed'],
  },
  eviction: {
    benign: [
      'ClusterResourcePlacementEvictionValid',
      'ClusterResourcePlacementEvictionInvalid',
      'ClusterResourcePlacementEvictionExecuted',
      'ClusterResourcePlacementEvictionNotExecuted',
    ],
    failing: [],
  },
  member: {
    benign: [
      'MemberClusterReadyToJoin',
      'MemberClusterNotReadyToJoin',
      'MemberClusterJoined',
      'MemberClusterLeft',
      'MemberClusterJoinStateUnknown',
      'InternalMemberClusterJoined',
      'InternalMemberClusterFailedToJoin',
      'InternalMemberClusterLeft',
      'InternalMemberClusterFailedToLeave',
      'InternalMemberClusterHealthy',
      'InternalMemberClusterUnhealthy',
      'Started',
      'FailedToStart',
      'TimedOut',
      'PropertiesCollected',
      'TooManyCalls',
      'Succeeded',
      'Degraded',
    ],
    failing: [],
  },
  /** Reasons of agents before v0.3, and of the documentation. A managed hub may still write them. */
  former: {
    benign: [
      'ScheduleSucceeded',
      'SynchronizeSucceeded',
      'ManifestAlreadyUpToDate',
      'ManifestNeedsUpdate',
      'WorkAppliedFailed',
      'WorkAppliedCompleted',
      'WorkAvailable',
      'WorkNotAvailableYet',
      'WorkAvailabilityUnknown',
      'DiffReportComplete',
    ],
    failing: ['OverrideFailed', 'WorkNeedSyncedOrUpdated', 'ApplyConflictBetweenPlacements', 'ManifestsAlreadyOwnedByOthers'],
  },
} as const;

type Group = (typeof REASONS)[keyof typeof REASONS];

export type Reason = Group['benign' | 'failing'][number];

export const ALL_REASONS: readonly Reason[] = Object.values(REASONS).flatMap(({ benign, failing }): readonly Reason[] => [
  ...benign,
  ...failing,
]);

export const BENIGN_REASONS: ReadonlySet<string> = new Set(Object.values(REASONS).flatMap(({ benign }): readonly Reason[] => benign));

import type { Scope } from '../../../src/gates/observations/observation.ts';

/** `none` if the condition alone is not a failure: it is good, or another object shows the failure better. */
type Row = readonly [condition: string, message: string, id: string];

const EXEC = 'cannot continue the updateRun: ';
const INIT = `${EXEC}failed to validate the updateRun: failed to process the request due to a client error: `;
const OVERRIDE = 'Failed to apply the override rules on the resources: ';
const SYNC = 'Failed to synchronize the work to the latest: ';
const APPLY = 'Failed to apply the manifest (error: ';

/**
 * The conditions that hubs of v0.3.1 and main write, in both forms if they differ, as `Type Status Reason`, and the failure that each
 * shows.
 */
export const REASON_ROWS: Readonly<Record<Scope, readonly Row[]>> = {
  placement: [
    [
      'Scheduled False SchedulingPolicyUnfulfilled',
      'could not find all clusters needed as specified by the scheduling policy, found 2 cluster(s) instead',
      'scheduled-too-few-clusters',
    ],
    [
      'Scheduled False InvalidResourceSelectors',
      'The resource selectors are invalid: namespace kube-system is not allowed to propagate',
      'selectors-reserved-namespace',
    ],
    [
      'Scheduled False InvalidResourceSelectors',
      'The resource selectors are invalid: failed to get GVR of the selector: no matches for kind "Widget" in version "example.com/v1"',
      'selectors-invalid',
    ],
    [
      'Scheduled False InvalidResourceSelectors',
      'The resource selectors are invalid: invalid placement: cannot select cluster-scoped resource Namespace in a resourcePlacement',
      'selectors-invalid',
    ],
    [
      'Scheduled False InvalidResourceSelectors',
      'The resource selectors are invalid: found duplicate resource {Group: Version:v1 Kind:ConfigMap Name:a Namespace:b}',
      'selectors-invalid',
    ],
    [
      'Scheduled False InvalidResourceSelectors',
      "NamespaceAccessible ClusterResourcePlacement doesn't specify a resource selector which selects a namespace",
      'selectors-namespace-accessible',
    ],
    [
      'Scheduled False InvalidResourceSelectors',
      "namespace resource selector is choosing a different namespace 'b' from what was originally picked 'a'. This is not allowed",
      'selectors-namespace-accessible',
    ],
    [
      'StatusSynced False StatusSyncFailed',
      'Failed to create or update ClusterResourcePlacementStatus: error returned by the API server: failed to create or update ClusterResourcePlacementStatus: namespaces "shop" not found',
      'status-sync-failed',
    ],
    ['Scheduled False NobodyKnows', 'a reason of a later version', 'undocumented'],
  ],
  cluster: [
    [
      'RolloutStarted Unknown RolloutStartedUnknown',
      'In the process of deciding whether to roll out some version of the resources or not',
      'rollout-undecided',
    ],
    ['RolloutStarted False RolloutNotStartedYet', 'The rollout is being blocked by the rollout strategy', 'rollout-blocked'],
    [
      'RolloutStarted False RolloutNotStartedYet',
      'The resources cannot be updated to the latest because of the rollout strategy',
      'rollout-blocked',
    ],
    [
      'Overridden Unknown OverriddenPending',
      'in the process of overriding the selected resources if there is any override defined',
      'apply-in-progress',
    ],
    [
      'Overridden False OverriddenFailed',
      `${OVERRIDE}add operation does not apply: doc is missing path: "/metadata/labels/new-label": missing value`,
      'override-failed',
    ],
    [
      'Overridden False OverriddenFailed',
      `${OVERRIDE}ClusterResourceOverrideSnapshot "o-0" failed to apply on <Deployment "web" in namespace "shop">: replace operation does not apply`,
      'override-failed',
    ],
    [
      'Overridden False OverriddenFailed',
      `${OVERRIDE}error in remove for path: '/spec/ports/3': Unable to access invalid index: 3: invalid index referenced`,
      'override-failed',
    ],
    ['Overridden False OverriddenFailed', `${OVERRIDE}label key tier not found on cluster m1`, 'override-failed'],
    [
      'Overridden False OverriddenFailed',
      `${OVERRIDE}input value \${MEMBER-CLUSTER-LABEL-KEY-tier is missing the closing bracket }`,
      'override-failed',
    ],
    ['Overridden False OverriddenFailed', `${OVERRIDE}testing value /spec/replicas failed`, 'override-failed'],
    ['Overridden False OverriddenFailed', `${OVERRIDE}the master resource snapshot is not found`, 'resource-snapshot-missing'],
    ['Overridden False OverriddenFailed', `${OVERRIDE}failed to list works: context deadline exceeded`, 'override-error'],
    ['Overridden False OverrideFailed', 'Failed to override resources in 1 cluster(s)', 'override-error'],
    [
      'WorkSynchronized Unknown WorkSynchronizedUnknown',
      'in the process of creating or updating the work object(s) in the hub cluster',
      'apply-in-progress',
    ],
    [
      'WorkSynchronized False SyncWorkFailed',
      `${SYNC}works.placement.kubernetes-fleet.io "shop-work" is forbidden: unable to create new content in namespace fleet-member-m3 because it is being terminated`,
      'work-namespace-terminating',
    ],
    ['WorkSynchronized False SyncWorkFailed', `${SYNC}namespaces "fleet-member-m3" not found`, 'work-namespace-terminating'],
    [
      'WorkSynchronized False SyncWorkFailed',
      `${SYNC}resource is wrapped in a cluster resource envelope but is not cluster-scoped: envelopeObjRef=bundle`,
      'envelope-malformed',
    ],
    ['WorkSynchronized False SyncWorkFailed', `${SYNC}a resource from another namespace (shop/bundle)`, 'envelope-malformed'],
    ['WorkSynchronized False SyncWorkFailed', `${SYNC}failed to parse the wrapped manifest data`, 'envelope-malformed'],
    [
      'WorkSynchronized False SyncWorkFailed',
      `${SYNC}Work.placement.kubernetes-fleet.io "shop-work-envelope-28c0d49c-81ac-4d04-9b61-6110588f6ebf" is invalid: spec.workload.manifests[0].apiVersion: Required value`,
      'envelope-malformed',
    ],
    [
      'WorkSynchronized False SyncWorkFailed',
      `${SYNC}2 work objects found for the same envelope shop/bundle, only one expected`,
      'envelope-duplicate-works',
    ],
    ['WorkSynchronized False SyncWorkFailed', `${SYNC}etcdserver: request is too large`, 'work-sync-error'],
    ['WorkSynchronized False SyncWorkFailed', `${SYNC}Operation cannot be fulfilled: the object has been modified`, 'work-sync-error'],
    ['WorkSynchronized False WorkNeedSyncedOrUpdated', 'Failed to synchronize work(s) for 1 clusters', 'work-sync-error'],
    ['Applied Unknown ApplyPending', 'in the process of applying the resources on the member cluster', 'apply-in-progress'],
    ['Applied False ApplyInProgress', 'Resources are being applied', 'apply-in-progress'],
    ['Applied False NotAllWorkHaveBeenApplied', 'Work object shop-work has not yet completed the apply op', 'apply-in-progress'],
    ['Available Unknown ResourceAvailableUnknown', 'checking the availability of the selected resources', 'apply-in-progress'],
    ['Available False NotAllWorkAreAvailable', 'Work object shop-work is not yet available', 'apply-in-progress'],
    ['DiffReported Unknown DiffReportingPending', 'in the process of checking for configuration differences', 'apply-in-progress'],
    ['DiffReported False DiffReportInProgress', 'Diff reporting on resources is in progress', 'apply-in-progress'],
    ['DiffReported False NotAllWorkHaveDiffReported', 'Work object shop-work has failed to report diff', 'diff-report-failed'],
    ['Applied False NobodyKnows', 'a reason of a later version', 'undocumented'],
  ],
  manifest: [
    ['Applied False PreparingToProcess', 'The manifest is being prepared for processing.', 'none'],
    ['Applied True AppliedWithFailedDriftDetection', 'AppliedWithFailedDriftDetection', 'drift-detection-failed'],
    [
      'Applied False DecodingErred',
      `${APPLY}failed to decode manifest: failed to find GVR from member cluster client REST mapping: no matches for kind "X" in version "g/v")`,
      'apply-kind-missing',
    ],
    ['Applied False DecodingErred', `${APPLY}failed to decode manifest: failed to unmarshal JSON)`, 'apply-undecodable'],
    ['Applied False FoundGenerateName', `${APPLY}objects with only generate name are not supported)`, 'apply-duplicate-manifest'],
    ['Applied False Duplicated', `${APPLY}a duplicate manifest has been found)`, 'apply-duplicate-manifest'],
    ['Applied False FailedToFindObjInMemberCluster', `${APPLY}failed to find the corresponding object: timeout)`, 'drift-check-failed'],
    [
      'Applied False FailedToTakeOver',
      `${APPLY}the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{Kind:AppliedWork Name:other-work}]))`,
      'apply-owned-by-other-placement',
    ],
    [
      'Applied False FailedToTakeOver',
      `${APPLY}the object is already owned by another Fleet AppliedWork object)`,
      'apply-owned-by-other-placement',
    ],
    [
      'Applied False FailedToTakeOver',
      `${APPLY}the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{Kind:Deployment Name:op}]))`,
      'apply-owned-by-other-controller',
    ],
    [
      'Applied False FailedToTakeOver',
      `${APPLY}cannot take over object: configuration differences are found between the manifest object and the corresponding object)`,
      'takeover-differs',
    ],
    ['Applied False NotTakenOver', `${APPLY}no ownership of the object in the member cluster; takeover is needed)`, 'takeover-refused'],
    ['Applied False FailedToRunDriftDetection', `${APPLY}failed to calculate drifts)`, 'drift-check-failed'],
    ['Applied False FoundDrifts', `${APPLY}cannot apply manifest: drifts are found)`, 'drift-blocks-apply'],
    ['Applied False FoundDriftsInDegradedMode', `${APPLY}cannot apply manifest: drifts are found in degraded mode)`, 'drift-blocks-apply'],
    ['Applied False ManifestApplyFailed', `${APPLY}failed to apply the manifest: something nobody has seen)`, 'apply-error'],
    ['Applied False ApplyConflictBetweenPlacements', 'manifest is already managed by another placement', 'apply-owned-by-other-placement'],
    ['Applied False ManifestsAlreadyOwnedByOthers', 'object is owned by others', 'apply-owned-by-other-controller'],
    ['Available False ManifestNotAvailableYet', 'Manifest is not yet available; Fleet will check again later', 'workload-not-available'],
    ['Available False Failed', 'Failed to track the availability of the applied manifest (error = x)', 'availability-error'],
    [
      'DiffReported False FailedToReportDiff',
      'Failed to report the diff between the hub cluster and the member cluster (error = x)',
      'diff-report-failed',
    ],
    ['DiffReported True FoundDiffInDegradedMode', 'Diff has been found in degraded mode', 'diff-report-failed'],
    ['Progressing False ProgressDeadlineExceeded', 'ReplicaSet "web-1" has timed out progressing.', 'workload-progress-deadline'],
    ['ReplicaFailure True FailedCreate', 'pods "web-1" is forbidden: exceeded quota', 'workload-replica-failure'],
    ['Applied False NobodyKnows', 'a reason of a later version', 'undocumented'],
  ],
  run: [
    ['Initialized False UpdateRunInitializedFailed', `${INIT}parent placement not found`, 'run-placement-missing'],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}parent placement does not have an external rollout strategy, current strategy: RollingUpdate`,
      'run-placement-not-external',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}no latest policy snapshot associated with the placement: \`/shop\``,
      'run-scheduling-unfinished',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}policy snapshot \`shop-0\` not fully scheduled yet`,
      'run-scheduling-unfinished',
    ],
    ['Initialized False UpdateRunInitializedFailed', `${INIT}referenced updateStrategy not found: \`s\``, 'run-strategy-missing'],
    ['Initialized False UpdateRunInitializedFailed', `${INIT}cluster \`m1\` appears in more than one stages`, 'run-cluster-in-two-stages'],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}some clusters are not placed in any stage, total 1, showing up to 10: m3`,
      'run-cluster-in-no-stage',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}the sorting label \`order:x\` on cluster \`m1\` is not valid: strconv.Atoi`,
      'run-sort-label-invalid',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}no resourceSnapshots with index \`7\` found for placement \`/shop\``,
      'run-snapshot-missing',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}invalid resource snapshot index \`x\` provided, expected an integer >= 0`,
      'run-snapshot-missing',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}no scheduled or to-be-deleted bindings found for the latest policy snapshot`,
      'run-scheduling-unfinished',
    ],
    [
      'Initialized False UpdateRunInitializedFailed',
      `${INIT}the before stage tasks are invalid, updateStrategy: s`,
      'run-initialization-failed',
    ],
    ['Progressing False UpdateRunStopped', 'The update run has been stopped', 'run-stopped'],
    [
      'Progressing Unknown UpdateRunStopping',
      'The update run is the process of stopping, waiting for all the updating/deleting clusters to finish updating before completing the stop process',
      'run-stopped',
    ],
    ['Succeeded False UpdateRunFailed', `${EXEC}failed to validate the updateRun: parent placement not found`, 'run-placement-deleted'],
    ['Succeeded False UpdateRunFailed', `${EXEC}the applyStrategy in the updateRun is outdated, latest: 0xc000`, 'run-placement-changed'],
    [
      'Succeeded False UpdateRunFailed',
      `${EXEC}the policy snapshot index used in the updateRun is outdated, latest: 1, recorded: 0`,
      'run-placement-changed',
    ],
    ['Succeeded False UpdateRunFailed', `${EXEC}the cluster count initialized in the updateRun is outdated`, 'run-placement-changed'],
    ['Succeeded False UpdateRunFailed', `${EXEC}the number of stages in the updateRun has changed`, 'run-clusters-changed'],
    [
      'Succeeded False UpdateRunFailed',
      `${EXEC}the number of clusters in index \`0\` stage has changed, new: 2, existing: 1`,
      'run-clusters-changed',
    ],
    ['Succeeded False UpdateRunFailed', `${EXEC}the \`0\` cluster in the \`1\` stage has changed`, 'run-clusters-changed'],
    ['Succeeded False UpdateRunFailed', `${EXEC}the cluster \`m3\` to be deleted is not in the delete stage`, 'run-clusters-changed'],
    [
      'Succeeded False UpdateRunFailed',
      `${EXEC}some clusters are not placed in any stage, total 1, showing up to 10: m4`,
      'run-clusters-changed',
    ],
    [
      'Succeeded False UpdateRunFailed',
      `${EXEC}the binding of the updating cluster \`m1\` in the stage \`canary\` is not up-to-date with the desired status, please check the status of binding \`b\` and see if there is a concurrent updateRun`,
      'run-preempted',
    ],
    [
      'Succeeded False UpdateRunFailed',
      `${EXEC}the number of updating clusters \`2\` in the updating stage \`prod\` exceeds maxConcurrency`,
      'run-failed',
    ],
    ['Progressing False NobodyKnows', 'a reason of a later version', 'undocumented'],
  ],
};

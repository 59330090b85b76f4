import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { taskObservations } from '../../../src/gates/observations/run/approvals.ts';
import { viewRun } from '../../../src/gates/view/run.ts';
import {
  badWork,
  binding,
  bindingAt,
  greenFleet,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
  placementConditions,
  yes,
} from '../../support/fleets/fleet.ts';
import { memberPlace, type MemberObjects } from '../../../src/gates/view/member-objects.ts';
import { gate } from '../../support/gate/gate.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';

const K = 'kubernetes-fleet.io';

/** Hubs as KubeFleet's open pull requests make them. */
describe('a hub that does not create a policy snapshot for an edit outside the policy (730)', () => {
  interface Snapshot {
    /** `CRP-generation` and `status.observedCRPGeneration`. */
    readonly noted?: number;
    readonly observed?: number;
    /** The generation of its own Scheduled condition; its own is 1. */
    readonly own?: number;
    readonly asked?: number;
    readonly picked?: number;
  }

  /** A placement at generation 2 that is scheduled at generation 2. */
  function outcome(
    { noted = 1, observed = noted, own = 1, asked = 2, picked = 2 }: Snapshot,
    policy: object = { placementType: 'PickAll' },
  ): string {
    const fleet = greenFleet();
    const { placement, policySnapshot } = fleet;
    const status = placement['status'] as { readonly placementStatuses: readonly { readonly conditions: readonly object[] }[] };
    const placementStatuses = status.placementStatuses.map((entry) => ({
      ...entry,
      conditions: entry.conditions.map((condition) => ({ ...condition, observedGeneration: 2 })),
    }));
    const edited: KubeObject = {
      ...placement,
      metadata: { ...placement.metadata, generation: 2 },
      spec: { ...(placement['spec'] as object), policy },
      status: { ...status, conditions: placementConditions(2, 2), placementStatuses },
    };
    const targetClusters = ['east', 'west'].map((clusterName, at) => ({ clusterName, selected: at < picked, reason: '' }));
    const snapshot: KubeObject = {
      ...policySnapshot,
      metadata: {
        ...policySnapshot.metadata,
        annotations: { [`${K}/CRP-generation`]: String(noted), [`${K}/number-of-clusters`]: String(asked) },
      },
      status: { observedCRPGeneration: observed, conditions: [yes('Scheduled', 'SchedulingPolicyFulfilled', own)], targetClusters },
    };
    return gate().once(objectsOf({ ...fleet, placement: edited, policySnapshot: snapshot })).outcome;
  }

  test('passes with the generation that the snapshot had before', () => {
    expect(outcome({})).toBe('passed');
  });

  test('waits if the scheduler has not answered for the snapshot', () => {
    expect(outcome({ own: 0 })).toBe('waiting');
    expect(outcome({ noted: 2, observed: 1 })).toBe('waiting');
  });

  test('waits for the decisions after PickN was scaled, which changes no spec of the snapshot', () => {
    const policy = { placementType: 'PickN', numberOfClusters: 2 };
    expect(outcome({ picked: 1 }, policy)).toBe('waiting');
    expect(outcome({ asked: 1, picked: 1 }, policy)).toBe('waiting');
    expect(outcome({}, policy)).toBe('passed');
  });
});

describe('tasks of the delete stage (813)', () => {
  const requested = yes('ApprovalRequestCreated', 'StageTaskApprovalRequestCreated', 1);

  function asking(clusters: readonly string[], type: 'Approval' | 'TimedWait'): readonly string[] {
    const task =
      type === 'Approval' ? { type, approvalRequestName: 'v2-after-delete-stage', conditions: [requested] } : { type, conditions: [] };
    const run: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'v2', generation: 1 },
      spec: { placementName: 'shop', state: 'Run' },
      status: {
        conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunWaiting', 1)],
        stagedUpdateStrategySnapshot: { stages: [], deleteStageTasks: [{ type, waitTime: '2h' }] },
        stagesStatus: [],
        deletionStageStatus: {
          stageName: `${K}/deleteStage`,
          clusters: clusters.map((clusterName) => ({ clusterName })),
          conditions: [no('Progressing', 'StageUpdatingWaiting', 1)],
          afterStageTaskStatus: [task],
        },
      },
    };
    return taskObservations(memoryHub([], NOW), viewRun(run)).map(({ fact = '', evidence }) => `${fact}: ${evidence.join('; ')}`);
  }

  test.each([[['m3']], [[]]])('are waited for before a deletion starts, if clusters are %j', (clusters) => {
    expect(asking(clusters, 'Approval')).toEqual([
      `approval-open: stage ${K}/deleteStage: the approval before the stage is requested, but its request is not on the hub`,
    ]);
    expect(asking(clusters, 'TimedWait')).toEqual([`timed-wait: stage ${K}/deleteStage waits; 3600 s left`]);
  });
});

describe('a Job that the hub tracks (809)', () => {
  const job: KubeObject = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'shop' }, spec: {} };
  const content = [namespaceShop(), job];
  const running = objectsOf({
    ...placementAt(greenFleet(['west'], content), 'Available', 'ResourceNotAvailableYet'),
    bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
    works: [badWork('west', 0, content, job, no('Available', 'ManifestNotAvailableYet'))],
  });
  const onMember = (status: string): MemberObjects =>
    new Map([[memberPlace('west', 'shop'), [{ ...job, status: { conditions: [yes(status, 'BackoffLimitExceeded')] } }]]]);

  test('is waited for, and reported as possibly failed', () => {
    const { outcome, placements } = gate().once(running);
    expect(outcome).toBe('waiting');
    expect(placements[0]?.diagnoses.map(({ id, title }) => [id, title])).toEqual([
      ['workload-not-available', 'The Job has not completed yet'],
    ]);
  });

  test('has failed if its own condition on the member is Failed', () => {
    const { outcome, placements } = gate().once(running, { members: onMember('Failed') });
    expect(outcome).toBe('failed');
    expect(placements[0]?.diagnoses[0]?.id).toBe('workload-job-failed');
    expect(gate().once(running, { members: onMember('Suspended') }).outcome).toBe('waiting');
  });
});

describe('a reason of a later hub, for example a deadline (807)', () => {
  const REASON = 'ProgressDeadlineExceeded';

  test.each(['Overridden', 'WorkSynchronized', 'Applied', 'Available'])(
    'is judged by its status: %s False fails after its grace',
    (type) => {
      const fleet = greenFleet(['west']);
      const stuck = { ...placementAt(fleet, type, REASON), bindings: [bindingAt('west', 0, no(type, REASON, 3))] };
      const { look, later } = gate();
      const first = look(stuck);
      expect(first.outcome).toBe('waiting');
      const last = later(stuck, first, 10 * 60_000);
      expect([last.outcome, last.placements[0]?.diagnoses.map(({ id, outcome }) => [id, outcome])]).toEqual([
        'failed',
        [['undocumented', 'terminal']],
      ]);
      expect(last.placements[0]?.diagnoses[0]?.evidence.join()).toContain(REASON);
    },
  );

  test('passes if every condition is True', () => {
    const hub = JSON.stringify(objectsOf(greenFleet()));
    const renamed = hub.replaceAll(/"status":"True","reason":"[^"]*"/g, `"status":"True","reason":"${REASON}"`);
    expect(renamed).toContain(REASON);
    expect(gate().once(JSON.parse(renamed) as readonly KubeObject[]).outcome).toBe('passed');
  });
});

describe('scale to zero (588, 719)', () => {
  const fleet = greenFleet(['east', 'west']);
  const scheduled = yes('ClusterResourcePlacementScheduled', 'SchedulingPolicyFulfilled', 1);
  const message = 'found all cluster needed as specified by the scheduling policy, found 0 cluster(s)';
  const none: readonly KubeObject[] = objectsOf({
    ...fleet,
    placement: {
      ...fleet.placement,
      spec: { ...(fleet.placement['spec'] as object), policy: { placementType: 'PickFixed', clusterNames: [] } },
      status: { conditions: [{ ...scheduled, message }], observedResourceIndex: '0', placementStatuses: [] },
    },
    bindings: ['east', 'west'].map((cluster) => binding(cluster, 0, [], { state: 'Unscheduled' })),
  });

  test('names the clusters that will lose the content, and fails unless zero clusters are allowed', () => {
    const { outcome, placements } = gate().once(none);
    expect(outcome).toBe('failed');
    const zero = placements[0]?.diagnoses.find(({ id }) => id === 'scheduled-zero-clusters');
    expect(zero?.evidence).toContain('its objects are being removed from east, west');
    expect(zero?.remedy.join()).toContain('--allow-empty');
    expect(gate().once(none, { options: { allowEmpty: true } }).outcome).not.toBe('failed');
  });
});

describe('the new API (820, 829, 925)', () => {
  const policy: KubeObject = {
    apiVersion: 'placement.kubefleet.dev/v1alpha1',
    kind: 'PlacementPolicy',
    metadata: { name: 'p', namespace: 'shop' },
  };
  const run: KubeObject = { apiVersion: 'rollout.kubefleet.dev/v1alpha1', kind: 'ClusterStagedUpdateRun', metadata: { name: 'shop' } };
  const hub = objectsOf(greenFleet());

  test('is not followed, and not reported as checked', () => {
    const { outcome, unjudged, runs } = gate().once([...hub, policy, run], { manifests: [namespaceShop(), orders('v1'), policy, run] });
    expect([outcome, runs]).toEqual(['passed', []]);
    expect(unjudged.map(({ object: { apiVersion, kind }, status }) => [apiVersion, kind, status])).toEqual([
      ['placement.kubefleet.dev/v1alpha1', 'PlacementPolicy', ''],
      ['rollout.kubefleet.dev/v1alpha1', 'ClusterStagedUpdateRun', ''],
    ]);
  });

  test('is quoted once the hub writes a status', () => {
    const acted = { ...policy, status: { conditions: [no('Scheduled', 'FailedToFindSomeRequiredClusters', 1)] } };
    const { unjudged } = gate().once([...hub, acted], { manifests: [policy] });
    expect(unjudged.map(({ status }) => status)).toEqual(['Scheduled False (FailedToFindSomeRequiredClusters)']);
  });
});

describe('a managed fleet namespace of Azure', () => {
  const labelled = (labels: Readonly<Record<string, string>>): string => {
    const fleet = placementAt(greenFleet(), 'Scheduled', 'InvalidResourceSelectors');
    const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, labels } };
    return JSON.stringify(
      gate()
        .once(objectsOf({ ...fleet, placement }))
        .placements[0]?.diagnoses.map(({ remedy }) => remedy),
    );
  };

  test('is changed by Azure only, so no step is to edit its placement', () => {
    expect(labelled({ 'fleet.azure.com/managed-by': 'arm' })).toContain('change the namespace with az fleet namespace');
    expect(labelled({})).not.toContain('az fleet namespace');
  });
});

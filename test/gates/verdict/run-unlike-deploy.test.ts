import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { objectAt } from '../../../src/fleet/json/json.ts';
import { outcomeOf } from '../../../src/gates/loop/gate-outcome.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { asDeployed, no, orders, yes } from '../../support/fleets/fleet.ts';
import { diagnosesIn, expectedBy, gate } from '../../support/gate/gate.ts';
import { finishedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const FLEET = stagedFleet();
const OBJECTS = stagedObjects(FLEET);

function withSpec(object: KubeObject, more: object): KubeObject {
  return { ...object, spec: { ...objectAt(object, 'spec'), ...more } };
}

/** A manifest of the run of the fleet. */
function runOf(more: object = {}): KubeObject {
  const { apiVersion, kind, spec } = FLEET.run;
  return withSpec({ apiVersion, kind, metadata: { name: 'v1' }, spec }, more);
}

function withRun(change: (run: KubeObject) => KubeObject): readonly KubeObject[] {
  return OBJECTS.map((object) => (object.kind === 'ClusterStagedUpdateRun' ? change(object) : object));
}

function look(objects: readonly KubeObject[], manifests: readonly KubeObject[], targets: readonly string[]): GateState & { told: string } {
  const asked = { targets, manifests: [orders('v1'), ...manifests], options: { onApproval: 'pass' } as const };
  const state = gate(asked).look(objects);
  return { ...state, told: outcomeOf(state, expectedBy(asked)) };
}

const override = (value: string): KubeObject => ({
  apiVersion: API,
  kind: 'ClusterResourceOverride',
  metadata: { name: 'canary' },
  spec: {
    clusterResourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'other' }],
    policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value }] }] },
  },
});
const strategy = (name: string): KubeObject => ({
  apiVersion: API,
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name: 'slow' },
  spec: { stages: [{ name }] },
});
const member = (env: string): KubeObject => ({
  apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
  kind: 'MemberCluster',
  metadata: { name: 'east', labels: { env } },
  spec: { identity: { kind: 'ServiceAccount', name: 'east' } },
});

describe.each([
  { name: 'the run', targets: ['csur/v1'] },
  { name: 'its placement', targets: ['crp/shop'] },
  { name: 'both', targets: ['crp/shop', 'csur/v1'] },
])('an open approval, where $name is followed,', ({ targets }) => {
  test('is let through if the hub holds the run as deployed', () => {
    const state = look(OBJECTS, [runOf(), asDeployed(FLEET, {})], targets);
    expect([state.outcome, state.told]).toEqual(['waitingForPerson', 'passed']);
  });

  test.each<readonly [string, readonly KubeObject[], readonly KubeObject[]]>([
    ['another snapshot', OBJECTS, [runOf({ resourceSnapshotIndex: '7' })]],
    ['another strategy', OBJECTS, [runOf({ stagedRolloutStrategyName: 'fast' })]],
    ['another placement', OBJECTS, [runOf({ placementName: 'other' })]],
    ['another strategy object', [...OBJECTS, strategy('canary')], [runOf(), strategy('first')]],
    ['no strategy object', OBJECTS, [runOf(), strategy('first')]],
    ['another placement object', OBJECTS, [runOf(), asDeployed(FLEET, { policy: { placementType: 'PickN', numberOfClusters: 2 } })]],
    ['another override', [...OBJECTS, override('1')], [runOf(), override('2')]],
    ['another label of a cluster', OBJECTS, [runOf(), member('other')]],
  ])('is not let through if the hub has %s', (_what, objects, manifests) => {
    const state = look(objects, manifests, targets);
    expect([state.outcome, state.told]).toEqual(['waiting', 'waiting']);
    expect(
      diagnosesIn(state)
        .map(({ id }) => id)
        .join(' '),
    ).not.toContain('run-waiting-approval');
  });
});

describe('the run of the deploy that is another one on the hub', () => {
  const wanted = runOf({ resourceSnapshotIndex: '7', state: undefined });
  const summary = 'the hub does not hold ClusterStagedUpdateRun/v1 as deployed (differs at /spec/resourceSnapshotIndex)';

  test.each<readonly [string, readonly KubeObject[]]>([
    ['waits for an approval', OBJECTS],
    ['is not started', withRun((run) => unstarted(withSpec(run, { state: 'Initialize' })))],
    ['is stopped', withRun((run) => withConditions(withSpec(run, { state: 'Stop' }), [no('Progressing', 'UpdateRunStopped', 1)]))],
    ['was not picked up', withRun(({ apiVersion, kind, metadata, spec }) => ({ apiVersion, kind, metadata, spec }))],
    ['is at work', withRun((run) => withConditions(run, [yes('Progressing', 'UpdateRunProgressing', 1)]))],
  ])('is named with the field while it %s', (_what, objects) => {
    const state = look(objects, [wanted], ['csur/v1']);
    expect([state.told, state.runs[0]?.summary]).toEqual(['waiting', summary]);
    expect(diagnosesIn(state).filter(({ outcome }) => outcome === 'human')).toEqual([]);
  });

  test('is named in a namespace too', () => {
    const inShop = (object: KubeObject): KubeObject => ({
      ...object,
      kind: object.kind.replace(/^Cluster/, ''),
      metadata: { ...object.metadata, namespace: 'shop' },
    });
    const scoped =
      /^Cluster(?:ResourcePlacement|ResourceSnapshot|ResourceBinding|SchedulingPolicySnapshot|StagedUpdateRun|ApprovalRequest)$/;
    const ofShop = (work: KubeObject): KubeObject => {
      const labels = { ...work.metadata.labels, 'kubernetes-fleet.io/parent-placement-namespace': 'shop' };
      return { ...work, metadata: { ...work.metadata, labels } };
    };
    const objects = OBJECTS.map((object) => {
      if (object.kind === 'Work') return ofShop(object);
      return scoped.test(object.kind) ? inShop(object) : object;
    });
    const outcomes = [runOf(), wanted].map((run) => {
      const state = look(objects, [inShop(run)], ['sur/shop/v1']);
      return [state.outcome, state.runs[0]?.summary.includes('/spec/resourceSnapshotIndex')];
    });
    expect(outcomes).toEqual([
      ['waitingForPerson', false],
      ['waiting', true],
    ]);
  });
});

test('a run that the deploy starts and the hub does not is not let through, and a person may stop one', () => {
  const notStarted = withRun((run) => unstarted(withSpec(run, { state: 'Initialize' })));
  expect(look(notStarted, [runOf({ state: 'Initialize' })], ['csur/v1']).outcome).toBe('waitingForPerson');
  const state = look(notStarted, [runOf()], ['csur/v1']);
  expect([state.told, state.runs[0]?.summary]).toEqual([
    'waiting',
    'the hub does not hold ClusterStagedUpdateRun/v1 as deployed (differs at /spec/state)',
  ]);
  const stopped = withRun((run) => withConditions(withSpec(run, { state: 'Stop' }), [no('Progressing', 'UpdateRunStopped', 1)]));
  expect(look(stopped, [runOf()], ['csur/v1']).outcome).toBe('waitingForPerson');
});

describe('a run that the deploy stops', () => {
  const differs = 'the hub does not hold ClusterStagedUpdateRun/v1 as deployed (differs at /spec/state)';
  const stop = runOf({ state: 'Stop' });

  test('is not let through, and does not pass, until the hub stops it', () => {
    for (const objects of [OBJECTS, stagedObjects(finishedFleet())]) {
      const state = look(objects, [stop], ['csur/v1']);
      expect([state.told, state.runs[0]?.summary]).toEqual(['waiting', differs]);
      expect(diagnosesIn(state).filter(({ outcome }) => outcome === 'human')).toEqual([]);
    }
  });

  test('waits for a person after that', () => {
    const stopped = withRun((run) => withConditions(withSpec(run, { state: 'Stop' }), [no('Progressing', 'UpdateRunStopped', 1)]));
    expect(look(stopped, [stop], ['csur/v1']).outcome).toBe('waitingForPerson');
  });
});

describe('a run that was planned with another strategy than the deployed one', () => {
  const wait = { type: 'TimedWait', waitTime: '90m' };
  const approval = { type: 'Approval' };
  const stages = (canary: object, prod: object = { beforeStageTasks: [approval] }): readonly object[] => [
    { name: 'canary', ...canary },
    { name: 'prod', ...prod },
  ];
  const slow = (spec: object, more: object = {}): KubeObject => ({ ...strategy('canary'), spec, ...more });
  const named = (run: KubeObject, planned: object): KubeObject => ({
    ...withSpec(run, { stagedRolloutStrategyName: 'slow' }),
    status: { ...objectAt(run, 'status'), stagedUpdateStrategySnapshot: planned },
  });
  const planned = (fleet: typeof FLEET, spec: object): readonly KubeObject[] => stagedObjects({ ...fleet, run: named(fleet.run, spec) });
  const run = runOf({ stagedRolloutStrategyName: 'slow' });
  const before = { stages: stages({}) };

  test.each<readonly [string, object, string]>([
    ['an approval more', { stages: stages({ afterStageTasks: [approval] }) }, '/spec/stages/0/afterStageTasks'],
    ['an approval less', { stages: stages({}, {}) }, '/spec/stages/1/beforeStageTasks'],
    ['a wait more', { stages: stages({ afterStageTasks: [wait] }) }, '/spec/stages/0/afterStageTasks'],
    ['a stage more', { stages: [...stages({}), { name: 'rest' }] }, '/spec/stages'],
    [
      'other clusters',
      { stages: stages({ labelSelector: { matchLabels: { env: 'dev' } } }) },
      '/spec/stages/0/labelSelector/matchLabels/env',
    ],
    ['more clusters at a time', { stages: stages({ maxConcurrency: 2 }) }, '/spec/stages/0/maxConcurrency'],
    ['an approval of the removal', { ...before, deleteStageTasks: [approval] }, '/spec/deleteStageTasks'],
  ])('with %s is not approved', (_what, spec, at) => {
    for (const targets of [['csur/v1'], ['crp/shop']]) {
      const state = look([...planned(FLEET, before), slow(spec)], [run, slow(spec)], targets);
      expect([state.outcome, state.told]).toEqual(['failed', 'failed']);
      expect(diagnosesIn(state).map(({ id, title, evidence }) => [id, title, evidence])).toEqual([
        [
          'run-placement-changed',
          'The run was planned with another strategy',
          [`status.stagedUpdateStrategySnapshot is not ClusterStagedUpdateStrategy/slow as deployed (differs at ${at})`],
        ],
      ]);
    }
  });

  test.each<readonly [string, object, object]>([
    [
      'a wait in another unit',
      { stages: stages({ afterStageTasks: [{ ...wait, waitTime: '1h30m0s' }] }) },
      { stages: stages({ afterStageTasks: [wait] }) },
    ],
    ['the default', { stages: stages({ maxConcurrency: 1 }) }, before],
    ['a wait that an approval does not have', before, { stages: stages({}, { beforeStageTasks: [{ ...approval, waitTime: '0s' }] }) }],
    ['fields that mean nothing', before, { stages: stages({ afterStageTasks: [], sortingLabelKey: null }) }],
  ])('only by %s waits for the approval', (_what, taken, spec) => {
    expect(look([...planned(FLEET, taken), slow(spec)], [run, slow(spec)], ['csur/v1']).told).toBe('passed');
  });

  test('is not a run that has another strategy, or whose strategy is not of the deploy', () => {
    const other = { stages: stages({ afterStageTasks: [approval] }) };
    const fast = slow(other, { metadata: { name: 'fast' } });
    expect(look([...planned(FLEET, before), fast, slow(before)], [run, fast, slow(before)], ['csur/v1']).told).toBe('passed');
    expect(look([...planned(FLEET, before), slow(other)], [run], ['csur/v1']).told).toBe('passed');
  });

  test('is not judged before the hub has that strategy', () => {
    const other = slow({ stages: stages({ afterStageTasks: [approval] }) });
    expect(look([...planned(FLEET, before), slow(before)], [run, other], ['csur/v1']).told).toBe('waiting');
  });

  test('is not known if strategies cannot be read, which is named', () => {
    const hidden = { ClusterStagedUpdateStrategy: { kind: 'denied', message: 'forbidden' } } as const;
    const asked = { targets: ['csur/v1'], manifests: [...FLEET.content, run, slow(before)], hidden };
    const state = gate(asked).look(planned(finishedFleet(), before));
    expect(state.outcome).toBe('passed');
    expect(state.runs[0]?.summary).toContain('ClusterStagedUpdateStrategy/slow was not compared, because its kind was not read');
  });

  test('is named if it has succeeded, because the strategy may have been edited later', () => {
    const other = slow({ stages: stages({ afterStageTasks: [approval] }) });
    const state = look([...planned(finishedFleet(), before), other], [run, other], ['csur/v1']);
    expect(state.told).toBe('passed');
    expect(state.runs[0]?.summary).toContain(
      'the run was planned with another ClusterStagedUpdateStrategy/slow than the deployed one (differs at /spec/stages/0/afterStageTasks)',
    );
  });
});

function withConditions(run: KubeObject, conditions: readonly object[]): KubeObject {
  const initialized = yes('Initialized', 'UpdateRunInitializedSuccessfully', 1);
  return { ...run, status: { ...objectAt(run, 'status'), conditions: [initialized, ...conditions] } };
}

function unstarted(run: KubeObject): KubeObject {
  const { stagesStatus: _, ...status } = objectAt(run, 'status') ?? {};
  return withConditions({ ...run, status }, []);
}

describe('a run in files without override snapshots', () => {
  const unread = { kind: 'unread' } as const;
  const hidden = { ClusterResourceOverride: unread, ClusterResourceOverrideSnapshot: unread };
  const ofOrders = (): KubeObject => {
    const found = override('2');
    const selectors = [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }];
    return withSpec({ ...found, kind: 'ClusterResourceOverride' }, { clusterResourceSelectors: [...selectors, ...WHOLE] });
  };
  const WHOLE = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];

  test.each<readonly [string, KubeObject, string]>([
    ['does not pass if a deployed override changes its content', ofOrders(), 'waiting'],
    ['passes if a deployed override is of another object', override('2'), 'passed'],
  ])('%s', (_title, deployed, outcome) => {
    const state = gate({ targets: ['csur/v1'], manifests: [orders('v1'), deployed], hidden }).once(stagedObjects(finishedFleet()));
    expect(state.outcome, state.runs[0]?.summary).toBe(outcome);
    if (outcome === 'waiting')
      expect(state.runs[0]?.summary).toBe('the files hold no override snapshots: one look cannot tell whether this is the deploy');
  });
});

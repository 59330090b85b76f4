/** The evidence for an approval: soak, pods, queries, and the requests of a run. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { approvalBody } from '../../../src/gates/approval/approval-condition.ts';
import { approvalRequests } from '../../../src/gates/approval/approval-requests.ts';
import { type PlacedWorkload, podEvidence } from '../../../src/gates/approval/pod-evidence.ts';
import { queryEvidence } from '../../../src/gates/approval/query-evidence.ts';
import { soakOf } from '../../../src/gates/approval/soak.ts';
import { type Compared, type Judged, stageEvidence } from '../../../src/gates/approval/stage-evidence.ts';
import { toBinding } from '../../../src/gates/view/binding.ts';
import { viewRun } from '../../../src/gates/view/run.ts';
import type { GatedCluster } from '../../../src/report.ts';
import { flagTerms } from '../../../src/terms.ts';
import { binding, no, NOW, yes } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { stagedFleet } from '../../support/fleets/staged-fleet.ts';

type Json = Readonly<Record<string, unknown>>;

const MINUTE = 60_000;
const ago = (minutes: number): string => new Date(NOW.getTime() - minutes * MINUTE).toISOString();

describe('a soak', () => {
  const soak = (finished: string | undefined, available: Json): ReturnType<typeof soakOf> => {
    const { run } = stagedFleet();
    const status = run['status'] as { readonly stagesStatus: readonly Json[] };
    const succeeded = { ...yes('Succeeded', 'ClusterUpdatingSucceeded', 1), lastTransitionTime: finished };
    const canary = { ...status.stagesStatus[0], clusters: [{ clusterName: 'east', conditions: [succeeded] }] };
    const changed = { ...run, status: { ...status, stagesStatus: [canary] } };
    const bindings = [toBinding(binding('east', 0, [available]))];
    return soakOf({ hub: memoryHub([], NOW), run: viewRun(changed), bindings }, ['east'], 10 * MINUTE);
  };
  const available = (minutes: number): Json => ({ ...yes('Available', 'AllAvailable', 3), lastTransitionTime: ago(minutes) });

  test.for<readonly [string, string | undefined, Json, string]>([
    ['is over ten minutes after both times', ago(10), available(12), 'proven'],
    ['lasts while the cluster was finished later', ago(9), available(12), 'waits'],
    ['lasts while it became available later', ago(30), available(3), 'waits'],
    ['is not known without the time of the run', undefined, available(30), 'notProven'],
    ['is not known without the time of the binding', ago(30), { type: 'Available', status: 'True', reason: 'a' }, 'notProven'],
    ['is not known if the binding is not available', ago(30), no('Available', 'Not', 3), 'notProven'],
  ])('%s', ([, finished, condition, expected]) => {
    const found = soak(finished, condition);
    expect(Object.entries(found).flatMap(([name, clauses]) => ((clauses as readonly string[]).length > 0 ? [name] : []))).toEqual([
      expected,
    ]);
  });

  test('says how much time is missing', () => {
    expect(soak(ago(4), available(4)).waits).toEqual(['east has been good for 4 min of 10m (since 2026-03-04T09:56:00Z)']);
  });
});

describe('the pods of a workload', () => {
  const object = { apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: 'shop', name: 'db' } as const;
  const placed: readonly PlacedWorkload[] = [{ cluster: 'east', object }];
  const set: KubeObject = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'shop' },
    spec: { replicas: 1 },
  };
  const pod = (ready: string, statuses: readonly Json[] = []): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'db-0', namespace: 'shop', ownerReferences: [{ kind: 'StatefulSet', name: 'db' }] },
    status: { conditions: [{ type: 'Ready', status: ready }], containerStatuses: statuses },
  });
  const ended = (minutes: number): Json => ({ name: 'main', restartCount: 2, lastState: { terminated: { finishedAt: ago(minutes) } } });
  const check = (objects: readonly KubeObject[] | undefined, window = 10 * MINUTE): readonly string[] =>
    podEvidence('east', placed, new Map([['shop', objects]]), { now: NOW, window }).notProven;

  test('are evidence if all are ready and none restarted recently', () => {
    const { proven, notProven } = podEvidence('east', placed, new Map([['shop', [set, pod('True', [ended(11)])]]]), {
      now: NOW,
      window: 600_000,
    });
    expect(notProven).toEqual([]);
    expect(proven).toEqual(['1 pod is ready on east, without a restart in the last 10m']);
  });

  test.for<readonly [string, readonly KubeObject[] | undefined, string]>([
    ['cannot be read', undefined, 'the pods of StatefulSet/shop/db on east could not be read'],
    ['are not there', [set], 'StatefulSet/shop/db on east has 0 of 1 pods'],
    ['belong to no workload', [], 'StatefulSet/shop/db is not on east'],
    ['are not ready', [set, pod('False')], 'pod db-0 on east is not ready'],
    ['have restarted', [set, pod('True', [ended(4)])], 'pod db-0 on east restarted: container main ended 4 min ago (2 restarts)'],
    [
      'have restarted at an unknown time',
      [set, pod('True', [{ name: 'main', restartCount: 1 }])],
      'pod db-0 on east restarted: container main ended at an unknown time (1 restart)',
    ],
  ])('that %s are not evidence', ([, objects, fault]) => {
    expect(check(objects)).toContain(fault);
  });

  test('are not required of a workload with zero replicas', () => {
    expect(check([{ ...set, spec: { replicas: 0 } }])).toEqual([]);
  });
});

describe('a query', () => {
  const vector = (...values: readonly string[]): Json => ({
    status: 'success',
    data: { resultType: 'vector', result: values.map((value) => ({ metric: {}, value: [1.5, value] })) },
  });

  test.for<readonly [string, unknown, Json, string]>([
    ['at its limit', vector('0.5'), { max: 0.5 }, ''],
    ['between both limits', vector('2'), { min: 1, max: 3 }, ''],
    ['as a scalar', { status: 'success', data: { resultType: 'scalar', result: [1.5, '1'] } }, { max: 1 }, ''],
    ['above the limit', vector('0.51'), { max: 0.5 }, 'query q is 0.51, more than 0.5'],
    ['below the limit', vector('0'), { min: 1 }, 'query q is 0, less than 1'],
    ['without data', vector(), { max: 1 }, 'query q: no data'],
    ['with several series', vector('0', '0'), { max: 1 }, 'query q: 2 series, not one: aggregate them, for example with sum() or max()'],
    ['that is not a number', vector('NaN'), { max: 1 }, 'query q is NaN, which is not a finite number'],
    ['that is infinite', vector('+Inf'), { min: 1 }, 'query q is +Inf, which is not a finite number'],
    ['that is empty', vector(''), { max: 1 }, 'query q is , which is not a finite number'],
    [
      'with a range as its result',
      { status: 'success', data: { resultType: 'matrix', result: [] } },
      { max: 1 },
      'query q: the result is a matrix, not a vector or a scalar',
    ],
    ['that Prometheus refuses', { status: 'error', error: 'parse error' }, { max: 1 }, 'query q: parse error'],
    [
      'that VictoriaMetrics answered in part',
      { ...vector('0'), isPartial: true },
      { max: 1 },
      'query q: the answer is of a part of the data only (isPartial)',
    ],
    ['that VictoriaMetrics answered in whole', { ...vector('0'), isPartial: false }, { max: 1 }, ''],
    [
      'that Prometheus answered in part',
      { ...vector('0'), warnings: ['store a is down'] },
      { max: 1 },
      'query q: Prometheus warns that the answer may not be complete: store a is down',
    ],
    ['answered by something else', ['a'], { max: 1 }, 'query q: the answer is not one of Prometheus'],
  ])('%s', ([, answer, limits, fault]) => {
    const { proven, notProven } = queryEvidence('q', answer, limits);
    expect([proven.length, notProven]).toEqual(fault === '' ? [1, []] : [0, [fault]]);
  });
});

describe('a stage', () => {
  const cluster = (name: string, verdict: GatedCluster['verdict'] = 'passed'): GatedCluster => ({ name, verdict, stage: 'Available' });
  const judged = (
    stages: Readonly<Record<string, readonly GatedCluster[]>>,
    freshness: 'proven' | 'assumed' | 'unproven' = 'assumed',
  ): Judged => ({
    outcome: 'waitingForPerson',
    run: {
      object: { apiVersion: 'v1', kind: 'ClusterStagedUpdateRun', name: 'v1' },
      verdict: 'waiting',
      summary: 'it waits',
      snapshotIndex: 3,
      freshness,
      clusters: Object.values(stages).flat(),
      diagnoses: [],
      stages: Object.entries(stages).map(([name, clusters]) => ({ name, verdict: 'waiting', clusters, tasks: [] })),
    },
  });
  const evidence = (
    {
      when,
      stage = 'prod',
      clusters = ['west'],
    }: { readonly when: 'before' | 'after'; readonly stage?: string; readonly clusters?: readonly string[] },
    at: Judged,
    hasManifests = false,
    more: Partial<Compared> = {},
  ): ReturnType<typeof stageEvidence> => {
    const view = { name: stage, removes: false, progressing: undefined, succeeded: undefined, tasks: [] };
    const own = clusters.map((name) => ({ name, overrides: [], started: undefined, succeeded: undefined }));
    const request = { ref: at.run.object, stage: { ...view, clusters: own }, when, state: 'open' } as const;
    const compared = { hasContent: true, isPart: false, ignoredFields: [], unseen: [], ...more };
    return stageEvidence(at, request, { ...(hasManifests ? { compared } : {}), hasQuery: false, terms: flagTerms });
  };
  const both = { canary: [cluster('east')], prod: [cluster('west', 'waiting')] };

  test('that comes next is not checked before it starts', () => {
    expect(evidence({ when: 'before' }, judged(both))).toMatchObject({ clusters: ['east'], notProven: [] });
  });

  test('is checked itself after it has run', () => {
    expect(evidence({ when: 'after' }, judged(both)).notProven.join()).toContain('west');
  });

  test('without clusters is reported as empty, and the earlier stages are still checked', () => {
    const { proven, notProven, clusters } = evidence({ when: 'after', clusters: [] }, judged({ canary: [cluster('east')], prod: [] }));
    expect([clusters, notProven, proven[0]]).toEqual([['east'], [], 'stage prod has no clusters']);
  });

  test('that is the first one needs other evidence before it starts', () => {
    const first = { when: 'before', stage: 'canary' } as const;
    expect(evidence(first, judged(both)).notProven).toEqual([
      'nothing is updated yet that could prove something: give --manifests PATH or --query PROMQL',
    ]);
    expect(evidence(first, judged(both, 'proven'), true).notProven).toEqual([]);
  });

  test('needs the content of the manifests if they are given', () => {
    expect(evidence({ when: 'before' }, judged(both), true).notProven.join()).toContain('it is not proven that resource snapshot 3');
    expect(evidence({ when: 'before' }, judged(both, 'unproven')).notProven.join()).toContain('could not be compared');
    expect(evidence({ when: 'before' }, judged(both)).proven).toContain('resource snapshot 3 was not compared with manifests');
  });

  test.each<readonly [Partial<Compared>, string]>([
    [{}, 'the content of the manifests'],
    [{ isPart: true }, 'the content of the manifests that its placement selects'],
    [{ ignoredFields: ['/spec/replicas'] }, 'the content of the manifests, apart from /spec/replicas'],
  ])('has no more content proven than was compared (%o)', (compared, what) => {
    const { proven, notProven } = evidence({ when: 'before' }, judged(both, 'proven'), true, compared);
    expect([proven.at(-1), notProven]).toEqual([`resource snapshot 3 has ${what}`, []]);
  });

  test('is not proven if what the run uses was not read, or the manifests have no content of it', () => {
    expect(evidence({ when: 'before' }, judged(both, 'proven'), true, { unseen: ['x was not compared'] }).notProven).toEqual([
      'x was not compared',
    ]);
    expect(evidence({ when: 'before' }, judged(both), true, { hasContent: false }).notProven).toEqual([
      'it is not proven that resource snapshot 3 has the content of the manifests: its placement selects none of their objects',
    ]);
  });

  test('is not proven if the run waits for more than a person', () => {
    expect(evidence({ when: 'before' }, { ...judged(both), outcome: 'stuck' }).notProven).toEqual(['it waits']);
  });
});

test('a request that the run has already passed is approved, regardless of its label', () => {
  const { run, request } = stagedFleet();
  const labels = { 'kubernetes-fleet.io/isLatestUpdateRunApproval': 'true' };
  const status = run['status'] as { readonly stagesStatus: readonly Json[] };
  const past = status.stagesStatus.map((stage) => ({ ...stage, conditions: [yes('Succeeded', 'StageUpdatingSucceeded', 1)] }));
  const states = (object: KubeObject): readonly string[] =>
    approvalRequests(memoryHub([{ ...request, metadata: { ...request.metadata, labels } }], NOW), viewRun(object)).map(
      ({ state }) => state,
    );
  expect(states(run)).toEqual(['open']);
  expect(states({ ...run, status: { ...status, stagesStatus: past } })).toEqual(['approved']);
});

test('a long message is cut at a whole character, below the limit of an API server', () => {
  const { request } = stagedFleet();
  const body = approvalBody(request, { message: '✓'.repeat(20_000), at: NOW });
  const [condition] = (body['status'] as { readonly conditions: readonly { readonly message: string }[] }).conditions;
  expect(Buffer.byteLength(condition?.message ?? '')).toBeLessThan(32_768);
  expect(condition?.message.endsWith('✓…')).toBe(true);
});

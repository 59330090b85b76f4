import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateOptions } from '../../../src/gates/options.ts';
import { parseRequiredClusters } from '../../../src/gates/required-clusters.ts';
import { render } from '../../../src/report/render.ts';
import { EXIT_CODES, exitCodeOf, REPORT_SCHEMA, type GateReport } from '../../../src/report.ts';
import { parseShare } from '../../../src/share.ts';
import {
  badWork,
  bindingAt,
  type Fleet,
  greenFleet,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
} from '../../support/fleets/fleet.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const CONTENT = [namespaceShop(), orders('v1')];
const ALL = ['east', 'north', 'south', 'west'];

/** The fleet, with the Deployment refused for good on these clusters. */
function refusedOn(failed: readonly string[], clusters: readonly string[] = ALL): Fleet {
  const fleet = greenFleet(clusters, CONTENT);
  if (failed.length === 0) return fleet;
  const refusal = no('Applied', 'ManifestApplyFailed', 0, 'spec.selector: Invalid value: field is immutable');
  return {
    ...placementAt(fleet, 'Applied', 'ApplyFailed'),
    bindings: fleet.bindings.map((binding) => {
      const cluster = clusters.find((name) => JSON.stringify(binding['spec']).includes(`"${name}"`)) ?? '';
      return failed.includes(cluster) ? bindingAt(cluster, 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'failed to apply')) : binding;
    }),
    works: fleet.works.map((work, at) =>
      failed.includes(clusters[at] ?? '') ? badWork(clusters[at] ?? '', 0, CONTENT, CONTENT[1] ?? namespaceShop(), refusal) : work,
    ),
    // What the status says of each cluster is what its binding says.
    placement: withStatuses(placementAt(fleet, 'Applied', 'ApplyFailed').placement, fleet.placement, failed),
  };
}

/** The placement's own conditions of `bad`, and per cluster those of `good` but on the clusters that failed. */
function withStatuses(bad: KubeObject, good: KubeObject, failed: readonly string[]): KubeObject {
  type Status = { readonly placementStatuses: readonly { readonly clusterName: string }[] };
  const [of, from] = [bad['status'] as Status, good['status'] as Status];
  const placementStatuses = from.placementStatuses.map((entry, at) =>
    failed.includes(entry.clusterName) ? of.placementStatuses[at] : entry,
  );
  return { ...bad, status: { ...of, placementStatuses } };
}

function labelled(fleet: Fleet, labels: Readonly<Record<string, Readonly<Record<string, string>>>>): readonly KubeObject[] {
  const members = fleet.members.map((member) => ({
    ...member,
    metadata: { ...member.metadata, labels: labels[member.metadata.name] ?? {} },
  }));
  return objectsOf({ ...fleet, members });
}

async function play(objects: readonly KubeObject[], options: Partial<GateOptions>): Promise<GateReport> {
  const clock = new SimClock();
  const reader = new ScriptedHub(clock, NOW, [{ at: 0, objects }]);
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options });
  return clock.play(wait({ reader, clock, expectation }));
}

const share = (text: string) => parseShare(text) ?? { count: Number.NaN };
const required = (text: string) => ({ requireClusters: parseRequiredClusters(text) ?? { kind: 'named' as const, names: [] } });
const ids = (report: GateReport): readonly string[] => (report.placements[0]?.diagnoses ?? []).map(({ id, cluster }) => `${id} ${cluster}`);

describe('--tolerate-failed', () => {
  test.each([
    [['west'], '0', 'failed'],
    [['west'], '1', 'passed'],
    [['west'], '25%', 'passed'],
    [['west'], '24%', 'failed'],
    [['south', 'west'], '1', 'failed'],
    [['south', 'west'], '2', 'passed'],
    [['south', 'west'], '50%', 'passed'],
    [['east', 'north', 'south'], '3', 'passed'],
    // No cluster is good, so nothing was rolled out.
    [ALL, '4', 'failed'],
    [ALL, '100%', 'failed'],
  ])('%j with %s: %s', async (failed, tolerated, outcome) => {
    const report = await play(objectsOf(refusedOn(failed)), { tolerateFailed: share(tolerated) });
    expect(report.outcome).toBe(outcome);
  });

  test('reports a tolerated failure with all its details', async () => {
    const gate = await play(objectsOf(refusedOn(['west'])), { tolerateFailed: share('1') });
    const [placement] = gate.placements;
    expect(placement).toMatchObject({
      verdict: 'passed',
      summary: expect.stringMatching(/^available on 3 of 4 clusters; failed and tolerated: west; /),
    });
    expect(placement?.clusters.filter(({ forgiven }) => forgiven)).toMatchObject([{ name: 'west', verdict: 'failed', stage: 'Applied' }]);
    expect(placement?.clusters.filter(({ verdict }) => verdict === 'passed')).toHaveLength(3);
    const [diagnosis] = placement?.diagnoses ?? [];
    expect(diagnosis).toMatchObject({ id: 'apply-immutable-field', cluster: 'west', outcome: 'info', forgiven: true });
    expect(diagnosis?.title).toMatch(/^Forgiven: /);
    expect(diagnosis?.evidence.join()).toContain('field is immutable');
    const tool = { name: 'fleet-gate', version: '0' } as const;
    const report = {
      schema: REPORT_SCHEMA,
      tool,
      command: 'wait',
      outcome: gate.outcome,
      exitCode: exitCodeOf(gate.outcome),
      gate,
    } as const;
    expect(report.exitCode).toBe(EXIT_CODES.passed);
    for (const format of ['text', 'json', 'markdown', 'junit', 'sarif', 'github'] as const)
      expect(render(report, format), format).toContain('west');
    expect(render(report, 'text').split('\n')[0]).toContain('passed on 3 of 4 clusters; failed and tolerated: west');
    expect(render(report, 'junit')).toContain('failures="0"');
  });

  test('gives the same verdict in a single check as in a wait', async () => {
    const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: objectsOf(refusedOn(['west'])) }]);
    const options = { tolerateFailed: share('1') };
    const report = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('crp/shop')], options }) });
    expect(report.outcome).toBe('passed');
  });

  test('waits for clusters that are not decided yet, regardless of how many failures are tolerated', async () => {
    const fleet = refusedOn(['west']);
    const bindings = fleet.bindings.map((binding, at) =>
      at === 0 ? bindingAt('east', 0, no('Available', 'ManifestNotAvailableYet', 3)) : binding,
    );
    const report = await play(objectsOf({ ...fleet, bindings }), { tolerateFailed: share('3'), timeout: 30_000 });
    expect(report.outcome).toBe('timedOut');
  });

  test('does not tolerate a failure of the whole hub', async () => {
    const fleet = refusedOn(['west']);
    const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, deletionTimestamp: '2026-03-04T09:00:00Z' } };
    expect((await play(objectsOf({ ...fleet, placement }), { tolerateFailed: share('3') })).outcome).toBe('failed');
  });
});

describe('--require-clusters', () => {
  test('prevents the failure of a cluster from being tolerated', async () => {
    const objects = objectsOf(refusedOn(['west']));
    expect((await play(objects, { tolerateFailed: share('1'), ...required('east,west') })).outcome).toBe('failed');
    expect((await play(objects, { tolerateFailed: share('1'), ...required('east') })).outcome).toBe('passed');
  });

  test('fails a placement that does not have this cluster, even if all its clusters are available', async () => {
    const objects = objectsOf(refusedOn([]));
    expect((await play(objects, required('east,west'))).outcome).toBe('passed');
    const missing = await play(objects, required('east,oslo'));
    expect([missing.outcome, ids(missing)]).toEqual(['failed', ['scheduled-required-cluster-missing oslo']]);
    expect(missing.placements[0]?.diagnoses[0]?.evidence).toContain('the fleet has no MemberCluster oslo');
  });

  test('uses the labels that the fleet has now', async () => {
    const labels = { east: { env: 'prod' }, west: { env: 'canary' }, oslo: { env: 'prod' } };
    const fleet = refusedOn(['west']);
    const beside = greenFleet(['oslo']).members;
    const tolerateFailed = share('1');
    expect((await play(labelled(fleet, labels), { tolerateFailed, ...required('env=prod') })).outcome).toBe('passed');
    expect((await play(labelled(fleet, labels), { tolerateFailed, ...required('env in (canary)') })).outcome).toBe('failed');
    const more = { ...fleet, members: [...fleet.members, ...beside] };
    const notPicked = await play(labelled(more, labels), { tolerateFailed, ...required('env=prod') });
    expect([notPicked.outcome, ids(notPicked)]).toEqual(['failed', expect.arrayContaining(['scheduled-required-cluster-missing oslo'])]);
    const nobody = await play(labelled(fleet, labels), { tolerateFailed, ...required('env=staging') });
    expect(nobody.outcome).toBe('failed');
    expect(nobody.placements[0]?.diagnoses.flatMap(({ evidence }) => evidence)).toContain('no MemberCluster has the labels env=staging');
  });

  test('does not pass if MemberClusters cannot be read', async () => {
    const judged = async (state: 'denied' | 'notServed', text: string): Promise<string> => {
      const clock = new SimClock();
      const hidden = { MemberCluster: { kind: state, message: 'forbidden' } } as const;
      const reader = new ScriptedHub(clock, NOW, [{ at: 0, objects: objectsOf(refusedOn([])) }], hidden);
      const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: required(text) });
      return (await clock.play(wait({ reader, clock, expectation }))).outcome;
    };
    expect(await judged('denied', 'env=prod')).toBe('notAllowed');
    expect(await judged('notServed', 'env=prod')).toBe('failed');
    expect(await judged('denied', 'east')).toBe('passed');
  });

  test.each([
    ['east', { kind: 'named', names: ['east'] }],
    ['east, eu.north ,east', { kind: 'named', names: ['east', 'eu.north'] }],
    ['env=prod', { kind: 'labelled', text: 'env=prod' }],
    ['env!=dev,region in (eu, us),!canary', { kind: 'labelled' }],
    ['kubernetes-fleet.io/member-name==east', { kind: 'labelled' }],
    ['East', undefined],
    ['east,env=prod', undefined],
    ['env=prod,', undefined],
    ['env in ()x', undefined],
    ['env=a=b', undefined],
  ])('reads %s', (text, expected) => {
    if (expected === undefined) expect(parseRequiredClusters(text)).toBeUndefined();
    else expect(parseRequiredClusters(text)).toMatchObject(expected);
  });
});

describe('--min-clusters', () => {
  test.each([
    ['4', [], 'passed'],
    ['5', [], 'failed'],
    ['100%', [], 'passed'],
    ['3', ['west'], 'passed'],
    ['75%', ['west'], 'passed'],
    ['4', ['west'], 'failed'],
    ['76%', ['west'], 'failed'],
  ])('%s of four with %j failed and tolerated: %s', async (least, failed, outcome) => {
    const report = await play(objectsOf(refusedOn(failed)), { minClusters: share(least), tolerateFailed: share('2') });
    expect(report.outcome).toBe(outcome);
  });

  test('reports the number of clusters after the fleet had time to change', async () => {
    const clock = new SimClock();
    const reader = new ScriptedHub(clock, NOW, [
      { at: 0, objects: objectsOf(refusedOn([], ['east'])) },
      { at: 30_000, objects: objectsOf(refusedOn([], ['east', 'west'])) },
    ]);
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { minClusters: share('2') } });
    expect((await clock.play(wait({ reader, clock, expectation }))).outcome).toBe('passed');
    const few = await play(objectsOf(refusedOn([], ['east'])), { minClusters: share('2') });
    expect([few.outcome, ids(few)]).toEqual(['failed', ['scheduled-below-min-clusters undefined']]);
    expect(few.placements[0]?.diagnoses[0]?.explain).toContain('has 1 clusters');
  });

  test.each(['3', '0', '20%', '100%'])('reads %s', (text) => {
    expect(parseShare(text)).toBeDefined();
  });
  test.each(['', '-1', '1.5', '101%', '20 %', 'all', '%'])('does not read %j', (text) => {
    expect(parseShare(text)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';

import { outcomeOf } from '../../../src/gates/loop/gate-outcome.ts';
import { gateReport } from '../../../src/gates/loop/gate-report.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { renderJson } from '../../../src/report/json/render-json.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import type { Report } from '../../../src/report.ts';
import { badWork, binding, clusterConditions, greenFleet, namespaceShop, no, orders, yes } from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { diagnosesIn, expectedBy, gate } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { finishedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import type { StagedFleet } from '../../support/fleets/staged-fleet.ts';

const CONTENT = [namespaceShop(), orders('v1')];
const [, DEPLOYMENT = orders('v1')] = CONTENT;
const RUN = 'csur/v1';
const PLACEMENT = 'crp/shop';

function look(fleet: StagedFleet, more: Asked = {}): GateState & { readonly told: string } {
  const asked = { targets: [RUN], manifests: [orders('v1')], ...more };
  const state = gate(asked).look(stagedObjects(fleet));
  return { ...state, told: outcomeOf(state, expectedBy(asked)) };
}

function idsOf(state: GateState): readonly string[] {
  return diagnosesIn(state).map(({ id, outcome }) => `${id} ${outcome}`);
}

function rowOf({ runs }: GateState, cluster: string): string | undefined {
  const row = runs[0]?.clusters.find(({ name }) => name === cluster);
  return row && `${row.verdict} at ${row.stage}`;
}

const REFUSED = { ...no('Applied', 'ManifestApplyFailed', 1), message: 'field is immutable' };
const UNAVAILABLE = no('Available', 'ManifestNotAvailableYet', 1);

/** East was finished by the run, and what it says of an object has changed since. */
function brokenBy(condition: Readonly<Record<string, unknown>>, fleet = stagedFleet()): StagedFleet {
  const type = String(condition['type']);
  const good = clusterConditions(3).slice(1, type === 'Applied' ? 4 : 5);
  const bad = no(type, type === 'Applied' ? 'NotAllWorkHaveBeenApplied' : 'NotAllWorkAreAvailable', 3);
  return {
    ...fleet,
    bindings: [binding('east', 0, [...good, bad]), ...fleet.bindings.slice(1)],
    works: [badWork('east', 0, CONTENT, DEPLOYMENT, condition), ...fleet.works.slice(1)],
  };
}

describe.each([
  { name: 'the run', targets: [RUN] },
  { name: 'its placement', targets: [PLACEMENT] },
  { name: 'both', targets: [PLACEMENT, RUN] },
])('a finished cluster of a run that asks for an approval, where $name is followed', ({ targets }) => {
  test('that is available leaves the approval to a person', () => {
    const state = look(stagedFleet(), { targets });
    expect(state.outcome).toBe('waitingForPerson');
    expect(idsOf(state)).toContain('run-waiting-approval human');
    expect(look(stagedFleet(), { targets, options: { onApproval: 'pass' } }).told).toBe('passed');
  });

  test('that fails permanently fails the gate, and the approval is not requested', () => {
    const state = look(brokenBy(REFUSED), { targets });
    expect(state.outcome).toBe('failed');
    expect(idsOf(state)).toContain('apply-immutable-field terminal');
    expect(idsOf(state).join(' ')).not.toContain('run-waiting-approval');
  });

  test('that fails permanently and is tolerated leaves the approval to a person', () => {
    const options = { tolerateFailed: { count: 1 } } as const;
    const state = look(brokenBy(REFUSED), { targets, options });
    expect(state.outcome).toBe('waitingForPerson');
    expect(idsOf(state)).toEqual(expect.arrayContaining(['run-waiting-approval human', 'apply-immutable-field info']));
    const required = { ...options, requireClusters: { kind: 'named', names: ['east'] } } as const;
    expect(look(brokenBy(REFUSED), { targets, options: required }).outcome).toBe('failed');
  });

  test.each(['wait', 'fail', 'pass'] as const)('that is not available any more is undecided, with --on-approval %s too', (onApproval) => {
    const state = look(brokenBy(UNAVAILABLE), { targets, options: { onApproval } });
    expect(state.told).toBe('waiting');
    expect(idsOf(state)).toContain('workload-not-available waiting');
    expect(idsOf(state).join(' ')).not.toContain('run-waiting-approval');
  });

  test('whose binding has not answered to its newest generation is undecided', () => {
    const fleet = stagedFleet();
    const edited = { ...fleet, bindings: [binding('east', 0, clusterConditions(2).slice(1)), ...fleet.bindings.slice(1)] };
    expect(look(edited, { targets, options: { onApproval: 'pass' } }).told).toBe('waiting');
  });

  test('whose binding was deleted is undecided', () => {
    const fleet = stagedFleet();
    expect(look({ ...fleet, bindings: fleet.bindings.slice(1) }, { targets, options: { onApproval: 'pass' } }).told).toBe('waiting');
  });
});

describe('the row of a finished cluster', () => {
  test('shows the state of the cluster now, not its state when the run left it', () => {
    expect(rowOf(look(stagedFleet()), 'east')).toBe('passed at Available');
    expect(rowOf(look(brokenBy(REFUSED)), 'east')).toBe('failed at Applied');
    expect(rowOf(look(brokenBy(UNAVAILABLE)), 'east')).toBe('waiting at Available');
  });

  test('is not verified while the bindings of an open run cannot be read', () => {
    const hidden = { ClusterResourceBinding: { kind: 'denied', message: 'forbidden' } } as const;
    const state = look(stagedFleet(), { hidden });
    expect(state.outcome).toBe('waitingForPerson');
    expect(rowOf(state, 'east')).toBe('notVerified at Available');
  });

  test('is let through only if it is known which content the run has', () => {
    const pass = { options: { onApproval: 'pass' } } as const;
    const fleet = stagedFleet();
    const unread = gate({ targets: [RUN], manifests: [orders('v1')], ...pass, from: 'files' });
    const withoutPlacement = stagedObjects(fleet).filter(({ kind }) => kind !== 'ClusterResourcePlacement');
    const hidden = { ClusterResourcePlacement: { kind: 'unread' } } as const;
    expect(unread.once(withoutPlacement, { hidden })).toMatchObject({
      outcome: 'waiting',
      runs: [{ summary: 'its placement is not among the objects that were read' }],
    });
    expect(look({ ...fleet, snapshots: [] }, pass).told).toBe('waiting');
    expect(look(fleet, pass).told).toBe('passed');
  });

  // covers: failed-run-is-final
  test('has the state that the run reports if the run has failed, because it does not continue', () => {
    const fleet = stagedFleet();
    const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Succeeded', 'UpdateRunFailed', 1)];
    const run = { ...fleet.run, status: { ...(fleet.run['status'] as object), conditions } };
    const moved = [binding('east', 0, clusterConditions(2).slice(1)), ...fleet.bindings.slice(1)];
    expect(rowOf(look({ ...fleet, run, bindings: moved }), 'east')).toBe('passed at Available');
  });
});

test('a stopped run does not wait for a person while a finished cluster is broken', () => {
  const stopped = (fleet: StagedFleet): StagedFleet => {
    const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunStopped', 1)];
    return { ...fleet, run: { ...fleet.run, status: { ...(fleet.run['status'] as object), conditions } } };
  };
  expect(look(stopped(stagedFleet())).outcome).toBe('waitingForPerson');
  expect(look(stopped(brokenBy(UNAVAILABLE)), { options: { onApproval: 'pass' } }).told).toBe('waiting');
});

describe('a run that has succeeded', () => {
  const untracked = (fleet: StagedFleet): StagedFleet => {
    const available = yes('Available', 'NotAllWorkAreAvailabilityTrackable', 3);
    return {
      ...fleet,
      bindings: fleet.bindings.map((_, at) => binding(at === 0 ? 'east' : 'west', 0, [...clusterConditions(3).slice(1, 5), available])),
    };
  };

  test('passes if its content can be tracked', () => {
    const state = look(finishedFleet());
    expect(`${state.outcome} ${String(state.runs[0]?.verdict)} ${String(rowOf(state, 'west'))}`).toBe('passed passed passed at Available');
  });

  test('passes with a tolerated cluster, and names it', () => {
    const broken = brokenBy(REFUSED, finishedFleet());
    expect(look(broken).outcome).toBe('failed');
    const state = look(broken, { options: { tolerateFailed: { percent: 50 } } });
    expect(`${state.outcome} ${String(state.runs[0]?.verdict)} ${String(rowOf(state, 'east'))}`).toBe('passed passed failed at Applied');
    expect(state.runs[0]?.summary).toMatch(/^succeeded; failed and tolerated: east; /);
    expect(idsOf(state)).toContain('apply-immutable-field info');
  });

  test('fails at once if a required cluster is missing, or if there are too few', () => {
    const required = look(finishedFleet(), { options: { requireClusters: { kind: 'named', names: ['north', 'west'] } } });
    expect([required.outcome, idsOf(required)]).toEqual(['failed', ['scheduled-required-cluster-missing terminal']]);
    const few = look(finishedFleet(), { options: { minClusters: { count: 3 } } });
    expect([few.outcome, idsOf(few)]).toEqual(['failed', ['scheduled-below-min-clusters terminal']]);
    const met = { minClusters: { count: 2 }, requireClusters: { kind: 'named', names: ['east', 'west'] } } as const;
    expect(look(finishedFleet(), { options: met }).outcome).toBe('passed');
  });

  test('is not verified if its content cannot be tracked, as for its placement', () => {
    const state = look(untracked(finishedFleet()));
    expect(`${state.outcome} ${String(state.runs[0]?.verdict)} ${String(rowOf(state, 'west'))}`).toBe(
      'passed notVerified notVerified at Available',
    );
  });

  test('is not proven if its snapshot has an object that the hub lacks, because this deploy may have removed it', () => {
    const fleet = finishedFleet();
    const lost = look({ ...fleet, content: fleet.content.slice(1) }).runs[0];
    expect(look(fleet).runs[0]?.freshness).toBe('proven');
    expect(`${String(lost?.verdict)} ${String(lost?.freshness)}`).toBe('passed assumed');
    expect(lost?.summary).toContain('still holds what was removed from the hub: Namespace shop');
  });

  test('passes if its content only needs to be applied', () => {
    expect(look(untracked(finishedFleet()), { options: { for: 'applied' } }).runs[0]?.verdict).toBe('passed');
  });
});

describe('a cluster that waits under its placement and has passed under its run', () => {
  const lagging = (fleet: StagedFleet): StagedFleet => {
    const entry = { clusterName: 'east', conditions: [...clusterConditions(1).slice(0, 5), no('Available', 'NotYet', 1, 'not told yet')] };
    const west = { clusterName: 'west', conditions: clusterConditions(1) };
    const status = { ...(fleet.placement['status'] as object), placementStatuses: [entry, west] };
    return { ...fleet, placement: { ...fleet.placement, status } };
  };
  const noteOf = ({ placements }: GateState, cluster: string): string | undefined =>
    placements[0]?.clusters.find(({ name }) => name === cluster)?.note;
  const both = { targets: [PLACEMENT, RUN] };

  test('has a reason why the two differ', () => {
    const state = look(lagging(finishedFleet()), both);
    expect(`${String(state.placements[0]?.clusters[0]?.verdict)} ${String(rowOf(state, 'east'))}`).toBe('waiting passed at Available');
    expect(noteOf(state, 'east')).toBe(
      'passed under ClusterStagedUpdateRun/v1, as its binding shows; the placement itself still waits: not told yet',
    );
  });

  test('has that reason only in this case', () => {
    expect(noteOf(look(lagging(finishedFleet()), both), 'west')).toBeUndefined();
    expect(noteOf(look(finishedFleet(), both), 'east')).toBeUndefined();
    expect(noteOf(look(lagging(finishedFleet()), { targets: [PLACEMENT] }), 'east')).toBeUndefined();
    expect(noteOf(look(brokenBy(UNAVAILABLE), both), 'east')).toBeUndefined();
  });

  test('does not have that reason if the run failed before it reached the cluster', () => {
    const fleet = stagedFleet();
    const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Succeeded', 'UpdateRunFailed', 1, 'it broke')];
    const failed = { ...fleet, run: { ...fleet.run, status: { ...(fleet.run['status'] as object), conditions } } };
    const state = look(failed, both);
    expect(rowOf(state, 'west')).toBe('notVerified at Scheduled');
    expect(state.placements[0]?.clusters.find(({ name }) => name === 'west')?.verdict).toBe('waiting');
    expect(noteOf(state, 'west')).toBeUndefined();
  });

  test('is shown with that reason in text, markdown and JSON', () => {
    const state = look(lagging(finishedFleet()), both);
    const judged = gateReport('timedOut', state);
    const report: Report = {
      schema: 'report-v1',
      tool: { name: 'fleet-gate', version: '0.0.0' },
      command: 'wait',
      outcome: judged.outcome,
      exitCode: 70,
      gate: judged,
    };
    for (const text of [renderText(report), renderMarkdown(report), renderJson(report)])
      expect(text).toContain('as its binding shows; the placement itself still waits: not told yet');
  });
});

describe('another target, while one waits for a person', () => {
  /** A second placement with a namespace of its own. */
  const beside = (other: Fleet): StagedFleet => {
    const renamed = JSON.parse(JSON.stringify({ ...other, members: [] }).replaceAll('shop', 'mail')) as Fleet;
    const fleet = stagedFleet();
    return {
      ...fleet,
      snapshots: [...fleet.snapshots, ...renamed.snapshots],
      bindings: [...fleet.bindings, ...renamed.bindings],
      works: [...fleet.works, ...renamed.works],
      content: [...fleet.content, ...renamed.content, renamed.placement, renamed.policySnapshot],
    };
  };
  const broken = (condition: Readonly<Record<string, unknown>>): Fleet => {
    const { bindings, works } = brokenBy(condition);
    const fleet = greenFleet(['east', 'west'], CONTENT);
    return {
      ...fleet,
      bindings: [...bindings.slice(0, 1), ...fleet.bindings.slice(1)],
      works: [...works.slice(0, 1), ...fleet.works.slice(1)],
    };
  };

  test.for<readonly [string, Fleet, string]>([
    ['available', greenFleet(['east', 'west'], CONTENT), 'passed'],
    ['not available any more', broken(UNAVAILABLE), 'waiting'],
    ['refused', broken(REFUSED), 'failed'],
  ])('%s', ([, other, expected]) => {
    expect(look(beside(other), { targets: [RUN, 'crp/mail'], options: { onApproval: 'pass' } }).told).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../src/fleet/object.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import type { Progress } from '../../src/gates/loop/progress.ts';
import { wait } from '../../src/gates/loop/wait.ts';
import { JUDGED_ONCE } from '../../src/gates/memory.ts';
import { judge } from '../../src/gates/verdict/judge.ts';
import type { Diagnosis, GateReport } from '../../src/report.ts';
import { gateCause } from '../../src/report/facts/gate-cause.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, NOW, objectsOf, orders, placementAt } from '../support/fleet.ts';
import { memoryHub } from '../support/memory-hub.ts';
import { ScriptedHub } from '../support/scripted-hub.ts';
import { SimClock } from '../support/sim-clock.ts';

const DENIED = 'admission webhook "guard.example.com" denied the request: no owner label';

/** A policy of the only member refuses the Deployment. */
function denied(message = DENIED): readonly KubeObject[] {
  const content = [namespaceShop(), orders('v1')];
  const fleet = greenFleet(['west'], content);
  const [, workload = orders('v1')] = content;
  return objectsOf({
    ...placementAt(fleet, 'Applied', 'ApplyFailed'),
    bindings: [bindingAt('west', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))],
    works: [badWork('west', 0, content, workload, no('Applied', 'ManifestApplyFailed', 1, message))],
  });
}

function played(states: readonly { readonly at: number; readonly objects: readonly KubeObject[] }[]): Promise<{
  readonly looks: readonly Progress[];
  readonly report: GateReport;
}> {
  const clock = new SimClock();
  const reader = new ScriptedHub(clock, NOW, states);
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { settle: 0 } });
  const looks: Progress[] = [];
  return clock
    .play(wait({ reader, clock, expectation, onProgress: (progress) => looks.push(progress) }))
    .then((report) => ({ looks, report }));
}

const causeIn = ({ state }: Progress): Diagnosis | undefined => state.placements[0]?.diagnoses[0];

describe('a suspect', () => {
  test('is told at the first look, with the moment it counts at', async () => {
    const { looks, report } = await played([{ at: 0, objects: denied() }]);
    const [first] = looks;
    expect(first && causeIn(first)).toMatchObject({
      id: 'apply-denied-by-policy',
      outcome: 'suspect',
      since: '2026-03-04T10:00:00Z',
      countsAt: '2026-03-04T10:05:00Z',
    });
    expect(report.outcome).toBe('failed');
    expect(report.placements[0]?.diagnoses[0]).not.toHaveProperty('countsAt');
  });

  test('keeps its moment while its text changes', async () => {
    const changed = denied(`${DENIED}, and no team label`);
    const { looks } = await played([
      { at: 0, objects: denied() },
      { at: 60_000, objects: changed },
    ]);
    expect(new Set(looks.slice(0, -1).flatMap((look) => causeIn(look)?.countsAt ?? []))).toEqual(new Set(['2026-03-04T10:05:00Z']));
  });

  test('adds nothing to the timeline when it comes and heals', async () => {
    const healthy = objectsOf(greenFleet(['west'], [namespaceShop(), orders('v1')]));
    const { report } = await played([
      { at: 0, objects: denied() },
      { at: 3000, objects: healthy },
    ]);
    expect(report.outcome).toBe('passed');
    expect(report.timeline.map(({ to }) => to)).toEqual(['waiting', 'waiting at Applied', 'passed', 'passed']);
  });

  test('is what a single look says first, with the latest moment where nobody knows since when', () => {
    const objects = denied().filter(({ kind }) => kind !== 'MemberCluster');
    const { outcome, placements, runs } = judge(
      memoryHub(objects, NOW),
      expectationOf({ targets: [parseTarget('crp/shop')] }),
      JUDGED_ONCE,
      0,
    );
    expect(placements[0]?.diagnoses[0]).toMatchObject({ outcome: 'suspect', countsAt: '2026-03-04T10:05:00Z' });
    expect(placements[0]?.diagnoses[0]).not.toHaveProperty('since');
    expect(gateCause({ outcome, placements, runs, timeline: [] })).toMatch(
      /^ClusterResourcePlacement\/shop on west: suspect: .*counts at 10:05:00/,
    );
  });
});

test('a cluster’s since is of the hub’s clock: what only a Work says has none', () => {
  const content = [namespaceShop(), orders('v1')];
  const fleet = greenFleet(['west'], content);
  const lagging = badWork('west', 0, content, content[1] ?? namespaceShop(), no('Available', 'ManifestNotAvailableYet'));
  const sinceOf = (objects: readonly KubeObject[]): string | undefined =>
    judge(memoryHub(objects, NOW), expectationOf({ targets: [parseTarget('crp/shop')] }), JUDGED_ONCE, 0).placements[0]?.clusters[0]?.since;
  expect(sinceOf(objectsOf(fleet))).toBe('2026-03-04T09:00:00Z');
  expect(sinceOf(objectsOf({ ...fleet, works: [lagging] }))).toBeUndefined();
});

import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Progress } from '../../../src/gates/loop/progress.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { gateCause } from '../../../src/report/facts/gate/gate-cause.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

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

const { once, play } = gate({ options: { settle: 0 } });

const causeIn = ({ state }: Progress): Diagnosis | undefined => state.placements[0]?.diagnoses[0];

describe('a suspect', () => {
  // covers: wait-for-works
  test('is reported at the first check, with the time at which it becomes a failure', async () => {
    const { progress: looks, report } = await play([{ at: 0, objects: denied() }]);
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

  test('keeps its time while its text changes', async () => {
    const changed = denied(`${DENIED}, and no team label`);
    const { progress: looks } = await play([
      { at: 0, objects: denied() },
      { at: 60_000, objects: changed },
    ]);
    expect(new Set(looks.slice(0, -1).flatMap((look) => causeIn(look)?.countsAt ?? []))).toEqual(new Set(['2026-03-04T10:05:00Z']));
  });

  // covers: passing-sync-errors retrigger-after-namespace
  test('adds nothing to the timeline if it recovers', async () => {
    const healthy = objectsOf(greenFleet(['west'], [namespaceShop(), orders('v1')]));
    const { report } = await play([
      { at: 0, objects: denied() },
      { at: 3000, objects: healthy },
    ]);
    expect(report.outcome).toBe('passed');
    expect(report.timeline.map(({ to }) => to)).toEqual(['waiting', 'waiting at Applied', 'passed', 'passed']);
  });

  test('is the first cause of a single check, with the latest time if its start is not known', () => {
    const objects = denied().filter(({ kind }) => kind !== 'MemberCluster');
    const { outcome, placements, runs } = once(objects);
    expect(placements[0]?.diagnoses[0]).toMatchObject({ outcome: 'suspect', countsAt: '2026-03-04T10:05:00Z' });
    expect(placements[0]?.diagnoses[0]).not.toHaveProperty('since');
    expect(gateCause({ outcome, placements, runs, timeline: [] })).toMatch(
      /^ClusterResourcePlacement\/shop on west: probable cause: .*becomes a failure at 10:05:00/,
    );
  });
});

test('the since of a cluster is of the hub’s clock: a condition that only a Work has gets none', () => {
  const content = [namespaceShop(), orders('v1')];
  const fleet = greenFleet(['west'], content);
  const lagging = badWork('west', 0, content, content[1] ?? namespaceShop(), no('Available', 'ManifestNotAvailableYet'));
  const sinceOf = (objects: readonly KubeObject[]): string | undefined => once(objects).placements[0]?.clusters[0]?.since;
  expect(sinceOf(objectsOf(fleet))).toBe('2026-03-04T09:00:00Z');
  expect(sinceOf(objectsOf({ ...fleet, works: [lagging] }))).toBeUndefined();
});

import { describe, expect, test } from 'vitest';

import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import type { GateReport } from '../../../src/report.ts';
import { greenFleet, member, NOW, objectsOf } from '../../support/fleets/fleet.ts';

const NAMES = ['a', 'b', 'c', 'd'];

/** @param ages of the last heartbeats, in seconds before the files were written */
async function diagnosed(ages: readonly number[], now?: Date): Promise<GateReport> {
  const fleet = { ...greenFleet(NAMES), members: NAMES.map((name, index) => member(name, ages[index] ?? 0)) };
  const reader = filesReader(objectsOf(fleet), now);
  return diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }), signal: new AbortController().signal });
}

function causes({ placements }: GateReport): readonly string[] {
  return placements.flatMap(({ diagnoses }) => diagnoses.map(({ cluster, outcome, title }) => `${cluster ?? ''} ${outcome}: ${title}`));
}

const UNKNOWN = 'suspect: It is not known whether the member answers';

describe('files without a time', () => {
  test('one heartbeat ahead of all others makes nothing fail and nothing pass', async () => {
    const report = await diagnosed([-600, 20, 30, 40]);
    expect(report.outcome).toBe('waiting');
    expect(causes(report)).toEqual([
      'a suspect: The heartbeat of the member may be of the future',
      `b ${UNKNOWN}`,
      `c ${UNKNOWN}`,
      `d ${UNKNOWN}`,
    ]);
  });

  test('a fleet of which one member was heard last is not reported as good', async () => {
    expect((await diagnosed([10, 900, 910, 930])).outcome).toBe('waiting');
  });

  test('a silent member among others that agree fails', async () => {
    const report = await diagnosed([10, 20, 30, 900]);
    expect(report.outcome).toBe('failed');
    expect(causes(report)).toEqual(['d terminal: The member does not answer']);
  });

  test('members that agree pass, and the report names the time of the check', async () => {
    const clause =
      'checked at 2026-03-04T09:59:50Z, the newest time in the files: whether members still answered later is not verified (add --now with the time at which they were written)';
    const { outcome, placements } = await diagnosed([10, 20, 30, 40]);
    expect([outcome, placements[0]?.notVerified]).toEqual(['passed', [clause]]);
    expect((await diagnosed([10, 20, 30, 40], NOW)).placements[0]?.notVerified).toBeUndefined();
  });
});

test('with the time of the files only the member of the future is reported', async () => {
  const report = await diagnosed([-600, 20, 30, 40], NOW);
  expect(causes(report)).toEqual(['a suspect: The heartbeat of the member is of the future']);
});

/** A cause is reported once, even if both the run and its placement show it. */
import { describe, expect, test } from 'vitest';

import { gateCause } from '../../../src/report/facts/gate/gate-cause.ts';
import { decisiveStep } from '../../../src/report/facts/gate/decisive-cause.ts';
import { gateReport } from '../../../src/gates/loop/gate-report.ts';
import type { GateReport } from '../../../src/report.ts';
import { gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const { objects, asked } = hubFixture('run-stuck');
const RUN = 'StagedUpdateRun/shop/shop-app-v1';
const PLACEMENT = 'ResourcePlacement/shop/shop-app';

function report(...targets: readonly string[]): GateReport {
  const state = gate({ ...asked, targets }).once(objects);
  return gateReport('stuck', state);
}

describe('a stuck run', () => {
  const placement = objects.find(({ kind }) => kind === 'ResourcePlacement');
  const names = [RUN, placement === undefined ? PLACEMENT : `ResourcePlacement/shop/${placement.metadata.name}`] as const;

  test.for([[names[0]], [names[1]], names])('leads with the workload and its cluster, followed as %s', (targets) => {
    const told = report(...targets);
    expect(gateCause(told)).toMatch(/ on m1: The run is stuck \(The workload is not available: Deployment\/shop\/\S+\)$/);
    expect(decisiveStep(told)).toMatch(/describe deployment\.apps\//);
  });
});

test('"not available yet" is not reported beside the cause that prevents availability', () => {
  const { objects: hub, asked: by, member = [] } = hubFixture('workload-unschedulable');
  const members = new Map([['m2/shop', member]]);
  const told = gateCause(gateReport('failed', gate({ ...by, members }).once(hub)));
  expect(told).toContain('No node can run the pods');
  expect(told).not.toContain('more cause');
});

import { describe, expect, test } from 'vitest';

import { DEFAULT_GRACES, type Graces } from '../../../src/gates/graces.ts';
import { movesOf } from '../../../src/gates/loop/progress.ts';
import { movedText } from '../../../src/report/facts/gate/gated.ts';
import { clusterStatusText } from '../../../src/report/facts/gate/cluster-status-text.ts';
import { gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

/** A step that was reached is not reported as not reached, even if the cluster has a failure. */
describe('a cluster that reached its last step but fails', () => {
  // Suspicions count at once.
  const grace = Object.fromEntries(Object.keys(DEFAULT_GRACES).map((name) => [name, 0])) as unknown as Graces;

  test.each([
    ['diff-found', 'compared, and differs'],
    ['drift-found', 'available, with a fault'],
    ['diff-report-failed', 'could not compare'],
  ])('%s: %s', (folder, text) => {
    const { cluster, objects, asked } = hubFixture(folder);
    const [placement] = gate({ ...asked, grace }).once(objects).placements;
    const row = placement?.clusters.find(({ name }) => name === cluster);
    expect(row?.verdict).toBe('failed');
    expect(row && clusterStatusText(row)).toBe(text);
    const moved = placement === undefined ? [] : movesOf(undefined, placement, '2026-11-21T03:00:00Z');
    expect(moved.filter((entry) => entry.cluster === cluster).map(movedText)).toEqual([text]);
  });
});

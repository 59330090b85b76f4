import { expect, test } from 'vitest';

import { orders } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { gate } from '../../support/gate/gate.ts';

/** A run has brought `v1` to all clusters, and the hub has this content now. */
function lookAt(image: string, target: string) {
  const objects = stagedObjects(finishedFleet()).map((object) => (object.kind === 'Deployment' ? orders(image) : object));
  const report = gate({ targets: [target], manifests: [orders('v1')] }).look(objects);
  const [gated] = [...report.placements, ...report.runs];
  return { outcome: report.outcome, freshness: gated?.freshness, summary: gated?.summary ?? '' };
}

test.each(['csur/v1', 'crp/shop'])('%s does not say that the hub has the content if it was edited behind the run', (target) => {
  expect(lookAt('v1', target)).toMatchObject({ outcome: 'passed', freshness: 'proven' });
  const edited = lookAt('v2', target);
  expect(edited).toMatchObject({ outcome: 'passed', freshness: 'assumed' });
  expect(edited.summary).toContain('the hub has another Deployment/shop/orders (differs at /spec/template/spec/containers/0/image)');
});

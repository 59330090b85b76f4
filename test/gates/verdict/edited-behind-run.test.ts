import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { orders } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

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

describe.each(['csur/v1', 'crp/shop'])('%s names what is no longer on the hub', (target) => {
  const DELETED = { deletionTimestamp: '2026-03-04T09:59:00Z' };
  const leaving = (kind: string) => (object: KubeObject) =>
    object.kind === kind ? [{ ...object, metadata: { ...object.metadata, ...DELETED } }] : [object];

  const removals = [
    ['a removed object', (object: KubeObject) => (object.kind === 'Deployment' ? [] : [object]), 'was removed from the hub'],
    ['an object that is being deleted', leaving('Deployment'), 'is being deleted on the hub'],
  ] as const;
  // The placement itself waits while a namespace of its content is deleted.
  const ofRun = ['a namespace that is being deleted', leaving('Namespace'), 'is being deleted on the hub'] as const;

  test.each(target.startsWith('csur') ? [...removals, ofRun] : removals)('%s', (_, change, title) => {
    const { once } = gate({ targets: [target], manifests: [orders('v1')] });
    const ended = once(stagedObjects(finishedFleet()).flatMap(change));
    expect(ended.outcome).toBe('passed');
    const [gated] = [...ended.placements, ...ended.runs];
    expect(gated?.diagnoses.map((cause) => [cause.id, cause.outcome, cause.title])).toEqual([
      ['superseded', 'info', `An object of the run ${title}`],
    ]);
    expect(gated?.summary).not.toContain('as the hub holds them now');
    const open = once(stagedObjects(stagedFleet()).flatMap(change));
    expect(open.outcome).toBe('waitingForPerson');
    expect(diagnosesIn(open).map((cause) => cause.title)).toContain(`An object of the run ${title}`);
  });
});

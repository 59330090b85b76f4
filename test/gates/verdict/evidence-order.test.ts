import { expect, test } from 'vitest';

import { badWork, bindingAt, greenFleet, namespaceShop, no, orders, placementAt } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const { once } = gate();
const workload = orders('v1');
const content = [namespaceShop(), workload];

/** The evidence of an object that a member refuses with these words. */
function evidenceOf(reason: string, message: string): readonly string[] {
  const fleet = placementAt(greenFleet(['east'], content), 'Applied', 'ApplyFailed');
  const works = [badWork('east', 0, content, workload, no('Applied', reason, 1, `Failed to apply the manifest (error: ${message})`))];
  const bindings = [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))];
  return once({ ...fleet, works, bindings }).placements[0]?.diagnoses[0]?.evidence ?? [];
}

const ANSWER = 'failed to apply the manifest: failed to create manifest object: error returned by the API server: ';
const OWNERS = '[{APIVersion:v1 Kind:ConfigMap Name:operator UID:1 Controller:0xc000a1b2c3 BlockOwnerDeletion:<nil>}]';

test.each([
  [
    'ManifestApplyFailed',
    `${ANSWER}deployments "orders" is forbidden: exceeded quota: team, requested: pods=2, used: pods=5, limited: pods=5`,
    'quota team: pods: 2 more requested, 5 of 5 used',
  ],
  [
    'ManifestApplyFailed',
    `${ANSWER}admission webhook "guard.example.com" denied the request: no`,
    'admission webhook guard.example.com denies it',
  ],
  [
    'FailedToTakeOver',
    `failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: ${OWNERS})`,
    'owned on the cluster by ConfigMap operator',
  ],
])('the other owner comes first, then the message of the member: %s', (reason, message, first) => {
  const evidence = evidenceOf(reason, message);
  expect(evidence[0]).toBe(first);
  expect(evidence[1]).toContain(`Applied False ${reason}: Failed to apply the manifest (error: `);
  expect(evidence.join('\n')).not.toMatch(/0xc0/);
});

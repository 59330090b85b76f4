import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const content = [namespaceShop(), orders('v1')] as const;
const INVALID =
  'in degraded mode (full comparison is performed instead of partial comparison, as the manifest object is considered to be invalid by the member cluster API server)';
const TAKEOVER =
  'cannot take over object: configuration differences are found between the manifest object and the corresponding object in the member cluster';
const DRIFT = 'cannot apply manifest: drifts are found between the manifest and the object from the member cluster';

test.for<readonly [string, string, string, string]>([
  ['FailedToTakeOver', TAKEOVER, 'takeover-differs', 'whenToTakeOver to Always'],
  ['FoundDrifts', DRIFT, 'drift-blocks-apply', 'whenToApply to Always'],
])('%s: the advice is to overwrite unless the member refuses the object anyway', ([reason, text, id, overwrite]) => {
  const plain = remedyOf(reason, text, id);
  const refused = remedyOf(reason === 'FoundDrifts' ? 'FoundDriftsInDegradedMode' : reason, `${text} ${INVALID}`, id);
  expect(plain).toContain(overwrite);
  expect(refused).not.toContain(overwrite);
  expect(refused).toContain('--dry-run=server');
  expect(refused.split('\n')[0]).toBe(plain.split('\n')[0]);
});

function remedyOf(reason: string, text: string, id: string): string {
  const message = `Failed to apply the manifest (error: ${text})`;
  const objects = hubWhere(no('Applied', reason, 0, message));
  const { placements } = gate({ manifests: [orders('v1')] }).look(objects);
  const found = placements[0]?.diagnoses.find((diagnosis) => diagnosis.id === id);
  return (found?.remedy ?? []).join('\n');
}

function hubWhere(condition: ReturnType<typeof no>): readonly KubeObject[] {
  const fleet = greenFleet(['east'], content);
  const refused = no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'Work object shop-work has failed to apply');
  return objectsOf({
    ...fleet,
    bindings: [bindingAt('east', 0, refused)],
    works: [badWork('east', 0, content, content[1], condition)],
  });
}

import type { Condition } from '../../src/fleet/condition.ts';
import type { ObjectRef } from '../../src/fleet/object.ts';
import { expectationOf } from '../../src/gates/expectation.ts';
import { identify } from '../../src/gates/identify.ts';
import { NO_MEMBER_OBJECTS } from '../../src/gates/members/member-reader.ts';
import { ONE_LOOK } from '../../src/gates/memory.ts';
import { STAGES } from '../../src/gates/sighting.ts';
import type { Scope } from '../../src/gates/sighting.ts';
import { parseTarget } from '../../src/gates/target.ts';
import { NOW } from './fleet.ts';
import { memorySnapshot } from './memory-snapshot.ts';

/** The id of a condition as it stands, `Type Status Reason` with its message; `none` where it is no failure by itself. */
export function identified(scope: Scope, text: string, message: string): string {
  const [type = '', status = '', reason = ''] = text.split(' ');
  const target: ObjectRef = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const condition: Condition = { type, status: status as Condition['status'], reason, message };
  const stage = STAGES.find((known) => known === type) ?? 'Available';
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')] });
  const look = { snapshot: memorySnapshot([], NOW), expectation, memory: ONE_LOOK, now: 0, memberObjects: NO_MEMBER_OBJECTS };
  const { found } = identify([{ scope, stage, target, object: target, cluster: 'm1', condition, evidence: [] }], look, '');
  return found[0]?.diagnosis.id ?? 'none';
}

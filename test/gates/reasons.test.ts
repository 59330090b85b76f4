import { describe, expect, test } from 'vitest';

import type { Condition } from '../../src/fleet/condition.ts';
import type { ObjectRef } from '../../src/fleet/object.ts';
import { REASONS } from '../../src/fleet/reasons.ts';
import { BENIGN_REASONS } from '../../src/gates/catalogue/benign.ts';
import { expectationOf } from '../../src/gates/expectation.ts';
import { identify } from '../../src/gates/identify.ts';
import { NO_MEMBER_OBJECTS } from '../../src/gates/members/member-reader.ts';
import { ONE_LOOK } from '../../src/gates/memory.ts';
import { STAGES } from '../../src/gates/sighting.ts';
import type { Scope } from '../../src/gates/sighting.ts';
import { parseTarget } from '../../src/gates/target.ts';
import { NOW } from '../support/fleet.ts';
import { memorySnapshot } from '../support/memory-snapshot.ts';
import { REASON_ROWS } from '../support/reason-rows.ts';

describe('reasons', () => {
  const cases = Object.entries(REASON_ROWS).flatMap(([scope, rows]) => rows.map((row) => [scope as Scope, ...row] as const));

  test.each(cases)('on a %s: %s: %s', (scope, condition, message, id) => {
    expect(identified(scope, condition, message)).toBe(id);
  });

  test('every reason of both versions is in the table, or no failure by itself', () => {
    const told = new Set(cases.map(([, condition]) => condition.split(' ')[2] ?? ''));
    const left = Object.values(REASONS)
      .flat()
      .filter((reason) => !told.has(reason) && !BENIGN_REASONS.has(reason));
    expect(left).toEqual([]);
  });
});

function identified(scope: Scope, text: string, message: string): string {
  const [type = '', status = '', reason = ''] = text.split(' ');
  const target: ObjectRef = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const condition: Condition = { type, status: status as Condition['status'], reason, message };
  const stage = STAGES.find((known) => known === type) ?? 'Available';
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')] });
  const look = { snapshot: memorySnapshot([], NOW), expectation, memory: ONE_LOOK, now: 0, memberObjects: NO_MEMBER_OBJECTS };
  const { found } = identify([{ scope, stage, target, object: target, cluster: 'm1', condition, evidence: [] }], look, '');
  return found[0]?.diagnosis.id ?? 'none';
}

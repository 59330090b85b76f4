import { describe, expect, test } from 'vitest';

import { ALL_REASONS, BENIGN_REASONS } from '../../../src/fleet/kubefleet/reasons.ts';
import type { Scope } from '../../../src/gates/observations/observation.ts';
import { diagnosedAs } from '../../support/gate/diagnosed-as.ts';
import { REASON_ROWS } from '../../support/gate/reason-rows.ts';

describe('reasons', () => {
  const cases = Object.entries(REASON_ROWS).flatMap(([scope, rows]) => rows.map((row) => [scope as Scope, ...row] as const));

  test.each(cases)('on a %s: %s: %s', (scope, condition, message, id) => {
    expect(diagnosedAs(scope, condition, message)).toBe(id);
  });

  test('every reason of both versions is in the table, or is not a failure by itself', () => {
    const reported = new Set(cases.map(([, condition]) => condition.split(' ')[2] ?? ''));
    const left = ALL_REASONS.filter((reason) => !reported.has(reason) && !BENIGN_REASONS.has(reason));
    expect(left).toEqual([]);
  });
});
